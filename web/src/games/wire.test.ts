import { expect, it } from 'vitest';
import { spoken } from './wire';

it('the middle of a turn is said with whose it is', () => {
  const name = (seat: string): string => ({ A: 'Ada', B: 'Ben' })[seat] ?? seat;
  expect(
    spoken(
      [
        { no: '', text: 'One step to a2.', seat: 'B' },
        { no: '2', text: '**Ada** claims h1. Rolls 3.', seat: 'A' },
      ],
      name,
    ),
  ).toBe('Ben: One step to a2. **Ada** claims h1. Rolls 3.');
  expect(spoken([{ no: '', text: '82 tiles fall on the island.' }], name)).toBe('82 tiles fall on the island.');
});
