import { beforeAll, expect, test } from 'vitest';
import { loadWords } from '../lang';
import type { ConquerorEvent, ConquerorView } from './model';
import type { ConquerorPlay } from './play.svelte';
import { cellName, endWords, lines, promise, tell } from './words';

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
  expect(promise(view('turn', 4), 'b2', 'A', null, true)).toBe('Wins it next turn');
});

test('a tile says how far it is, and over which others', () => {
  const tiles = ['a1', 'b1', 'a2', 'b2'].map((at) => ({ at }));
  const view = { islands: [{ at: 'a1', tiles }] } as unknown as ConquerorView;
  const walks: Record<string, string[]> = { b1: ['a1', 'b1'], b2: ['a1', 'b1', 'b2'] };
  const play = { targets: Object.keys(walks), walk: (at: string) => walks[at] } as unknown as ConquerorPlay;
  expect(cellName(view, 'b1', play)).toMatch(/\. One step$/);
  expect(cellName(view, 'b2', play)).toMatch(/\. 2 steps over b1$/);
});

test('an island won by landing ends the turn that walked there', () => {
  const events = [
    { kind: 'claim', seat: 'A', tile: 'g2' },
    { kind: 'roll', seat: 'A', die: 1 },
    { kind: 'move', seat: 'A', from: 'g2', to: 'h2', steps: 1 },
    { kind: 'remove', seat: 'B', island: 'e1' },
    { kind: 'claim', seat: 'A', tile: 'h2' },
    { kind: 'win', seat: 'A', island: 'g1', landing: true },
    { kind: 'claim', seat: 'B', tile: 'b1' },
    { kind: 'win', seat: 'B', island: 'a1', landing: false },
    { kind: 'roll', seat: 'B', die: 4 },
  ] as unknown as ConquerorEvent[];
  expect(lines(events, name).map((l) => `${l.no} ${l.text}`)).toEqual([
    '1 **Mara** claims g2. Rolls 1. One step to h2. Island e1 is lifted from the sea. **Mara lands on the last tile and wins island g1.**',
    '2 **Beni** claims b1. **Beni wins island a1.** Rolls 4.',
  ]);
  // Told alone, as of one choice.
  expect(lines(events.slice(4, 6), name).map((l) => l.text)).toEqual([
    '**Mara lands on the last tile and wins island g1.**',
  ]);
});

test('the end says what decided: a count, but not for those who gave up', () => {
  const over = (left: string[], forfeit = 'keep_score'): string =>
    endWords({ options: { forfeit }, seats: ['', ...left].map((l) => ({ left: l || null })) } as never, 'last one in');
  expect(over(['forfeit', 'forfeit'])).toBe('Only one player could still move, so the islands were counted.');
  expect(over(['forfeit', 'resign'])).toMatch(
    /counted\. Whoever resigned or ran out of time comes after the others\.$/,
  );
  // Then everybody else is out, as in any game.
  expect(over(['timeout', 'resign'])).toBe('');
  expect(over(['forfeit', 'forfeit'], 'out')).toBe('');
});
