// What is left of a table's list once moves were taken back.
import type { Entry } from './api/types';

/** The entries that stand: a takeback names the step gone back to, and whatever was played after it is no part of the game. */
export function standing(log: readonly Entry[]): Entry[] {
  let out: Entry[] = [];
  for (const e of log) {
    if (e.kind === 'takeback') out = out.filter((x) => (x.step ?? 0) <= (e.step ?? 0));
    out.push(e);
  }
  return out;
}
