// Puzzles: positions from play with a proven answer, taken from bots/testdata/*.tactics.
export interface Puzzle {
  position: string;
  me: string;
  /** Win within n choices of one's own, or do what alone does not lose within n of the other's. */
  kind: 'win' | 'escape';
  n: number;
  /** First choices that are right. */
  answers: readonly string[];
}

const loaders = import.meta.glob<readonly Puzzle[]>('./*/puzzles.ts', { import: 'default' });

/** The puzzles of some games, one of each in turn; each has a number within its game, from 1. */
export async function loadPuzzles(ids: readonly string[]): Promise<(Puzzle & { game: string; number: number })[]> {
  const lists = await Promise.all(
    ids.map(async (game) =>
      ((await loaders[`./${game}/puzzles.ts`]?.()) ?? []).map((p, i) => ({ ...p, game, number: i + 1 })),
    ),
  );
  const most = Math.max(0, ...lists.map((l) => l.length));
  return Array.from({ length: most }, (_, i) => lists.flatMap((l) => l.slice(i, i + 1))).flat();
}
