import { describe, expect, it } from 'vitest';
import { conquerorFrames } from './frames';
import type { ConquerorEvent, ConquerorView } from './model';

const start = { islands: [], seats: [], order: [], die: 5, turn: 'A' } as unknown as ConquerorView;
const told = (...events: object[]) => conquerorFrames(start, events as ConquerorEvent[]).map((f) => f.spot!);

describe('the story of The Conqueror in pictures', () => {
  it('a die belongs to whoever rolled it, whatever happens to the others', () => {
    expect(told({ kind: 'forfeit', seat: 'B' }).map((s) => [s.die, s.roller])).toEqual([[5, 'A']]);
    const spots = told({ kind: 'roll', seat: 'B', die: 2 }, { kind: 'forfeit', seat: 'A' });
    expect(spots.map((s) => [s.die, s.roller])).toEqual([
      [2, 'B'],
      [2, 'B'],
      [2, 'B'],
    ]);
  });
  it('dice for an island tumble, then lie long enough to be read, and no other die lies beside them', () => {
    const tie = { kind: 'tie', seat: 'chance', island: 'c5', dice: 'A6,2 B5', winner: 'A', again: '' };
    const frames = conquerorFrames(start, [tie] as unknown as ConquerorEvent[]);
    expect(frames.map((f) => [f.spot!.rolling, f.spot!.die, f.ms])).toEqual([
      [true, 0, 520],
      [false, 0, 1800],
    ]);
    for (const f of frames)
      expect(f.spot!.dice).toEqual([
        { seat: 'A', dice: [6, 2] },
        { seat: 'B', dice: [5] },
      ]);
    expect(
      told(tie, { kind: 'award', seat: 'A', island: 'c5' }, { kind: 'end', islands: 'A1 B0' }).at(-1),
    ).toMatchObject({ die: 0, dice: [] });
  });
  it('an island that is rolled for or given away is marked', () => {
    const board = {
      ...start,
      islands: [{ at: 'c5', tiles: [{ at: 'c5' }, { at: 'd5' }] }],
    } as unknown as ConquerorView;
    const events = [
      { kind: 'tie', seat: 'chance', island: 'c5', dice: 'A6,2 B5', winner: 'A', again: '' },
      { kind: 'award', seat: 'A', island: 'c5' },
      { kind: 'end', islands: 'A1 B0' },
    ] as unknown as ConquerorEvent[];
    const marked = ['c5', 'd5'];
    expect(conquerorFrames(board, events).map((f) => f.spot!.wash)).toEqual([marked, marked, marked, []]);
  });
});
