import { beforeAll, expect, test } from 'vitest';
import { loadWords } from '../lang';
import type { ConquerorEvent, ConquerorView } from './model';
import { promise, tell } from './words';

beforeAll(() => loadWords('conqueror'));

const name = (s: string): string => ({ A: 'Mara', B: 'Beni' })[s] ?? s;
const tie = (dice: string): string =>
  tell({ kind: 'tie', island: 'e7', dice, text: '' } as unknown as ConquerorEvent, name);

test('dice for an island say who rolled what, and what came of it', () => {
  expect(tie('A1,2 B3')).toBe('Dice for island e7, one for each coin: Mara 1, 2; Beni 3. **Beni wins it with a 3.**');
  expect(tie('A6,4 B6')).toBe('Dice for island e7, one for each coin: Mara 6, 4; Beni 6. Tied at 6: they roll again.');
});

test('the last tile of an island says when it is won', () => {
  const view = (last_tile: string, coins: number): ConquerorView =>
    ({
      options: { last_tile },
      seats: [{ seat: 'A', coins }],
      islands: [
        { at: 'a1', tiles: [{ at: 'a1', coin: 'B' }, { at: 'b1', coin: 'B' }, { at: 'a2', coin: 'A' }, { at: 'b2' }] },
      ],
    }) as unknown as ConquerorView;
  expect(promise(view('landing', 4), 'b2', 'A', null)).toBe('Landing here wins the island');
  expect(promise(view('landing', 0), 'b2', 'A', null)).toBe('You have no coin left');
  expect(promise(view('turn', 4), 'b2', 'A', null)).toBe('Wins the island on your next turn');
});
