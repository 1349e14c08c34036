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
