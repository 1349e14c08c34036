import { describe, expect, test } from 'vitest';
import type { StepJSON } from '$lib/api/types';
import { keyOf, moments, opened, sums, unexplained } from './moments';

const step = (at: number, more: Partial<StepJSON>): StepJSON => ({ at, acting: [], values: {}, ...more });

describe('moments', () => {
  const steps = [
    step(0, {
      decisions: [{ by: 'S', best: null, gave_up: 0.2, verdict: 'blundered' }],
      parts: { S: { swing: -0.2, decision: -0.2, luck: 0 }, N: { swing: 0.2, decision: 0.2, luck: 0 } },
    }),
    step(1, {
      decisions: [{ by: 'N', best: null, gave_up: 0, verdict: '' }],
      parts: { S: { swing: 0.01, decision: 0, luck: 0.01 }, N: { swing: -0.01, decision: 0, luck: -0.01 } },
    }),
    step(2, { parts: { S: { swing: 0.3, decision: 0, luck: 0.3 }, N: { swing: -0.3, decision: 0, luck: -0.3 } } }),
    step(3, {
      decisions: [{ by: 'S', best: null, gave_up: 0.01, verdict: 'outguessed' }],
      parts: { S: { swing: -0.15, decision: -0.01, luck: -0.14 }, N: { swing: 0.15, decision: 0.01, luck: 0.14 } },
    }),
  ];
  test('blunders, turns of luck and lost guesses, in the order of the game', () => {
    expect(moments(steps).map((m) => [m.index, m.seat, m.verdict, m.change])).toEqual([
      [0, 'S', 'blundered', -0.2],
      [2, 'S', 'lucky', 0.3],
      [3, 'S', 'outguessed', -0.14],
    ]);
  });
  test('the heaviest stay when there is room for few', () => {
    expect(moments(steps, 1).map((m) => m.index)).toEqual([2]);
  });
  test('a blunder without a reason is told as such, once that is known; luck and guesses are no faults', () => {
    const [blunder, lucky, guess] = moments(steps);
    expect(unexplained(blunder!, undefined)).toBe(false);
    expect(unexplained(blunder!, [{}])).toBe(false);
    expect(unexplained(blunder!, [])).toBe(true);
    expect(unexplained(lucky!, [])).toBe(false);
    expect(unexplained(guess!, [])).toBe(false);
  });
  test('of two moments in one step the picked one is open, and each can be', () => {
    const [blunder, lucky] = moments(steps);
    const both = [blunder!, { ...blunder!, seat: 'N' }, lucky!];
    expect(opened(both, 0, '')).toBe(both[0]);
    expect(opened(both, 0, keyOf(both[1]!))).toBe(both[1]);
    expect(opened(both, 2, keyOf(both[1]!))).toBe(both[2]);
    expect(opened(both, 1, keyOf(both[1]!))).toBeNull();
  });
  test('decisions and luck add up', () => {
    const s = sums(steps, 'S');
    expect(s.decision).toBeCloseTo(-0.21);
    expect(s.luck).toBeCloseTo(0.17);
  });
});
