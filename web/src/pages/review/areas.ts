// Chances of all seats as areas, one on top of the other.
import type { StepJSON } from '$lib/api/types';

/** What the first n seats have together in a moment. */
export const upto = (steps: readonly StepJSON[], seats: readonly string[], i: number, n: number): number =>
  seats.slice(0, n).reduce((sum, s) => sum + (steps[i]?.values[s] ?? 0), 0);

/** The area of each seat and the line above it, in a box of height h; `x` places a moment. */
export function areas(
  steps: readonly StepJSON[],
  seats: readonly string[],
  x: (i: number) => number,
  h: number,
): { d: string; line: string }[] {
  const edge = (n: number): string[] =>
    steps.map((_, i) => `${x(i).toFixed(1)} ${(h - upto(steps, seats, i, n) * h).toFixed(1)}`);
  return seats.map((_, k) => {
    const top = edge(k + 1);
    return { d: `M${top.join('L')}L${edge(k).reverse().join('L')}Z`, line: `M${top.join('L')}` };
  });
}
