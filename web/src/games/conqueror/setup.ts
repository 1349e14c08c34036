import { t } from './t';
import { head, type Setup } from '../setup';
import { type ConquerorView, type Island, islandOf, type Seat, stepsOf, type Tile, tileOf } from './model';
import Piece from './Piece.svelte';

const who = (s: string): string => t('seat.other', { seat: s });
const purse = (v: ConquerorView): number => (v.options.coins === 12 ? 12 : 48 / v.players);
const coins = (i: Island): Tile[] => i.tiles.filter((x) => x.coin).sort((a, b) => a.latest - b.latest);
const mover = (v: ConquerorView): Seat => v.turn ?? v.order[0] ?? 'A';

const change = (v: ConquerorView, at: string, f: (i: Island) => Island): ConquerorView => ({
  ...v,
  islands: v.islands.map((i) => (i.tiles.some((x) => x.at === at) ? f(i) : i)),
});

/** An island with its coins in a new order of claims. */
const counted = (i: Island, list: readonly { at: string; coin: Seat }[]): Island => ({
  ...i,
  holder: null,
  tied: [],
  tiles: i.tiles.map((x) => {
    const k = list.findIndex((c) => c.at === x.at);
    return { ...x, coin: list[k]?.coin ?? null, latest: k + 1 };
  }),
});
const listed = (i: Island, without = ''): { at: string; coin: Seat }[] =>
  coins(i)
    .filter((x) => x.at !== without)
    .map((x) => ({ at: x.at, coin: x.coin! }));
const won = (i: Island, by: Seat | null): Island => ({ ...counted(i, []), won_by: by });

/** Puts a coin down; the fourth of an island wins it for who put it. */
function claim(v: ConquerorView, at: string, seat: Seat): ConquerorView {
  return change(v, at, (i) => {
    const list = [...listed(i, at), { at, coin: seat }];
    return list.length === 4 ? won(i, seat) : { ...counted(i, list), won_by: null };
  });
}

/** What follows from the rest: tokens on tiles, islands that were lifted away, and the claim of the player to roll. */
function settled(v: ConquerorView): ConquerorView {
  const tokens = new Map(v.seats.filter((s) => s.token).map((s) => [s.token!, s.seat]));
  const m = mover(v);
  const at = v.seats.find((s) => s.seat === m)?.token;
  let w = v;
  if (
    at &&
    !tileOf(v, at)?.coin &&
    !islandOf(v, at)?.won_by &&
    v.islands.flatMap((i) => i.tiles).filter((x) => x.coin === m).length < purse(v)
  )
    w = claim(v, at, m);
  return {
    ...w,
    turn: m,
    acting: w.phase === 'move' ? [m] : ['chance'],
    islands: w.islands.map((i) => ({
      ...i,
      removed: i.won_by !== null && !i.tiles.some((x) => tokens.has(x.at)),
      tiles: i.tiles.map((x) => ({ ...x, token: tokens.get(x.at) ?? null })),
    })),
  };
}

const walk = (v: ConquerorView, seat: string, token: string | null): ConquerorView => ({
  ...v,
  seats: v.seats.map((s) =>
    s.seat === seat
      ? { ...s, token, in: token !== null }
      : s.token === token && token
        ? { ...s, token: null, in: false }
        : s,
  ),
});

const setup: Setup<ConquerorView> = {
  begin: (v) => {
    let w: ConquerorView = {
      ...v,
      result: null,
      tie: null,
      order: v.order.length ? v.order : v.seats.map((s) => s.seat),
      phase: v.phase === 'move' ? 'move' : 'roll',
      die: v.phase === 'move' ? v.die : 0,
      steps: v.phase === 'move' ? v.steps : 0,
    };
    if (v.phase === 'start' || v.phase === 'order' || v.phase === 'layout')
      w.seats.forEach(
        (s, i) =>
          (w = walk(
            w,
            s.seat,
            s.token ?? v.corners.filter((c) => !w.seats.some((x) => x.token === c))[0] ?? v.corners[i] ?? null,
          )),
      );
    return settled(w);
  },
  clear: (v) =>
    settled({
      ...v,
      phase: 'roll',
      die: 0,
      steps: 0,
      quiet: 0,
      seats: v.seats.map((s) => ({ ...s, token: null, in: false })),
      islands: v.islands.map((i) => won(i, null)),
    }),
  items: (v) =>
    v.seats.flatMap(({ seat }) => [
      { id: `${seat}t`, name: t('conqueror.setup.token', { who: who(seat) }), group: who(seat) },
      { id: `${seat}c`, name: t('conqueror.setup.coin', { who: who(seat) }), group: who(seat) },
      { id: `${seat}w`, name: t('conqueror.setup.won', { who: who(seat) }), group: who(seat) },
    ]),
  put: (v, item, at) => {
    const seat = item[0] as Seat;
    if (item[1] === 't') return settled(walk(v, seat, at));
    if (item[1] === 'w') return settled(change(v, at, (i) => won(i, seat)));
    return settled(claim(v, at, seat));
  },
  take: (v, at) => {
    const tile = tileOf(v, at);
    if (tile?.token) return settled(walk(v, tile.token, null));
    return settled(change(v, at, (i) => (i.won_by ? won(i, null) : counted(i, listed(i, at)))));
  },
  at: (v, at) => {
    const tile = tileOf(v, at);
    if (tile?.token) return `${tile.token}t`;
    const by = islandOf(v, at)?.won_by;
    return by ? `${by}w` : tile?.coin ? `${tile.coin}c` : null;
  },
  questions: (v) => [
    {
      id: 'turn',
      label: t('setup.turn'),
      value: mover(v),
      options: v.seats.map((s) => ({ value: s.seat, label: who(s.seat) })),
    },
    {
      id: 'die',
      label: t('conqueror.setup.die'),
      value: String(v.phase === 'move' ? v.die : 0),
      options: [0, 1, 2, 3, 4, 5, 6].map((n) => ({
        value: String(n),
        label: n ? String(n) : t('conqueror.setup.noRoll'),
      })),
    },
  ],
  answer: (v, q, value) => {
    if (q === 'turn') return settled({ ...v, turn: value as Seat });
    const die = Number(value);
    return settled({ ...v, die, steps: die ? stepsOf(die) : 0, phase: die ? 'move' : 'roll' });
  },
  text: (v) => {
    const m = mover(v);
    const at = v.seats.find((s) => s.seat === m)?.token ?? '';
    const own = tileOf(v, at)?.coin === m || islandOf(v, at)?.won_by === m;
    // Nobody can be in without a token: who has none has left, after those who had left before.
    const left = v.seats.filter((s) => !s.token).sort((a, b) => (a.left_as || 9) - (b.left_as || 9));
    const letter: Record<string, string> = { forfeit: 'F', timeout: 'T' };
    const tokens = v.seats.map((s) => s.token ?? (letter[s.left ?? ''] ?? 'R') + (left.indexOf(s) + 1));
    const islands = v.islands.map((i) => {
      if (i.won_by) return (i.removed ? '-' : '=') + i.won_by;
      return (
        coins(i)
          .map((x) => x.coin! + (i.tiles.indexOf(x) + 1))
          .join('') || '.'
      );
    });
    return [
      head(v),
      v.position.split(' | ')[1],
      v.order.join(''),
      v.phase === 'move' ? `move ${m} ${v.die}` : `roll ${m}`,
      v.quiet || (own ? 0 : 1),
      tokens.join(' '),
      islands.join(' '),
    ].join(' | ');
  },
  hint: 'conqueror.setup.hint',
  Piece,
};

export default setup;
