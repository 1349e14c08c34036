// What somebody has done of the lessons and puzzles, on this device. What was only shown is seen, not solved.
import { SvelteMap } from 'svelte/reactivity';

export type Mark = 'solved' | 'seen';

const all = new Map<string, SvelteMap<number, Mark>>();

/** The marks of a lesson's steps or a game's puzzles, by number from 1. */
export function marks(of: 'learn' | 'puzzles', game: string): ReadonlyMap<number, Mark> {
  return book(`atoll.${of}.${game}`);
}

export function mark(of: 'learn' | 'puzzles', game: string, n: number, m: Mark): void {
  const key = `atoll.${of}.${game}`;
  const list = book(key);
  // Whoever has solved it may have it shown again.
  if (list.get(n) === m || list.get(n) === 'solved') return;
  list.set(n, m);
  const numbers = (want: Mark): number[] => [...list].filter(([, have]) => have === want).map(([i]) => i);
  try {
    localStorage.setItem(key, JSON.stringify({ solved: numbers('solved'), seen: numbers('seen') }));
  } catch {
    // Without storage they are known until the page goes.
  }
}

function book(key: string): SvelteMap<number, Mark> {
  let list = all.get(key);
  if (!list) all.set(key, (list = new SvelteMap(read(key))));
  return list;
}

export function read(key: string): [number, Mark][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    // Once only the number of steps was kept, shown ones counted in.
    if (typeof kept === 'number') return Array.from({ length: kept }, (_, i) => [i + 1, 'solved']);
    const numbers = (m: Mark): [number, Mark][] => {
      const list = (kept as Partial<Record<Mark, unknown>> | null)?.[m];
      return Array.isArray(list) ? list.filter(Number.isInteger).map((n: number) => [n, m]) : [];
    };
    return [...numbers('seen'), ...numbers('solved')];
  } catch {
    return [];
  }
}
