import { describe, expect, it } from 'vitest';
import type { Entry } from '$lib/api/types';
import type { GameEvent, Line } from '$games/wire';
import { eventsOf, turnNumbers, turnsOf } from './turns';

const event = (kind: string, n = 0): GameEvent => ({ kind, text: '', n }) as GameEvent;
const count = (e: GameEvent): number => (e as GameEvent & { n: number }).n;
/** A game that counts a line for each move, rounds behind a dot, and appends what follows. */
const lines = (events: readonly GameEvent[]): Line[] =>
  events.filter((e) => e.kind === 'move').map((e) => ({ no: count(e) ? `${count(e)}.1` : '', text: e.kind }));
const entry = (step: number, ...stories: GameEvent[]): Entry => ({ kind: 'play', step, stories }) as unknown as Entry;

describe('turns as the table counts them', () => {
  const log = [
    entry(2, event('move')),
    entry(4, event('move', 1)),
    entry(5, event('roll')),
    entry(7, event('move', 2)),
  ];
  const numbers = turnNumbers(eventsOf([0, 2, 4, 5, 7], log), lines);
  it('each moment has the turn it came about in', () => {
    expect(numbers).toEqual(['', '', '1', '1', '2']);
  });
  it('choices of one turn are one row', () => {
    expect(turnsOf(numbers)).toEqual([
      { no: '', steps: [0] },
      { no: '1', steps: [1, 2] },
      { no: '2', steps: [3] },
    ]);
  });
  it('a walk belongs to the turn that it ends, not to the roll after it', () => {
    // A line for each claim; a walk goes on in the line that is there.
    const walks = (events: readonly GameEvent[]): Line[] => {
      const out: Line[] = [];
      for (const e of events)
        if (e.kind === 'walk' && out.length) out[out.length - 1]!.text += ' walk';
        else out.push({ no: count(e) ? String(count(e)) : '', text: e.kind });
      return out;
    };
    const steps = [
      [],
      [event('start')],
      [event('start'), event('claim', 1)],
      [event('walk'), event('claim', 2), event('claim', 3)],
      [event('walk'), event('claim', 4)],
      [event('resign')],
    ];
    expect(turnNumbers(steps, walks)).toEqual(['', '', '', '1', '3', '4']);
  });
  it('moves taken back do not count', () => {
    const back = { kind: 'takeback', step: 2 } as unknown as Entry;
    expect(eventsOf([0, 2, 4], [...log.slice(0, 2), back, entry(4, event('move', 9))])[2]).toEqual([event('move', 9)]);
  });
});
