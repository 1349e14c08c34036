// The Conqueror's story as pictures: roll, walk in hops, claim, win and lift.
import { type Frame, list, num, str } from '../wire';
import {
  type ConquerorEvent,
  type ConquerorView,
  type Island,
  islandOf,
  rollsOf,
  type Seat,
  type SeatState,
  type Tile,
} from './model';

export interface ConquerorSpot {
  wash: string[];
  rolling: boolean;
  die: number;
  /** Whose die that is. */
  roller: string;
  /** The dice for an island that nobody has won. */
  dice: ReturnType<typeof rollsOf>;
  hop: string | null;
  won: string | null;
  event: ConquerorEvent | null;
}

const mapTiles = (v: ConquerorView, f: (t: Tile, i: Island) => Tile): ConquerorView => ({
  ...v,
  islands: v.islands.map((i) => ({ ...i, tiles: i.tiles.map((t) => f(t, i)) })),
});
const mapIsland = (v: ConquerorView, at: string, change: Partial<Island>): ConquerorView => ({
  ...v,
  islands: v.islands.map((i) => (i.at === at ? { ...i, ...change } : i)),
});
const tilesOf = (v: ConquerorView, at: string): string[] =>
  v.islands.find((i) => i.at === at)?.tiles.map((t) => t.at) ?? [];
const mapSeat = (v: ConquerorView, seat: string, f: (s: SeatState) => SeatState): ConquerorView => ({
  ...v,
  seats: v.seats.map((s) => (s.seat === seat ? f(s) : s)),
});

function put(v: ConquerorView, seat: Seat, at: string | null): ConquerorView {
  return mapSeat(
    mapTiles(v, (t) => ({ ...t, token: t.at === at ? seat : t.token === seat ? null : t.token })),
    seat,
    (s) => ({ ...s, token: at }),
  );
}

export function conquerorFrames(
  start: ConquerorView,
  events: readonly ConquerorEvent[],
): Frame<ConquerorView, ConquerorSpot>[] {
  const out: Frame<ConquerorView, ConquerorSpot>[] = [];
  let v = start;
  let die = start.die;
  let roller = start.turn ?? '';
  let wash: string[] = [];
  const add = (ms: number, spot: Partial<ConquerorSpot>, sound?: Frame['sound']): void => {
    const still = { wash, rolling: false, die, roller, dice: [], hop: null, won: null, event: null };
    out.push({ view: v, spot: { ...still, ...spot }, ms, sound });
  };
  for (const e of events) {
    const seat = (e.seat ?? 'A') as Seat;
    switch (e.kind) {
      case 'order':
        v = { ...v, order: list(e, 'order') as Seat[] };
        add(400, { event: e });
        break;
      case 'start':
        v = put(v, seat, str(e, 'tile'));
        wash = [str(e, 'tile')];
        add(350, { event: e }, 'place');
        break;
      case 'claim': {
        const at = str(e, 'tile');
        const isl = islandOf(v, at);
        const latest = 1 + Math.max(0, ...(isl?.tiles.map((t) => t.latest) ?? []));
        v = mapSeat(
          mapTiles(v, (t) => (t.at === at ? { ...t, coin: seat, latest } : t)),
          seat,
          (s) => ({ ...s, coins: num(e, 'left'), placed: s.placed + 1 }),
        );
        add(300, { event: e }, 'place');
        break;
      }
      case 'win': {
        const at = str(e, 'island');
        add(250, { event: e, won: at });
        v = mapIsland(v, at, { won_by: seat, holder: seat });
        v = mapTiles(v, (t, i) => (i.at === at ? { ...t, coin: null, latest: 0 } : t));
        for (const w of list(e, 'back')) {
          const k = Number(w.slice(1));
          v = mapSeat(v, w[0]!, (s) => ({ ...s, coins: s.coins + k, placed: s.placed - k }));
        }
        v = mapSeat(v, seat, (s) => ({ ...s, won: num(e, 'won') }));
        add(900, { event: e, won: at }, 'lift');
        break;
      }
      case 'remove':
        v = mapIsland(v, str(e, 'island'), { removed: true });
        add(650, { event: e }, 'fall');
        break;
      case 'roll':
        roller = seat;
        add(520, { rolling: true, die: num(e, 'die'), event: e }, 'roll');
        die = num(e, 'die');
        add(350, { event: e });
        break;
      case 'move': {
        const p = list(e, 'path');
        wash = [str(e, 'from'), str(e, 'to')];
        for (const at of p.slice(1)) {
          v = put(v, seat, at);
          add(190, { hop: seat, event: e }, 'tick');
        }
        add(150, { event: e });
        break;
      }
      case 'forfeit':
      case 'resign':
      case 'timeout':
        v = mapSeat(put(v, seat, null), seat, (s) => ({ ...s, in: false }));
        add(600, { event: e }, 'fall');
        break;
      case 'award':
        die = 0; // nobody walks any more
        wash = tilesOf(v, str(e, 'island'));
        v = mapIsland(v, str(e, 'island'), { holder: seat });
        add(300, { event: e }, 'tick');
        break;
      case 'tie': {
        die = 0;
        wash = tilesOf(v, str(e, 'island'));
        const dice = rollsOf(str(e, 'dice'));
        add(520, { rolling: true, dice, event: e }, 'roll');
        // Long enough to read who rolled what.
        add(1800, { dice, event: e });
        break;
      }
      case 'end':
        die = 0;
        wash = [];
        add(600, { event: e });
        break;
      case 'pass':
      case 'broke':
        add(600, { event: e });
        break;
      default:
        break;
    }
  }
  return out;
}
