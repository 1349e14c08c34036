import { expect, it } from 'vitest';
import { groups, narrow, pieces } from './actions';

const nim = ['A-1', 'A-2', 'A-3', 'B-1', 'B-2'];
const names = (filter: string): string[] =>
  narrow(groups(nim, undefined), filter).flatMap((g) => g.choices.map((c) => c.action));

it('actions stand in groups by what they begin with', () => {
  expect(groups(nim, undefined).map((g) => [g.name, g.choices.length])).toEqual([
    ['A', 3],
    ['B', 2],
  ]);
  expect(groups(['move c3', 'move d4', 'end'], undefined).map((g) => g.name)).toEqual(['move', 'end']);
});

it('groups of one are one list', () => {
  expect(groups(['roll', 'keep'], undefined).map((g) => [g.name, g.choices.length])).toEqual([['', 2]]);
  expect(groups(['yes', 'no', 'maybe', 'never'], undefined).map((g) => g.choices.length)).toEqual([4]);
});

it('a game names its groups itself', () => {
  const words = nim.map((a) => ({ group: `Heap ${a[0]}`, text: `Take ${a[2]} from heap ${a[0]}` }));
  const all = groups(nim, words);
  expect(all.map((g) => g.name)).toEqual(['Heap A', 'Heap B']);
  expect(narrow(all, 'heap b, take 2').flatMap((g) => g.choices.map((c) => c.action))).toEqual(['B-2']);
});

it('the filter takes letters with or without signs', () => {
  expect(names('a2')).toEqual(['A-2']);
  expect(names('a-2')).toEqual(['A-2']);
  expect(names('b')).toEqual(['B-1', 'B-2']);
  expect(names('zzz')).toEqual([]);
});

it('a row shows what is not as it was', () => {
  expect(pieces('B ● ● ○ 2', 'B ● ● ● 3')).toEqual([
    { text: 'B ● ● ', changed: false },
    { text: '○', changed: true },
    { text: ' ', changed: false },
    { text: '2', changed: true },
  ]);
  expect(pieces('B', undefined)).toEqual([{ text: 'B', changed: false }]);
});
