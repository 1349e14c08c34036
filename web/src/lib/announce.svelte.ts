import { untrack } from 'svelte';

// What screen readers hear, politely, one thing after the other.
export const spoken: { text: string; n: number } = $state({ text: '', n: 0 });

export function say(text: string): void {
  if (!text) return;
  spoken.text = text.replaceAll('**', '');
  // Said from within an effect, this must not make it run again.
  untrack(() => spoken.n++);
}

// Short notices at the edge of the screen.
interface Toast {
  id: number;
  kind: 'note' | 'act' | 'warn' | 'ok';
  title: string;
  text: string;
}
export const toasts: Toast[] = $state([]);
let next = 1;

export function toast(kind: Toast['kind'], title: string, text = '', ms = 6000): void {
  const id = next++;
  untrack(() => {
    toasts.push({ id, kind, title, text });
    if (toasts.length > 3) toasts.shift();
  });
  say(`${title} ${text}`);
  setTimeout(() => drop(id), ms);
}

export function drop(id: number): void {
  const i = toasts.findIndex((x) => x.id === id);
  if (i >= 0) toasts.splice(i, 1);
}
