// Earthquake Island as data: stacks, tools, explorers, and what a step would do.
import type { GlyphName } from '../../boards/glyphs';
import type { View } from '../wire';

export interface HexCell {
  hex: string;
  row: number;
  number: number;
  area: boolean;
  height: number;
  top: string | null;
  tiles: string[];
  volcano: boolean;
  explorer: string | null;
  falls: string[];
}

export interface Explorer {
  seat: string;
  in: boolean;
  hex: string | null;
  height: number;
  tool: string | null;
  water: boolean;
  protected: boolean;
  stranded: boolean;
  left: number | null;
}

export interface QuakeView extends View {
  phase: 'scatter' | 'place' | 'go' | 'keep' | 'crack' | 'hole' | 'after' | 'flee' | 'reveal' | 'over';
  turn: string | null;
  turn_number: number;
  order: string[];
  fleeing: string[];
  /** Where played cracks lie that are still to be removed. */
  cracks: string | null;
  /** A volcano was left before going, and there is still a go to make. */
  go_due: boolean;
  reveal: string | null;
  cells: HexCell[];
  explorers: Explorer[];
  unseen: Record<string, number | number[]>;
}

export const toolGlyph: Record<string, GlyphName> = {
  R: 'rope',
  L: 'lifebelt',
  S: 'sandbag',
  D: 'dynamite',
  B: 'bazooka',
  J: 'spring',
  P: 'push',
  T: 'thief',
};
export const isTool = (t: string | null): boolean => t !== null && t in toolGlyph;
export const seatIndex = (s: string): number => Number(s) - 1;

/** E, NE, NW, W, SW, SE as [row, number]. */
export const ways: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, -1],
  [-1, -1],
  [-1, 0],
];
export const hexName = (row: number, number: number): string => String.fromCharCode(97 + row) + number;
export const neighbour = (c: HexCell, d: number, by = 1): string =>
  hexName(c.row + ways[d]![0] * by, c.number + ways[d]![1] * by);

export const cellOf = (v: QuakeView, hex: string): HexCell | undefined => v.cells.find((c) => c.hex === hex);
export const ends = (tile: string): number[] => [...tile.slice(1)].map(Number);

// Pointy hexes squashed to .82: 100 units are the distance of two neighbours in a row.
export const squash = 0.82;
export const rise = 8.5;
export const hexX = (c: { row: number; number: number }): number => (c.number - 1 - c.row / 2) * 100;
export const hexY = (c: { row: number; number: number }): number => -c.row * 86.6 * squash;
const r = 100 / Math.sqrt(3);
const spread = (list: readonly number[]): readonly [number, number] => [Math.min(...list), Math.max(...list)];

/**
 * The part of the sea that is drawn, as x, y, width and height: the playing area and half a hex around it, so that the
 * water beyond can be pressed; everything while somebody swims out there.
 */
export function frame(v: QuakeView): readonly [number, number, number, number] {
  const area = v.cells?.filter((c) => c.area) ?? [];
  const all = !area.length || area.length === v.cells.length || v.cells.some((c) => c.explorer && !c.area);
  const [left, right] = spread(all ? [-150, 450] : area.map(hexX));
  const [top, bottom] = spread(all ? [hexY({ row: 6, number: 1 }), 0] : area.map(hexY));
  const aside = all ? 75 : 95;
  return [left - aside, top - 114, right - left + 2 * aside, bottom - top + 229];
}

/** The six corners of a hex around its middle, clockwise from the top. */
export const corners: readonly (readonly [number, number])[] = Array.from({ length: 6 }, (_, i) => {
  const a = ((60 * i - 90) * Math.PI) / 180;
  return [Math.cos(a) * r, Math.sin(a) * r * squash] as const;
});

export interface Option {
  text: string;
  verb: string;
  hex: string | null;
  seat: string | null;
}

export function parse(text: string): Option {
  const [verb = '', arg = ''] = text.split(' ');
  return { text, verb, hex: /^[a-g]\d$/.test(arg) ? arg : null, seat: verb === 'thief' ? arg : null };
}

/** Verbs that take the explorer somewhere. */
export const goes = (verb: string): boolean =>
  ['stay', 'move', 'rope', 'spring', 'swim', 'float', 'place'].includes(verb);
export const needs: Record<string, GlyphName> = {
  rope: 'rope',
  spring: 'spring',
  swim: 'lifebelt',
  float: 'lifebelt',
  dynamite: 'dynamite',
  bazooka: 'bazooka',
  push: 'push',
  thief: 'thief',
  sandbag: 'sandbag',
};

export interface Forecast {
  /** Hexes that lose their top, with the own one last. */
  loses: string[];
  endHeight: number;
  helped: { seat: string; hex: string }[];
  harmed: { seat: string; hex: string }[];
}

/** What playing the top of a hex would do, as far as the open tiles tell. */
export function forecast(v: QuakeView, o: Option): Forecast | null {
  const me = v.explorers.find((e) => e.seat === (v.acting[0] ?? ''));
  if (o.verb === 'dynamite' || o.verb === 'bazooka') {
    const c = o.hex ? cellOf(v, o.hex) : undefined;
    if (!c) return null;
    return {
      loses: c.height ? [c.hex] : [],
      endHeight: -1,
      helped: [],
      harmed: c.explorer ? [{ seat: c.explorer, hex: c.hex }] : [],
    };
  }
  if (!['stay', 'move', 'rope', 'spring'].includes(o.verb)) return null;
  const at = o.hex ?? me?.hex ?? null;
  const c = at ? cellOf(v, at) : undefined;
  if (!c || !c.top) return null;
  if (!c.top.startsWith('C')) return { loses: [], endHeight: c.height, helped: [], harmed: [] };
  const loses = [...c.falls, c.hex];
  const harmed = v.explorers
    .filter((e) => e.hex && c.falls.includes(e.hex) && e.seat !== me?.seat)
    .map((e) => ({ seat: e.seat, hex: e.hex! }));
  const helped: Forecast['helped'] = [];
  for (const e of v.explorers) {
    if (!e.water || !e.hex || e.seat === me?.seat) continue;
    const w = cellOf(v, e.hex)!;
    for (let d = 0; d < 6; d++) {
      const n = cellOf(v, neighbour(w, d));
      if (n && !n.volcano && n.height === 2 && loses.includes(n.hex)) helped.push({ seat: e.seat, hex: n.hex });
    }
  }
  return { loses, endHeight: c.height - 1, helped, harmed };
}
