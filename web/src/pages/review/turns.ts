// The steps of a game as its table counts them: turns with what was chosen in each.
import type { Entry } from '$lib/api/types';
import { standing } from '$lib/log';
import type { GameEvent, Line } from '$games/wire';

type Lines = (events: readonly GameEvent[], name: (seat: string) => string) => Line[];

/** What happened on the way to each moment, by the table's own list. */
export function eventsOf(steps: readonly number[], log: readonly Entry[]): GameEvent[][] {
  const by = new Map<number, GameEvent[]>();
  for (const e of standing(log)) {
    if (e.step === undefined || !e.stories) continue;
    by.set(e.step, [...(by.get(e.step) ?? []), ...(e.stories as GameEvent[])]);
  }
  return steps.map((s) => by.get(s) ?? []);
}

const nobody = (): string => '';
const number = (l: Line | undefined): string => l?.no.split('.')[0] ?? '';

/** The number of the turn in which each moment came about; empty before the first. */
export function turnNumbers(events: readonly (readonly GameEvent[])[], lines: Lines): string[] {
  const told: GameEvent[] = [];
  let all: Line[] = [];
  let no = '';
  return events.map((list) => {
    // A choice may end one turn and begin the next, as a walk after which the other rolls: it belongs to the turn in which
    // the first of it is told.
    const before = all;
    let first: Line | undefined;
    for (const [i, e] of list.entries()) {
      told.push(e);
      if (first && i + 1 < list.length) continue;
      all = lines(told, nobody);
      const last = all[all.length - 1];
      if (all.length > before.length || last?.text !== before[before.length - 1]?.text) first ??= last;
    }
    // What belongs to no turn after the first, as a resignation, happens in the last one.
    const fresh = no ? all.slice(before.length).find((l) => l.no) : undefined;
    const now = number(first) || number(fresh) || no;
    no = number(all.findLast((l) => l.no)) || no;
    return now;
  });
}

export interface Turn {
  no: string;
  /** The choices made in it, by the number of the position they were made in. */
  steps: number[];
}

/** Choices in rows, one for each turn. `numbers` are those of the moments that came of them. */
export function turnsOf(numbers: readonly string[]): Turn[] {
  const out: Turn[] = [];
  for (let i = 0; i + 1 < numbers.length; i++) {
    const no = numbers[i + 1] ?? '';
    const last = out[out.length - 1];
    if (last && last.no === no) last.steps.push(i);
    else out.push({ no, steps: [i] });
  }
  return out;
}
