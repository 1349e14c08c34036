import { beforeAll, describe, expect, it } from 'vitest';
import { YOU } from '$lib/i18n/index.svelte';
import type { Case } from '../insight';
import { loadWords } from '../lang';
import type { GameEvent } from '../wire';
import { explain } from './explain';
import { type EpigoView, name } from './model';

beforeAll(() => loadWords('epigo'));

const squares: string[] = [];
for (let f = 0; f < 8; f++)
  for (let r = 1; r <= 8; r++) {
    const edge = Math.max(0, 2 - Math.min(f, 7 - f));
    if (r > edge && r <= 8 - edge) squares.push(name(f, r));
  }
/** Tiles as "S4d4 N5d5". */
const board = (tiles: string): EpigoView =>
  ({
    board: { squares, home: { S: [], N: [] }, centreline: 4 },
    epigons: tiles.split(' ').map((x) => ({ seat: x[0], number: Number(x[1]), on: 'board', at: x.slice(2) })),
    phase: 'plan',
  }) as unknown as EpigoView;
const judge = (v: EpigoView, played: string, events: Record<string, string | number>[], best: string | null = null) => {
  const c: Case = {
    before: v,
    after: null,
    seat: 'S',
    played,
    best,
    events: events.map((e) => ({ text: '', ...e }) as unknown as GameEvent),
    name: (s) => (s === 'S' ? YOU : 'Navigator'),
  };
  return explain(c);
};

describe('why a plan went as it did', () => {
  const row = board('S4d4 S6d3 N5d5 N2d6');
  it('an outnumbered push, and the tile behind it that would have counted', () => {
    const [r] = judge(row, 'plan 7N 4N 3W', [
      { kind: 'block', seat: 'S', epigon: 4, dir: 'N', at: 'd6', count: '1:2' },
    ]);
    expect(r).toMatchObject({ kind: 'outnumbered', head: 'Your 4 was outnumbered on d6' });
    expect(r?.why).toContain('1 against 2');
    expect(r?.better).toContain('Your 6 stood behind it. 6 north');
  });
  it('nobody behind: no better tile is promised', () => {
    const [r] = judge(board('S4d4 N5d5 N2d6'), 'plan 4N 3W 1N', [
      { kind: 'block', seat: 'S', epigon: 4, dir: 'N', at: 'd6', count: '1:2' },
    ]);
    expect(r?.better).toBeUndefined();
  });
  it('an Order that walks off the board costs a tile, and comes before all else', () => {
    const rs = judge(board('S5h4 N1a5'), 'plan 5E 1N 2N', [
      { kind: 'reveal', south: '1N', north: '1S', first: '' },
      { kind: 'capture', seat: 'S', epigon: 5, by: 'N' },
    ]);
    expect(rs.map((r) => r.kind)).toEqual(['off', 'cancelled']);
    expect(rs[0]?.head).toBe('Your 5 walked off the board');
  });
  it('a tile pushed over the edge stood there', () => {
    const [r] = judge(board('S3a4 N6b4'), 'plan 1N 2N 7N', [{ kind: 'capture', seat: 'S', epigon: 3, by: 'N' }]);
    expect(r).toMatchObject({ kind: 'toppled', why: 'It stood on a4, with the edge behind it.' });
  });
  it('a push off the board that the better plan has', () => {
    const [r] = judge(board('S7b5 N3a5'), 'plan 1N 2N 4N', [], 'plan 7W 1N 2N');
    expect(r).toMatchObject({ kind: 'missed', better: '7 west pushes the 3 off the board.' });
  });
  it('who met a higher number was slower', () => {
    const rs = judge(row, 'plan 2N 1N 3N', [{ kind: 'reveal', south: '2N', north: '6S', first: 'N' }]);
    expect(rs[0]?.head).toBe('Your 2 met Navigator’s 6, which acted first');
  });
});

describe('why a line-up went as it did', () => {
  const files = [...'abcdefgh'];
  const empty = {
    board: { squares, home: { S: files.map((f) => f + '4'), N: files.map((f) => f + '5') }, centreline: 4 },
    epigons: [],
    phase: 'deploy',
  } as unknown as EpigoView;
  const kept = 'deploy X 7 1 4 5 3 6 2';
  it('a gap in the middle splits the row', () => {
    const [r] = judge(empty, 'deploy 1 2 3 X 4 5 6 7', [], kept);
    expect(r).toMatchObject({ kind: 'split', head: 'The gap on d4 split your row into 3 and 4' });
    expect(r?.better).toBe('With the X on a4, all seven tiles stay together and only one end stands at the edge.');
  });
  it('a gap beside an end leaves one tile alone, on either side', () => {
    expect(judge(empty, 'deploy 3 X 1 2 4 5 6 7', [], kept)[0]).toMatchObject({
      kind: 'lone',
      head: 'Your 3 stood alone between the gap and the edge',
      why: 'An enemy tile that slides into b4 can push it over the edge: 1 against 1.',
    });
    expect(judge(empty, 'deploy 3 1 2 4 5 6 X 7', [], kept)[0]?.head).toContain('Your 7 stood alone');
  });
  it('a gap at an end is no fault, and nothing is promised where the better row has none there', () => {
    expect(judge(empty, 'deploy 3 1 2 4 5 6 7 X', [], kept)).toEqual([]);
    expect(judge(empty, 'deploy 1 2 3 X 4 5 6 7', [], 'deploy 1 2 X 3 4 5 6 7')[0]?.better).toBeUndefined();
  });
  it('an Island that the row does not touch, for both sides', () => {
    const rs = judge(empty, 'deploy X 7 1 4 5 3 6 2 @ c1', [], kept + ' @ d2');
    expect(rs).toMatchObject([{ kind: 'far', better: 'On d2 it touches the row: a tile before it needs one Order.' }]);
    expect(judge(empty, 'deploy X 7 1 4 5 3 6 2 @ b2', [], kept + ' @ d2')).toEqual([]);
    const north = { before: empty, after: null, seat: 'N', events: [], name: () => 'Navigator', best: kept + ' @ d6' };
    expect(explain({ ...north, played: kept + ' @ c7' }).map((r) => r.kind)).toEqual(['far']);
    expect(explain({ ...north, played: kept + ' @ f6' })).toEqual([]);
  });
});
