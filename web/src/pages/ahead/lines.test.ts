import { describe, expect, it } from 'vitest';
import { added, stretches, type Trail } from './lines';

const trail = (...texts: string[]): Trail => texts.map((action, i) => ({ seat: i % 2 ? 'N' : 'S', action }));
const kept = [{ do: ['a', 'x'] }, { do: ['b', 'y', 'c', 'z'] }];

describe('answers in advance', () => {
  it('stand beside each other where others choose differently', () => {
    expect(added(kept, trail('c', 'x'), 'N')).toEqual([
      ['a', 'x'],
      ['b', 'y', 'c', 'z'],
      ['c', 'x'],
    ]);
    expect(added(kept, trail('b', 'y', 'd', 'w'), 'N')).toHaveLength(3);
  });
  it('never answer one thing in two ways', () => {
    expect(added(kept, trail('a', 'other'), 'N')).toEqual([
      ['b', 'y', 'c', 'z'],
      ['a', 'other'],
    ]);
    expect(added(kept, trail('b', 'other'), 'N')).toEqual([
      ['a', 'x'],
      ['b', 'other'],
    ]);
  });
  it('grow, and do not shrink by being said again', () => {
    expect(added(kept, trail('a', 'x', 'e', 'f'), 'N')).toEqual([
      ['b', 'y', 'c', 'z'],
      ['a', 'x', 'e', 'f'],
    ]);
    expect(added(kept, trail('b', 'y'), 'N')).toEqual(kept.map((l) => l.do));
    expect(added(kept, trail('a', 'x'), 'N')).toEqual(kept.map((l) => l.do));
  });
  it('are told by who chooses', () => {
    expect(stretches({ do: ['a', 'b', 'x'], by: ['S', 'S', 'N'] })).toEqual([
      { seat: 'S', actions: ['a', 'b'] },
      { seat: 'N', actions: ['x'] },
    ]);
    expect(stretches({ do: ['a', 'x'] })).toEqual([{ seat: null, actions: ['a', 'x'] }]);
  });
});
