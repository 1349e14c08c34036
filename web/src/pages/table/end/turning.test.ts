import { describe, expect, it } from 'vitest';
import type { StepJSON } from '$lib/api/types';
import { extremes, given, turning } from './turning';

const step = (s: number, more: Partial<StepJSON> = {}): StepJSON => ({
  acting: ['S'],
  at: 0,
  values: { S: s, N: 1 - s },
  ...more,
});
// Three turns of two steps each, after the setup.
const numbers = ['', '1', '1', '2', '2', '3', '3'];

describe('the turn on which a game turned', () => {
  const steps = [0.5, 0.52, 0.5, 0.6, 0.82, 0.8, 1].map((v) => step(v));
  it('is the one with the largest swing towards the winner, at its weightiest step', () => {
    expect(turning(steps, numbers, 'S', 'S')).toEqual({
      no: '2',
      index: 3,
      last: 3,
      before: 0.5,
      after: 0.82,
      of: 'S',
    });
  });
  it('is told to its last step, though an earlier one weighed most', () => {
    const early = [0.5, 0.52, 0.5, 0.8, 0.82, 0.8, 1].map((v) => step(v));
    expect(turning(early, numbers, 'S', 'S')).toMatchObject({ index: 2, last: 3 });
  });
  it('is told from the side of whoever looks', () => {
    const t = turning(steps, numbers, 'N', 'S');
    expect([t?.no, t?.of]).toEqual(['2', 'N']);
    expect(t?.after).toBeCloseTo(0.18);
  });
  it('is never the one in which somebody gave up', () => {
    const gone = [...steps.slice(0, 5), step(0.1, { events: [{ by: 'N', do: 'resign' }] }), step(1)];
    expect(turning(gone, numbers, 'S', 'S')?.no).toBe('2');
    const quiet = [0.5, 0.5, 0.5, 0.5, 0.5].map((v) => step(v));
    quiet.push(step(0.5, { events: [{ by: 'N', do: 'timeout' }] }), step(1));
    expect(turning(quiet, numbers, 'S', 'S')).toBeNull();
  });
  it('is the winner’s where it made no difference to whoever looks', () => {
    const three = [
      [0.3, 0.3],
      [0.02, 0.4],
      [0.01, 0.4],
      [0.01, 0.9],
    ].map(([a, b]) => ({ ...step(0), values: { A: a!, B: b!, C: 1 - a! - b! } }));
    const t = turning(three, ['', '1', '2', '3'], 'A', 'B');
    expect([t?.no, t?.of, t?.after]).toEqual(['3', 'B', 0.9]);
  });
});

describe('what choices gave up', () => {
  const choice = (by: string, lost: number): NonNullable<StepJSON['decisions']>[number] =>
    ({ by, gave_up: lost, played: { do: 'x' }, best: [{ do: 'y' }, { do: 'x' }] }) as never;
  it('is summed for you and for the others, and a forced move is no choice', () => {
    const forced = { ...choice('S', 0.5), best: [{ do: 'x' }] } as never;
    const steps = [
      step(0.5, { decisions: [choice('S', 0.1), choice('N', 0.2)] }),
      step(0.5, { decisions: [choice('S', 0.01)] }),
      step(0.5, { decisions: [forced] }),
    ];
    const g = given(steps, 'S');
    expect([g.choices, g.sound]).toEqual([2, 1]);
    expect(g.own).toBeCloseTo(0.11);
    expect(g.others).toBeCloseTo(0.2);
  });
});

it('the best and the worst moment are looked for before the end', () => {
  const steps = [0.5, 0.3, 0.8].map((v) => step(v)).concat(step(1, { over: true }));
  expect(extremes(steps, 'S')).toEqual({ low: 1, high: 2 });
});
