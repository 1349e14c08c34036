import { beforeAll, expect, test } from 'vitest';
import { loadWords } from '../lang';
import type { ConquerorEvent } from './model';
import { tell } from './words';

beforeAll(() => loadWords('conqueror'));

const name = (s: string): string => ({ A: 'Mara', B: 'Beni' })[s] ?? s;
const tie = (dice: string): string =>
  tell({ kind: 'tie', island: 'e7', dice, text: '' } as unknown as ConquerorEvent, name);

test('dice for an island say who rolled what, and what came of it', () => {
  expect(tie('A1,2 B3')).toBe('Dice for island e7, one for each coin: Mara 1, 2; Beni 3. **Beni wins it with a 3.**');
  expect(tie('A6,4 B6')).toBe('Dice for island e7, one for each coin: Mara 6, 4; Beni 6. Tied at 6: they roll again.');
});
