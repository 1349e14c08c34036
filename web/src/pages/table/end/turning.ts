// Where a game turned, and what made it: from the steps of its analysis.
import type { StepJSON } from '$lib/api/types';
import { turnsOf } from '../../review/turns';

export interface Turning {
  /** The number of the turn, as the table counts. */
  no: string;
  /** The step of it that weighed most. */
  index: number;
  /** The last step of it: what came of that choice is told to here. */
  last: number;
  /** The chance before the turn and after it, of the seat that is looked at. */
  before: number;
  after: number;
  /** Whose chance that is. */
  of: string;
}

/** Swings below this are no turning point. */
const least = 0.08;

/** What a seat does to the table instead of to the game. */
const declared = /^(resign|timeout|offer draw|accept draw)$/;

/**
 * The turn with the largest swing towards `winner`; of either direction where nobody won. Told from `seat`'s side, or from
 * the winner's where it made no difference to `seat`. Giving up turns nothing: that is where the game ended, not why.
 */
export function turning(
  steps: readonly StepJSON[],
  numbers: readonly string[],
  seat: string,
  winner: string,
): Turning | null {
  let best: Turning | null = null;
  let most = least;
  const at = (i: number, who: string): number => steps[i]?.values[who] ?? 0;
  for (const turn of turnsOf(numbers)) {
    const own = turn.steps.filter((i) => steps[i + 1] && !(steps[i]?.events ?? []).some((e) => declared.test(e.do)));
    const first = own[0];
    const last = own[own.length - 1];
    if (first === undefined || last === undefined) continue;
    const swing = (i: number, k: number): number => {
      const d = winner ? at(k, winner) - at(i, winner) : at(k, seat) - at(i, seat);
      return winner ? d : Math.abs(d);
    };
    if (swing(first, last + 1) < most) continue;
    most = swing(first, last + 1);
    const index = own.reduce((a, b) => (swing(b, b + 1) > swing(a, a + 1) ? b : a), first);
    const of = winner && Math.abs(at(last + 1, seat) - at(first, seat)) < least ? winner : seat;
    best = { no: turn.no, index, last, before: at(first, of), after: at(last + 1, of), of };
  }
  return best;
}

/** What the choices of a seat and of the others gave up, all together, and in how many of its choices it gave up nothing. */
export function given(
  steps: readonly StepJSON[],
  seat: string,
): { own: number; others: number; sound: number; choices: number } {
  let own = 0;
  let others = 0;
  let sound = 0;
  let choices = 0;
  for (const s of steps)
    for (const d of s.decisions ?? []) {
      if (!d.played || (d.best?.length ?? 0) < 2) continue;
      const lost = Math.max(0, d.gave_up ?? 0);
      if (d.by !== seat) {
        others += lost;
        continue;
      }
      own += lost;
      choices++;
      if (lost < 0.03) sound++;
    }
  return { own, others, sound, choices };
}

/** The lowest and the highest chance of a seat on the way, without the end itself. */
export function extremes(steps: readonly StepJSON[], seat: string): { low: number; high: number } {
  const v = steps.filter((s) => !s.over).map((s) => s.values[seat] ?? 0);
  return {
    low: v.reduce((a, x, i) => (x < (v[a] ?? 1) ? i : a), 0),
    high: v.reduce((a, x, i) => (x > (v[a] ?? 0) ? i : a), 0),
  };
}
