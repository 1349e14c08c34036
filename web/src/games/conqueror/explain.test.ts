import { beforeAll, describe, expect, it } from 'vitest';
import { YOU } from '$lib/i18n/index.svelte';
import { loadWords } from '../lang';
import { explain, rolls, stepsTo } from './explain';
import { type ConquerorView, name } from './model';

beforeAll(() => loadWords('conqueror'));

/** Sixteen islands in a square; coins as "a1A b1B", tokens as "A:c3". */
function board(coins: string, tokens: string): ConquerorView {
  const coin = new Map(coins.split(' ').map((c) => [c.slice(0, 2), c[2]!]));
  const token = new Map(tokens.split(' ').map((c) => [c.slice(2), c[0]!]));
  const islands = [];
  for (let r = 1; r <= 7; r += 2)
    for (let f = 0; f < 8; f += 2)
      islands.push({
        at: name(f, r),
        won_by: null,
        removed: false,
        holder: null,
        tied: [],
        tiles: [name(f, r), name(f + 1, r), name(f, r + 1), name(f + 1, r + 1)].map((at) => ({
          at,
          coin: coin.get(at) ?? null,
          latest: 0,
          token: token.get(at) ?? null,
        })),
      });
  const seats = [...token].map(([at, seat]) => ({ seat, in: true, token: at, coins: 9, won: 0, score: 0 }));
  return { phase: 'move', islands, seats } as unknown as ConquerorView;
}
const judge = (before: ConquerorView, after: ConquerorView, played: string, best: string | null = null) =>
  explain({ before, after, seat: 'A', played, best, events: [], name: (s) => (s === 'A' ? YOU : 'B') });

describe('why a walk went as it did', () => {
  it('counts the rolls with which a tile is reached', () => {
    // One step or three lead to a neighbour, on a board where no tile is walked twice.
    expect(rolls(board('', 'A:a1 B:d4'), 'B', 'd5')).toBe(4);
    expect(rolls(board('', 'A:a1 B:d4'), 'B', 'd6')).toBe(2);
    expect(rolls(board('', 'A:a1 B:d4'), 'B', 'h8')).toBe(0);
    expect(rolls(board('d5A', 'A:a1 B:d4'), 'B', 'd5')).toBe(0);
  });
  it('a step that leaves the last tile to another', () => {
    const now = board('c3A c4B', 'A:d3 B:d5');
    const [r] = judge(board('c3A c4B', 'A:d2 B:d5'), now, 'move d3');
    expect(r).toMatchObject({ kind: 'handed', head: 'Your step leaves one tile of island c3 free' });
    expect(r?.why).toBe('B reaches d4 first with 4 of six rolls.');
  });
  it('an island that could have been won by landing', () => {
    const v = board('c3A c4B d3B', 'A:d5 B:h8');
    expect(judge(v, board('c3A c4B d3B', 'A:d6 B:h8'), 'move d6', 'move d4')[0]).toMatchObject({
      kind: 'missedWin',
      better: 'Landing on d4 fills its last tile.',
    });
  });
  it('a race for the last tile that another is ahead in', () => {
    const after = board('c3A c4B d3B', 'A:h1 B:d5');
    const r = judge(board('c3A c4B d3B', 'A:h2 B:d5'), after, 'move h1').find((x) => x.kind === 'race');
    expect(r?.head).toBe('B reaches the last tile of island c3 with 4 of six rolls');
    expect(r?.why).toBe('You can’t reach it with any roll.');
  });
  it('a lead that was there for the taking', () => {
    const v = board('e5A e6B', 'A:e4 B:h8');
    expect(judge(v, board('e5A e6B', 'A:e3 B:h8'), 'move e3', 'move f5').map((x) => x.kind)).toContain('majority');
  });
});

describe('why a corner to start on was a poor one', () => {
  /** An island more in the east, and none behind it: its end has less around it. */
  const armed = (tokens: string): ConquerorView => {
    const v = board('', tokens);
    const tiles = ['i1', 'j1', 'i2', 'j2'].map((at) => ({ at, coin: null, latest: 0, token: null }));
    v.islands = [...v.islands.filter((i) => i.at !== 'g3'), { ...v.islands[0]!, at: 'i1', tiles }];
    return v;
  };
  it('counts the steps over land', () => {
    expect(stepsTo(armed('B:a8'), 'j1').get('h1')).toBe(2);
    expect(stepsTo(armed('B:a8'), 'j1').get('g3')).toBeUndefined();
  });
  it('fewer tiles within a roll', () => {
    const v = armed('B:a8');
    expect(judge(v, v, 'start j1', 'start h8')[0]).toMatchObject({
      kind: 'cramped',
      head: 'Only 6 tiles lie within three steps of j1',
      better: 'From h8 there are 9.',
    });
  });
  it('an opponent who is near', () => {
    const v = armed('B:a8');
    expect(judge(v, v, 'start a1', 'start h1').find((r) => r.kind === 'crowded')).toMatchObject({
      head: 'You started 7 steps from B',
      better: 'h1 is 14 steps from the nearest opponent.',
    });
  });
  it('says nothing where corners are alike', () => {
    const v = board('', 'B:a8');
    expect(judge(v, v, 'start a1', 'start h8')).toEqual([]);
  });
});
