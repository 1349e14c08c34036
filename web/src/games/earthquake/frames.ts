// The story of the island: cracks race, tops shake and fall, explorers climb, swim and drown.
import { type Frame, list, num, str } from '../wire';
import { type EarthquakeEvent, cellOf, type Explorer, type HexCell, isTool, type QuakeView, type Seat } from './model';

export interface QuakeSpot {
  wash: string[];
  cracking: string | null;
  shake: string[];
  falling: { hex: string; tile: string; height: number }[];
  glow: string | null;
  splash: string | null;
  event: EarthquakeEvent | null;
}

const mapCell = (v: QuakeView, hex: string, f: (c: HexCell) => HexCell): QuakeView => ({
  ...v,
  cells: v.cells.map((c) => (c.hex === hex ? f(c) : c)),
});
const mapOne = (v: QuakeView, seat: string, f: (e: Explorer) => Explorer): QuakeView => ({
  ...v,
  explorers: v.explorers.map((e) => (e.seat === seat ? f(e) : e)),
});

function stand(v: QuakeView, seat: Seat, hex: string | null): QuakeView {
  const h = hex ? (cellOf(v, hex)?.height ?? 0) : 0;
  const cells = v.cells.map((c) =>
    c.hex === hex ? { ...c, explorer: seat } : c.explorer === seat ? { ...c, explorer: null } : c,
  );
  return mapOne({ ...v, cells }, seat, (e) => ({ ...e, hex, height: h, water: hex !== null && h === 0 }));
}

export function quakeFrames(start: QuakeView, events: readonly EarthquakeEvent[]): Frame<QuakeView, QuakeSpot>[] {
  const out: Frame<QuakeView, QuakeSpot>[] = [];
  let v = start;
  let wash: string[] = [];
  const add = (ms: number, spot: Partial<QuakeSpot>, sound?: Frame['sound']): void => {
    out.push({
      view: v,
      spot: { wash, cracking: null, shake: [], falling: [], glow: null, splash: null, event: null, ...spot },
      ms,
      sound,
    });
  };
  for (const e of events) {
    const seat = (e.seat ?? '1') as Seat;
    const hex = str(e, 'hex');
    switch (e.kind) {
      case 'place':
        v = stand(v, seat, hex);
        wash = [hex];
        add(400, { event: e }, 'place');
        break;
      case 'turn':
        v = { ...v, turn: seat, turn_number: num(e, 'number') };
        wash = [];
        break;
      case 'move':
        wash = [str(e, 'from'), str(e, 'to')];
        v = stand(v, seat, str(e, 'to'));
        if (str(e, 'by') !== 'step') v = mapOne(v, seat, (x) => ({ ...x, tool: null }));
        add(420, { event: e }, 'slide');
        break;
      case 'float':
      case 'drop':
        v = mapOne(v, seat, (x) => ({ ...x, tool: null }));
        add(400, { event: e });
        break;
      case 'cracks':
        add(260, { cracking: hex, event: e }, 'block');
        add(200, { cracking: hex, shake: list(e, 'hexes'), event: e });
        break;
      case 'fall': {
        const was = cellOf(v, hex);
        const top = str(e, 'top');
        const height = num(e, 'height');
        v = mapCell(v, hex, (c) => ({
          ...c,
          height,
          top: top || null,
          tiles: top ? [...c.tiles.slice(0, Math.max(0, height - 1)), top] : [],
          volcano: top === 'V',
        }));
        const who = str(e, 'explorer');
        if (who) v = mapOne(v, who, (x) => ({ ...x, height, water: height === 0 }));
        add(
          str(e, 'by') === 'cracks' ? 240 : 360,
          {
            falling: was?.top ? [{ hex, tile: str(e, 'tile'), height: was.height }] : [],
            splash: height === 0 ? hex : null,
            event: e,
          },
          height === 0 ? 'fall' : 'push',
        );
        break;
      }
      case 'keep':
        v = mapOne(v, seat, (x) => ({ ...x, tool: str(e, 'tool') }));
        add(350, { event: e }, 'place');
        break;
      case 'sandbag':
      case 'dynamite':
      case 'bazooka':
        v = mapOne(v, seat, (x) => ({ ...x, tool: null }));
        add(450, { cracking: hex, event: e }, e.kind === 'sandbag' ? 'place' : 'block');
        break;
      case 'push':
        v = mapOne(v, seat, (x) => ({ ...x, tool: null }));
        v = stand(v, e.pushed, e.to);
        wash = [hex, str(e, 'to')];
        add(450, { event: e }, 'push');
        break;
      case 'thief': {
        const tool = str(e, 'tool');
        v = mapOne(
          mapOne(v, seat, (x) => ({ ...x, tool: isTool(tool) ? tool : x.tool })),
          str(e, 'victim'),
          (x) => ({ ...x, tool: null }),
        );
        add(500, { event: e }, 'turn');
        break;
      }
      case 'volcano':
        add(650, { glow: hex, event: e }, 'lift');
        break;
      case 'water':
        v = mapOne(v, seat, (x) => ({ ...x, water: true, height: 0 }));
        add(450, { splash: hex, event: e }, 'fall');
        break;
      case 'out':
        v = mapOne(stand(v, seat, null), seat, (x) => ({ ...x, in: false, tool: null, water: false }));
        add(700, { splash: hex || null, event: e }, 'fall');
        break;
      case 'scatter':
      case 'stay':
      case 'hole':
      case 'discard':
      case 'win':
        add(e.kind === 'stay' ? 200 : 320, { event: e });
        break;
      default:
        break;
    }
  }
  return out;
}
