// Puzzles: positions from play with a proven answer, one a line of each game's puzzles.jsonl, easiest first. `make puzzles`
// finds and proves them.

/** A right choice, what the others and chance answer ("seat action"), and the right choices after that. */
export type Step = readonly [action: string, replies?: readonly string[] | null, then?: readonly Step[]];

/** Win within n choices of one's own, or do what alone does not lose within n of the other's. */
export interface LinePuzzle {
  k: 'win' | 'escape';
  p: string;
  s: string;
  n: number;
  t: readonly Step[];
}

/** Plans are made in secret: find a mixture to which no reply does harm. All scores are halves of a win. */
export interface MixPuzzle {
  k: 'mix';
  p: string;
  s: string;
  /** What can be forced: so many halves, divided by the second number. */
  v: readonly [halves: number, of: number];
  /** The plans on offer, and parts of each that are safe. */
  o: readonly string[];
  a: readonly number[];
  /** Replies, and what each leaves every plan. */
  c: readonly (readonly [plan: string, leaves: readonly number[]])[];
}

export type Puzzle = LinePuzzle | MixPuzzle;

const loaders = import.meta.glob<string>('./*/puzzles.jsonl', { query: '?raw', import: 'default' });

export const hasPuzzles = (id: string): boolean => `./${id}/puzzles.jsonl` in loaders;

/** The puzzles of a game, to be read one at a time. */
export async function loadPuzzles(id: string): Promise<readonly string[]> {
  return ((await loaders[`./${id}/puzzles.jsonl`]?.()) ?? '').split('\n').filter(Boolean);
}

/** The worst reply to a mixture, and what it leaves, in halves of a win. */
export function worst(p: MixPuzzle, parts: readonly number[]): { plan: string; halves: number; safe: boolean } {
  const sum = parts.reduce((a, b) => a + b, 0);
  let plan = '';
  let least = Infinity;
  for (const [reply, leaves] of p.c) {
    const gets = parts.reduce((a, k, i) => a + k * (leaves[i] ?? 0), 0);
    if (gets < least) [plan, least] = [reply, gets];
  }
  // In whole numbers, so that the judgement is exact.
  return { plan, halves: least / sum, safe: sum > 0 && least * p.v[1] >= p.v[0] * sum };
}

/** Which puzzle a day has: the games take turns, and each goes through its list in leaps. */
export const gameOfDay = (day: number, games: number): number => day % games;
export const numberOfDay = (day: number, games: number, count: number): number =>
  ((Math.floor(day / games) * 127) % count) + 1;
