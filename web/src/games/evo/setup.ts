import { t } from './t';
import { head, type Setup } from '../setup';
import { type EvoView, type Role, type Seat, seatIndex, seatsOf, squares, wheel } from './model';
import Piece from './Piece.svelte';
import { roleWord, seatWord } from './words';

const homes: Record<Seat, string> = { S: 'j1', W: 'a3', N: 'c12', E: 'l10' };

/** Who has neither castle nor pieces has left; only four can play on without somebody. */
const gone = (v: EvoView, s: Seat): boolean => v.players === 4 && !v.castles[s] && !v.pieces.some((p) => p.seat === s);

function emptied(v: EvoView, at: string): EvoView {
  const castles = Object.fromEntries(Object.entries(v.castles).map(([s, c]) => [s, c === at ? null : c]));
  return { ...v, castles, pieces: v.pieces.filter((p) => p.at !== at), threats: [], moves: [] };
}

const setup: Setup<EvoView> = {
  begin: (v) => ({ ...v, result: null, acting: [v.acting[0] ?? 'S'], moves: [], threats: [] }),
  clear: (v) => ({
    ...v,
    pieces: [],
    threats: [],
    moves: [],
    castles: Object.fromEntries(seatsOf(v).map((s) => [s, homes[s]])),
  }),
  items: (v) =>
    seatsOf(v).flatMap((s) => [
      ...wheel.map((r) => ({
        id: `${seatIndex(v, s)}${s}${r}`,
        name: t('evo.say.theirs', { seat: seatWord(s), role: roleWord(r) }),
        group: seatWord(s),
      })),
      { id: `${seatIndex(v, s)}${s}K`, name: t('evo.say.castle', { seat: seatWord(s) }), group: seatWord(s) },
    ]),
  put: (v, item, at) => {
    const seat = item[1] as Seat;
    if (item[2] === 'K') {
      if (at !== homes[seat]) return 'evo.setup.why.castle';
      const w = emptied(v, at);
      return { ...w, castles: { ...w.castles, [seat]: at } };
    }
    const w = emptied(v, at);
    return { ...w, pieces: [...w.pieces, { at, seat, role: item[2] as Role }] };
  },
  take: (v, at) => emptied(v, at),
  at: (v, at) => {
    const p = v.pieces.find((x) => x.at === at);
    if (p) return `${seatIndex(v, p.seat)}${p.seat}${p.role}`;
    const castle = seatsOf(v).find((s) => v.castles[s] === at);
    return castle ? `${seatIndex(v, castle)}${castle}K` : null;
  },
  questions: (v) => [
    {
      id: 'turn',
      label: t('setup.turn'),
      value: v.acting[0] ?? 'S',
      options: seatsOf(v).map((s) => ({ value: s, label: seatWord(s) })),
    },
  ],
  answer: (v, _q, value) => ({ ...v, acting: [value as Seat] }),
  text: (v) => {
    const here = seatsOf(v).filter((s) => !gone(v, s));
    const mover = v.acting[0] ?? 'S';
    // As few turns as the captures need, and at least one: a position of its own is not the start.
    let turn = 2 + here.reduce((n, s) => n + Math.max(0, 8 - v.pieces.filter((p) => p.seat === s).length), 0);
    if (v.players === 2 && (turn % 2 === 1) !== (mover === 'S')) turn++;
    const side = (s: Seat): string => {
      if (gone(v, s)) return `${s} left`;
      const pieces = squares
        .flatMap((at) => v.pieces.filter((p) => p.seat === s && p.at === at))
        .map((p) => p.at + p.role);
      return [s, v.castles[s] ?? '-', ...pieces].join(' ');
    };
    return [head(v), `${turn} 0 ${mover}`, ...seatsOf(v).map(side), '-'].join(' | ');
  },
  hint: 'evo.setup.hint',
  Piece,
};

export default setup;
