import { expect, test } from 'vitest';
import { gameOfDay, type MixPuzzle, numberOfDay, worst } from './puzzle';

// Stones and scissors with a third plan that never pays: half and half is the only safe mixture.
const p: MixPuzzle = {
  k: 'mix',
  p: '',
  s: 'S',
  v: [1, 1],
  o: ['a', 'b', 'c'],
  a: [1, 1, 0],
  c: [
    ['x', [2, 0, 1]],
    ['y', [0, 2, 0]],
  ],
};

test('a mixture is safe if and only if its worst reply leaves the value of the turn', () => {
  expect(worst(p, [1, 1, 0])).toEqual({ plan: 'x', halves: 1, safe: true });
  expect(worst(p, [6, 6, 0]).safe).toBe(true);
  expect(worst(p, [2, 1, 0])).toEqual({ plan: 'y', halves: 2 / 3, safe: false });
  expect(worst(p, [6, 6, 1]).safe).toBe(false);
  expect(worst(p, [0, 0, 0]).safe).toBe(false);
});

test('every day has a puzzle, and days that follow have different ones', () => {
  const counts = [320, 330, 300, 301];
  const seen = new Set<string>();
  for (let day = 0; day < 1200; day++) {
    const game = gameOfDay(day, 4);
    const number = numberOfDay(day, 4, counts[game]!);
    expect(number).toBeGreaterThanOrEqual(1);
    expect(number).toBeLessThanOrEqual(counts[game]!);
    seen.add(`${game}.${number}`);
  }
  expect(seen.size).toBe(1200);
});
