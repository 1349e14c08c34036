import { t } from './t';
import { head, type Setup } from '../setup';
import { type EpigoView, type Epigon, file, islandOf, name, rank, type Seat, tileAt } from './model';
import Piece from './Piece.svelte';
import { seatWord } from './words';

const sides = ['S', 'N'] as const;
const numbers = [1, 2, 3, 4, 5, 6, 7] as const;
const lands = (at: string): string[] => [0, 1].flatMap((r) => [0, 1].map((f) => name(file(at) + f, rank(at) + r)));

function move(v: EpigoView, id: string, to: Pick<Epigon, 'on' | 'at'>): EpigoView {
  const epigons = v.epigons.map((e) => (e.seat + e.number === id ? { ...e, ...to } : e));
  return housed({ ...v, epigons });
}

/** The residents of the Islands, by what the Epigons say. */
function housed(v: EpigoView): EpigoView {
  if (!v.islands) return v;
  const of = (s: Seat): number[] => v.epigons.filter((e) => e.seat === s && e.on === 'island').map((e) => e.number);
  const isle = (s: Seat) =>
    v.islands?.[s] ? { ...v.islands[s], squares: lands(v.islands[s].at), epigons: of(s) } : null;
  return { ...v, islands: { S: isle('S'), N: isle('N') } };
}

const lost = (v: EpigoView): number => v.epigons.filter((e) => e.on === 'captured').length;

const setup: Setup<EpigoView> = {
  begin: (v) => {
    const plan = {
      ...v,
      phase: 'plan' as const,
      round: 0,
      orders: null,
      ask: null,
      offers: [],
      result: null,
      acting: [...sides],
    };
    if (v.phase !== 'deploy') return plan;
    // Both line-ups in order, with the gap in the middle.
    const epigons = sides.flatMap((seat) =>
      numbers.map((number, i): Epigon => ({ seat, number, on: 'board', at: v.board.home[seat][i < 3 ? i : i + 1]! })),
    );
    const islands = v.island_places
      ? { S: { at: 'd2', squares: lands('d2'), epigons: [] }, N: { at: 'd6', squares: lands('d6'), epigons: [] } }
      : null;
    return { ...plan, turn: 1, epigons, islands };
  },
  clear: (v) => housed({ ...v, epigons: v.epigons.map((e) => ({ ...e, on: 'captured', at: null })) }),
  items: (v) =>
    sides.flatMap((s) => [
      ...numbers.map((n) => ({
        id: `${s}${n}`,
        name: t('epigo.say.theirs', { seat: seatWord(s), n }),
        group: seatWord(s),
      })),
      ...(v.islands ? [{ id: `${s}@`, name: t('epigo.say.island', { seat: seatWord(s) }), group: seatWord(s) }] : []),
    ]),
  put: (v, item, at) => {
    const seat = item[0] as Seat;
    if (item[1] === '@') {
      const free = new Set(v.board.squares);
      // The square pressed is the lower left one, or as near to it as the board allows.
      const place = [0, 1]
        .flatMap((r) => [0, 1].map((f) => name(file(at) - f, rank(at) - r)))
        .find((p) => lands(p).every((s) => free.has(s)));
      if (!place || !v.islands?.[seat]) return 'epigo.setup.why.island';
      return housed({ ...v, islands: { ...v.islands, [seat]: { ...v.islands[seat], at: place } } });
    }
    const isle = islandOf(v, at);
    if (isle && isle !== seat) return 'epigo.setup.why.otherIsland';
    if (isle) {
      const here = v.islands?.[seat]?.epigons ?? [];
      return here.length < 3 || here.includes(Number(item[1]))
        ? move(v, item, { on: 'island', at: null })
        : 'epigo.setup.why.fullIsland';
    }
    const there = tileAt(v, at);
    const freed =
      there && there.seat + there.number !== item
        ? move(v, there.seat + there.number, { on: 'captured', at: null })
        : v;
    return move(freed, item, { on: 'board', at });
  },
  take: (v, at) => {
    const id = setup.at(v, at);
    return id && id[1] !== '@' ? move(v, id, { on: 'captured', at: null }) : v;
  },
  at: (v, at) => {
    const e = tileAt(v, at);
    if (e) return e.seat + e.number;
    const isle = islandOf(v, at);
    if (!isle) return null;
    return isle + (v.islands?.[isle]?.epigons.at(-1) ?? '@');
  },
  questions: () => [],
  answer: (v) => v,
  text: (v) => {
    // A capture needs a turn in which it was made.
    const early = lost(v) ? 2 : 1;
    const turn = Math.max(v.turn, early);
    const side = (s: Seat): string =>
      numbers
        .map((n) => {
          const e = v.epigons.find((x) => x.seat === s && x.number === n);
          return e?.on === 'board' && e.at ? e.at : e?.on === 'island' ? '@' : '-';
        })
        .join(',') + (v.islands?.[s] ? `@${v.islands[s].at}` : '');
    return `${head(v)} | plan turn=${turn} quiet=${Math.min(v.quiet, turn - early)} S=${side('S')} N=${side('N')}`;
  },
  hint: 'epigo.setup.hint',
  Piece,
};

export default setup;
