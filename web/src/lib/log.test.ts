import { describe, expect, it } from 'vitest';
import type { Entry } from './api/types';
import { standing } from './log';

const play = (seq: number): Entry => ({ at: 0, seq, kind: 'play', step: seq });
const offer = (seq: number): Entry => ({ at: 0, seq, kind: 'offer' });
const back = (seq: number, step: number): Entry => ({ at: 0, seq, kind: 'takeback', step });
const steps = (log: Entry[]): number[] =>
  standing(log)
    .filter((e) => e.kind === 'play')
    .map((e) => e.seq);

describe('a list with takebacks', () => {
  it('is whole without one', () => expect(steps([play(5), play(6)])).toEqual([5, 6]));
  it('lacks what was played after the step gone back to', () =>
    expect(steps([play(5), play(6), offer(7), back(8, 5), play(9)])).toEqual([5, 9]));
  it('goes back to the start', () => expect(steps([play(5), offer(6), back(7, 4), play(8)])).toEqual([8]));
  it('goes back twice', () =>
    expect(steps([play(5), play(6), back(7, 5), play(8), back(9, 5), back(10, 4), play(11)])).toEqual([11]));
});
