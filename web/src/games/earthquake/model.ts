// Earthquake Island as data: stacks, tools, explorers, and what a step would do.
import type { Glyph } from '../../boards/glyphs';
import type { EarthquakeCell, EarthquakePosition } from '$lib/api/types';
import { tools } from './glyphs';

export type {
  EarthquakeCell as HexCell,
  EarthquakeEvent,
  EarthquakeExplorer as Explorer,
  EarthquakePosition as QuakeView,
  EarthquakeSeat as Seat,
} from '$lib/api/types';

export const toolGlyph: Record<string, Glyph> = tools;
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
export const neighbour = (c: EarthquakeCell, d: number, by = 1): string =>
  hexName(c.row + ways[d]![0] * by, c.number + ways[d]![1] * by);

export const cellOf = (v: EarthquakePosition, hex: string): EarthquakeCell | undefined =>
  v.cells.find((c) => c.hex === hex);
export const ends = (tile: string): number[] => [...tile.slice(1)].map(Number);

// Pointy hexes squashed to .82: 100 units are the distance of two neighbours in a row.
export const squash = 0.82;
export const rise = 8.5;
export const hexX = (c: { row: number; number: number }): number => (c.number - 1 - c.row / 2) * 100;
export const hexY = (c: { row: number; number: number }): number => -c.row * 86.6 * squash;
const r = 100 / Math.sqrt(3);
const spread = (list: readonly number[]): readonly [number, number] => [Math.min(...list), Math.max(...list)];

/** How much higher a stack must be to hide most of what lies behind it. */
const hides = 3;

/** The stacks that hide any of these hexes: those before them, to the south-west and south-east, and much higher. */
export function inTheWay(v: EarthquakePosition, see: ReadonlySet<string>): Set<string> {
  const out = new Set<string>();
  for (const hex of see) {
    const c = cellOf(v, hex);
    if (!c) continue;
    for (const d of [4, 5]) {
      const n = cellOf(v, neighbour(c, d));
      if (n && !n.explorer && n.height >= c.height + hides) out.add(n.hex);
    }
  }
  return out;
}

/**
 * The part of the sea that is drawn, as x, y, width and height: the playing area and half a hex around it, so that the
 * water beyond can be pressed; everything while somebody swims out there. The heights say how much room there is above.
 */
export function frame(v: EarthquakePosition): readonly [number, number, number, number] {
  const area = v.cells?.filter((c) => c.area) ?? [];
  const all = !area.length || area.length === v.cells.length || v.cells.some((c) => c.explorer && !c.area);
  const shown = all ? (v.cells ?? []) : area;
  const [left, right] = all ? [-150, 450] : spread(area.map(hexX));
  const bottom = all ? 0 : Math.max(...area.map(hexY));
  const least = all ? hexY({ row: 6, number: 1 }) : Math.min(...area.map(hexY));
  // An explorer may come to any stack, and their figures are as high as two hexes; steps of two tiles keep the picture still.
  const need = Math.max(0, ...shown.map((c) => least - hexY(c) + Math.ceil(c.height / 2) * 2 * rise));
  const top = least - 66 - need;
  return [left - 75, top, right - left + 150, bottom + 66 - top];
}

/** The six corners of a hex around its middle, clockwise from the top. */
export const corners: readonly (readonly [number, number])[] = Array.from({ length: 6 }, (_, i) => {
  const a = ((60 * i - 90) * Math.PI) / 180;
  return [Math.cos(a) * r, Math.sin(a) * r * squash] as const;
});

/** A hex around its middle as a path, in parts of its size. */
export const hexPath = (k: number): string =>
  corners.map((p, i) => `${i ? 'L' : 'M'}${(p[0] * k).toFixed(1)} ${(p[1] * k).toFixed(1)}`).join('') + 'Z';

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
export const needs: Record<string, Glyph> = {
  rope: tools.R,
  spring: tools.J,
  swim: tools.L,
  float: tools.L,
  dynamite: tools.D,
  bazooka: tools.B,
  push: tools.P,
  thief: tools.T,
  sandbag: tools.S,
};
