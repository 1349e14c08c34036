import type { EpigoView, Epigon, Seat } from './model';

const squares: string[] = [];
for (let r = 1; r <= 8; r++)
  for (let f = 0; f < 8; f++) {
    const cut = r === 1 || r === 8 ? 2 : r === 2 || r === 7 ? 1 : 0;
    if (f >= cut && f < 8 - cut) squares.push(String.fromCharCode(97 + f) + r);
  }

export function epigo(S: Record<number, string>, N: Record<number, string>, more: Partial<EpigoView> = {}): EpigoView {
  const epigons: Epigon[] = [];
  for (const [seat, at] of [
    ['S', S],
    ['N', N],
  ] as [Seat, Record<number, string>][])
    for (let n = 1; n <= 7; n++) {
      const sq = at[n];
      epigons.push({
        seat,
        number: n,
        on: sq === '@' ? 'island' : sq ? 'board' : 'captured',
        at: sq && sq !== '@' ? sq : null,
      });
    }
  const files = [...'abcdefgh'];
  return {
    game: 'epigo',
    players: 2,
    options: { variant: 'core', island_exit: 'any', island_priority: false, quiet_limit: 60 },
    position: '',
    acting: ['S', 'N'],
    result: null,
    phase: 'plan',
    turn: 7,
    round: 0,
    quiet: 1,
    board: { squares, home: { S: files.map((f) => f + '4'), N: files.map((f) => f + '5') }, centreline: 4 },
    epigons,
    captures: { S: 1, N: 1 },
    islands: null,
    island_places: null,
    orders: null,
    offers: [],
    ask: null,
    ...more,
  };
}

export const planning = epigo(
  { 1: 'b3', 2: 'd2', 3: 'c4', 5: 'f4', 6: 'e3', 7: 'd4' },
  { 1: 'f6', 3: 'g5', 4: 'c6', 5: 'd5', 6: 'b5', 7: 'e5' },
);

export const reveal = epigo(
  { 1: 'd6', 2: 'c4', 3: 'e6', 5: 'f3', 6: 'd2', 7: 'd4' },
  { 1: 'f4', 3: 'e7', 4: 'b5', 5: 'e4', 6: 'f6', 7: 'g5' },
  { turn: 9, round: 2 },
);

const islands = {
  S: { at: 'c2', squares: ['c2', 'd2', 'c3', 'd3'], epigons: [5, 6] },
  N: { at: 'e7', squares: ['e7', 'f7', 'e8', 'f8'], epigons: [2] },
};
const places = {
  S: ['c1', 'd1', 'e1', 'b2', 'c2', 'd2', 'e2', 'f2'],
  N: ['b6', 'c6', 'd6', 'e6', 'f6', 'c7', 'd7', 'e7'],
};

export const exit = epigo(
  { 1: 'b4', 2: 'g3', 3: 'f5', 5: '@', 6: '@', 7: 'e4' },
  { 1: 'g6', 2: '@', 4: 'c6', 5: 'e6', 7: 'd5' },
  {
    acting: ['S'],
    phase: 'exit',
    round: 1,
    islands,
    island_places: places,
    ask: {
      seat: 'S',
      kind: 'exit',
      number: 5,
      exits: [
        { to: 'c4', from: 'c3', dir: 'N' },
        { to: 'd4', from: 'd3', dir: 'N' },
        { to: 'e3', from: 'd3', dir: 'E' },
        { to: 'e2', from: 'd2', dir: 'E' },
        { to: 'b3', from: 'c3', dir: 'W' },
        { to: 'b2', from: 'c2', dir: 'W' },
        { to: 'c1', from: 'c2', dir: 'S' },
        { to: 'd1', from: 'd2', dir: 'S' },
      ],
    },
  },
);
export const islandPlan = epigo(
  { 1: 'b4', 2: 'g3', 3: 'f5', 5: '@', 6: '@', 7: 'e4' },
  { 1: 'g6', 2: '@', 4: 'c6', 5: 'e6', 7: 'd5' },
  { islands, island_places: places },
);
export const deploy = epigo({}, {}, { phase: 'deploy', turn: 0, islands: { S: null, N: null }, island_places: places });
export const slide = epigo(
  { 1: 'b3', 2: 'd2', 3: 'c4', 5: 'f4', 6: 'e3', 7: 'd4' },
  { 1: 'f7', 3: 'g6', 4: 'c7', 5: 'd6', 6: 'b6', 7: 'e6' },
  {
    acting: ['S'],
    phase: 'slide',
    round: 1,
    ask: { seat: 'S', kind: 'slide', number: 1, dir: 'W', from: 'b3', to: 'a3', island: false },
  },
);
