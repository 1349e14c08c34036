import { beforeAll, describe, expect, it } from 'vitest';
import { YOU } from '$lib/i18n/index.svelte';
import { loadWords } from '../lang';
import { explain } from './explain';
import { type EvoView, parse } from './model';

beforeAll(() => loadWords('evo'));

/** Pieces as "SWf5": seat, role, square. South's castle is on j1, North's on c12. */
const board = (pieces: string): EvoView =>
  ({
    players: 2,
    castles: { S: 'j1', N: 'c12' },
    pieces: pieces.split(' ').map((x) => ({ seat: x[0], role: x[1], at: x.slice(2) })),
    threats: [],
    moves: [],
  }) as unknown as EvoView;
function judge(before: EvoView, played: string, best: string | null = null) {
  const a = parse(played)!;
  const to = a.to ?? a.from;
  const pieces = before.pieces
    .filter((p) => p.at !== to || p.at === a.from)
    .map((p) => (p.at === a.from ? { ...p, at: to, role: a.role ?? p.role } : p));
  return explain({
    before,
    after: { ...before, pieces } as EvoView,
    seat: 'S',
    played,
    best,
    events: [],
    name: (s) => (s === 'S' ? YOU : 'Pilot'),
  });
}

describe('why a move went as it did', () => {
  it('a piece that shielded the castle was pinned to it', () => {
    // North's Catapult on h3 looks along i2 to the castle on j1.
    const [r] = judge(board('SWi2 NCh3'), 'i2-i3');
    expect(r).toMatchObject({ kind: 'pinned', head: 'The Warrior on i2 was pinned to the castle' });
    expect(r?.why).toContain('Catapult on h3 reaches j1');
  });
  it('a castle that was attacked before stayed so', () => {
    expect(judge(board('SWd4 NBj3'), 'd4-d5')[0]).toMatchObject({
      kind: 'castle',
      head: 'Your castle on j1 stayed under attack',
    });
  });
  it('a piece that can be taken, with nothing to take back', () => {
    const [r] = judge(board('SWe5 NBe8'), 'e5-e6');
    expect(r).toMatchObject({ kind: 'hangs', head: 'Your Warrior can be taken on e6' });
    expect(r?.why).toContain('Nothing can take back.');
  });
  it('a covered piece is said to be', () => {
    expect(judge(board('SWe5 SBe4 NBe8'), 'e5-e6')[0]?.why).toContain('It could be taken back.');
  });
  it('a castle and a piece that could have been taken', () => {
    expect(judge(board('SBc10 SWd4 NWg9'), 'd4-d5', 'c10-c12')[0]).toMatchObject({
      kind: 'missedCastle',
      better: 'c10 takes on c12.',
    });
    expect(judge(board('SBf5 SWd4 NSf7'), 'd4-d5', 'f5-f7').map((r) => r.kind)).toContain('missed');
  });
  it('a threat to a castle that the better move makes', () => {
    expect(judge(board('SBc8 SWd4 NWg9'), 'd4-d5', 'c8-c10').map((r) => r.kind)).toContain('missedThreat');
  });
  it('a piece left to an enemy', () => {
    expect(judge(board('SWe5 SWa4 NBe7'), 'a4-a5').map((r) => r.kind)).toContain('left');
  });
});
