// The story of a turn as pictures one after the other, made from the events alone.
import { type Frame, num, str } from '../wire';
import { type EpigoEvent, type Dir, type EpigoView, type Epigon, other, type Seat, step } from './model';

export interface Cards {
  round: number;
  S: string;
  N: string;
  first: Seat | '';
  turned: boolean;
  /** The Orders of the rounds before, in the order of play. */
  before: readonly { S: string; N: string }[];
}

export interface EpigoSpot {
  cards: Cards | null;
  wash: string[];
  counts: { at: string; text: string }[];
  bar: { at: string; dir: Dir } | null;
  arrow: { at: string; dir: Dir } | null;
  nudge: { id: string; dir: Dir } | null;
  mover: string | null;
  bad: boolean;
  /** The event being told, for the words beside the board. */
  event: EpigoEvent | null;
  /** What has been told of this round, the event last. */
  told: readonly EpigoEvent[];
}

const none: EpigoSpot = {
  cards: null,
  wash: [],
  counts: [],
  bar: null,
  arrow: null,
  nudge: null,
  mover: null,
  bad: false,
  event: null,
  told: [],
};

interface Standing {
  seat: Seat;
  number: number;
  at: string;
}

function standing(text: string): Standing[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((w) => {
      const [who = 'S0', at = 'a1'] = w.split('@');
      return { seat: who[0] as Seat, number: Number(who.slice(1)), at };
    });
}

function change(v: EpigoView, seat: Seat, number: number, to: Partial<Epigon>): EpigoView {
  return { ...v, epigons: v.epigons.map((e) => (e.seat === seat && e.number === number ? { ...e, ...to } : e)) };
}

function leaveIsland(v: EpigoView, seat: Seat, number: number): EpigoView {
  const isl = v.islands?.[seat];
  if (!v.islands || !isl) return v;
  return { ...v, islands: { ...v.islands, [seat]: { ...isl, epigons: isl.epigons.filter((n) => n !== number) } } };
}

function tally(tiles: Standing[], mover: Seat): string[] {
  let own = 0;
  let opp = 0;
  return tiles.map((x) => {
    if (x.seat === mover) own++;
    else opp++;
    return opp ? `${own}:${opp}` : String(own);
  });
}

/** All pictures that lead from `start` through `events`. */
export function epigoFrames(start: EpigoView, events: readonly EpigoEvent[]): Frame<EpigoView, EpigoSpot>[] {
  const out: Frame<EpigoView, EpigoSpot>[] = [];
  let v: EpigoView = { ...start, ask: null };
  let cards: Cards | null = null;
  if (start.orders && start.round) {
    const s = start.orders.S[start.round - 1];
    const n = start.orders.N[start.round - 1];
    const before = [1, 2]
      .slice(0, start.round - 1)
      .map((k) => ({ S: start.orders?.S[k - 1]?.order ?? '', N: start.orders?.N[k - 1]?.order ?? '' }));
    if (s && n)
      cards = { round: start.round, S: s.order, N: n.order, first: higher(s.number, n.number), turned: true, before };
  }
  let told: readonly EpigoEvent[] = [];
  const add = (ms: number, spot: Partial<EpigoSpot>, sound?: Frame['sound']): void => {
    if (spot.event && told[told.length - 1] !== spot.event) told = [...told, spot.event];
    out.push({ view: v, spot: { ...none, cards, told, ...spot }, ms, sound });
  };

  for (const e of events) {
    const seat = (e.seat ?? 'S') as Seat;
    const n = num(e, 'epigon');
    const dir = str(e, 'dir') as Dir;
    switch (e.kind) {
      case 'deploy': {
        v = { ...v, phase: 'plan' };
        const tiles = str(e, 'tiles').split(' ');
        tiles.forEach((x, i) => {
          if (x !== 'X') v = change(v, seat, Number(x), { on: 'board', at: v.board.home[seat][i] ?? null });
        });
        const at = str(e, 'island');
        if (at && v.islands) {
          const sq = [at, step(at, 'E'), step(at, 'N'), step(step(at, 'N'), 'E')];
          v = { ...v, islands: { ...v.islands, [seat]: { at, squares: sq, epigons: [] } } };
        }
        add(500, { event: e }, 'place');
        break;
      }
      case 'reveal': {
        const before: Cards['before'] = cards ? [...cards.before, { S: cards.S, N: cards.N }] : [];
        cards = {
          round: num(e, 'round'),
          S: str(e, 'south'),
          N: str(e, 'north'),
          first: str(e, 'first') as Seat | '',
          turned: false,
          before,
        };
        told = [];
        // While Orders turn over nobody plans.
        v = { ...v, round: cards.round, phase: 'slide' };
        add(220, { event: null });
        cards = { ...cards, turned: true };
        add(cards.first ? 850 : 1000, { event: e }, 'turn');
        break;
      }
      case 'idle':
        add(700, { event: e, bad: true }, 'block');
        break;
      case 'slide': {
        const from = str(e, 'from');
        const to = str(e, 'to');
        add(160, { mover: seat + n, wash: [from], event: e });
        v = leaveIsland(change(v, seat, n, { on: 'board', at: to }), seat, n);
        add(550, { mover: seat + n, wash: [from, to], event: e }, 'slide');
        break;
      }
      case 'leave':
        v = leaveIsland(change(v, seat, n, { on: 'board', at: str(e, 'from') }), seat, n);
        add(120, { mover: seat + n, event: e });
        break;
      case 'push':
      case 'block': {
        const tiles = standing(str(e, 'tiles'));
        const counts = tally(tiles, seat);
        const bad = e.kind === 'block';
        const wash = tiles.map((x) => x.at);
        tiles.forEach((_, i) =>
          add(
            i === tiles.length - 1 ? 220 : 130,
            {
              mover: seat + n,
              wash,
              bad,
              counts: tiles.slice(0, i + 1).map((x, k) => ({ at: x.at, text: counts[k]! })),
              event: e,
            },
            'tick',
          ),
        );
        const all = tiles.map((x, k) => ({ at: x.at, text: counts[k]! }));
        const lastTile = tiles[tiles.length - 1];
        if (bad) {
          const at = str(e, 'at') || lastTile?.at || 'a1';
          add(90, { mover: seat + n, wash, bad, counts: all, nudge: { id: seat + n, dir }, event: e });
          add(1100, { mover: seat + n, wash, bad, counts: all, bar: { at, dir }, event: e }, 'block');
        } else {
          for (const x of tiles)
            v = leaveIsland(change(v, x.seat, x.number, { on: 'board', at: step(x.at, dir) }), x.seat, x.number);
          add(
            750,
            {
              mover: seat + n,
              wash: [...wash, ...(lastTile ? [step(lastTile.at, dir)] : [])],
              counts: tiles.map((x, k) => ({ at: step(x.at, dir), text: counts[k]! })),
              event: e,
            },
            'push',
          );
        }
        break;
      }
      case 'capture': {
        const by = (str(e, 'by') || other(seat)) as Seat;
        const was = v.epigons.find((x) => x.seat === seat && x.number === n);
        if (was?.at === str(e, 'from') && v.board.squares.includes(was.at)) {
          const d = cardDir(cards, other(by), n);
          if (d) v = change(v, seat, n, { at: step(was.at, d) });
        }
        v = {
          ...change(v, seat, n, { on: 'captured', at: null }),
          captures: { ...v.captures, [by]: num(e, 'captures') },
        };
        add(800, { event: e }, 'capture');
        break;
      }
      case 'enter': {
        const isl = v.islands?.[seat];
        v = change(v, seat, n, { on: 'island', at: null });
        if (isl && v.islands)
          v = {
            ...v,
            islands: {
              ...v.islands,
              [seat]: { ...isl, epigons: [...isl.epigons.filter((k) => k !== n), n].sort((a, b) => a - b) },
            },
          };
        add(600, { mover: seat + n, event: e }, 'place');
        break;
      }
      case 'slam': {
        const isl = v.islands?.[seat];
        const at = str(e, 'to');
        if (isl && v.islands) {
          const sq = [at, step(at, 'E'), step(at, 'N'), step(step(at, 'N'), 'E')];
          v = { ...v, islands: { ...v.islands, [seat]: { ...isl, at, squares: sq } } };
        }
        add(900, { event: e }, 'lift');
        break;
      }
      case 'stop':
      case 'stay':
        add(450, { mover: n ? seat + n : null, event: e });
        break;
      case 'turn':
        cards = null;
        told = [];
        break;
      case 'win':
      case 'draw':
      case 'offer':
      case 'resign':
      case 'timeout':
      case 'accept':
        add(500, { event: e });
        break;
      default:
        break;
    }
  }
  return out;
}

const higher = (s: number, n: number): Seat | '' => (s > n ? 'S' : n > s ? 'N' : '');

function cardDir(cards: Cards | null, seat: Seat, n: number): Dir | null {
  const o = cards?.[seat];
  if (!o || o === 'SLAM' || Number(o[0]) !== n) return null;
  return (o[1] as Dir) ?? null;
}
