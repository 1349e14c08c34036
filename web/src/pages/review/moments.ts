// The moments that decided a game: what somebody gave up, who was outguessed, where luck turned it.
import type { DecisionJSON, StepJSON } from '$lib/api/types';

export type Verdict = 'blundered' | 'slipped' | 'outguessed' | 'lucky';

export interface MomentOf {
  /** Number of the step, as the replay counts. */
  index: number;
  seat: string;
  verdict: Verdict;
  /** What it changed for the seat, in win probability. */
  change: number;
  decision: DecisionJSON | null;
}

/** From here on a turn of luck is worth a word. */
const muchLuck = 0.1;

/** The moments that weigh most, in the order of the game. */
export function moments(steps: readonly StepJSON[], most = 7): MomentOf[] {
  const all: MomentOf[] = [];
  steps.forEach((s, index) => {
    const parts = s.parts ?? {};
    let outguessed = false;
    for (const d of s.decisions ?? []) {
      const v = d.verdict;
      if (v !== 'blundered' && v !== 'slipped' && v !== 'outguessed') continue;
      outguessed ||= v === 'outguessed';
      const change = v === 'outguessed' ? (parts[d.by]?.luck ?? 0) : -(d.gave_up ?? 0);
      all.push({ index, seat: d.by, verdict: v, change, decision: d });
    }
    if (outguessed) return; // that is the same turn of luck, seen from the other side
    const lucky = Object.entries(parts).sort((a, b) => b[1].luck - a[1].luck)[0];
    if (lucky && lucky[1].luck >= muchLuck)
      all.push({ index, seat: lucky[0], verdict: 'lucky', change: lucky[1].luck, decision: null });
  });
  const weight = (m: MomentOf): number => Math.abs(m.change) * (m.verdict === 'slipped' ? 0.7 : 1);
  return all
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, most)
    .sort((a, b) => a.index - b.index);
}

/** Tells moments apart: several may be of one step, since both sides choose at once in some games. */
export const keyOf = (m: MomentOf): string => `${m.index} ${m.seat} ${m.verdict}`;

/** The moment on show at a step: the one that was picked, else the first of it. */
export const opened = (list: readonly MomentOf[], index: number, picked: string): MomentOf | null => {
  const here = list.filter((m) => m.index === index);
  return here.find((m) => keyOf(m) === picked) ?? here[0] ?? null;
};

/** Whether a choice gave something up although the rules name no reason for it: then that is said, not a fault made up. */
export const unexplained = (m: MomentOf, reasons: readonly unknown[] | undefined): boolean =>
  (m.verdict === 'blundered' || m.verdict === 'slipped') && reasons?.length === 0;

/** What decisions and luck came to for a seat. */
export function sums(steps: readonly StepJSON[], seat: string): { decision: number; luck: number } {
  let decision = 0;
  let luck = 0;
  for (const s of steps) {
    decision += s.parts?.[seat]?.decision ?? 0;
    luck += s.parts?.[seat]?.luck ?? 0;
  }
  return { decision, luck };
}
