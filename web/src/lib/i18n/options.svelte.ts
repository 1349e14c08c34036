// The games describe their options in English; other languages have a catalogue beside, loaded when it is first asked for.
import { lang } from './index.svelte';

type Words = Record<string, readonly [name: string, help: string]>;
const loaders: Record<string, () => Promise<Words>> = { de: () => import('./options.de').then((m) => m.options) };
const known: Record<string, Words> = $state({});
const asked = new Set<string>();

/** Name and help of an option, or of `option=value`, in the language of the page. */
export function optionWords(game: string, key: string, name: string, help = ''): readonly [string, string] {
  const code = lang();
  const load = loaders[code];
  if (load && !asked.has(code)) {
    asked.add(code);
    void load().then(
      (words) => (known[code] = words),
      () => asked.delete(code),
    );
  }
  return known[code]?.[`${game}.${key}`] ?? [name, help];
}
