// The Conqueror as data. Paths are worked out here for previews only.
import type { ConquerorIsland, ConquerorPosition, ConquerorTile } from '$lib/api/types';

export type {
  ConquerorEvent,
  ConquerorIsland as Island,
  ConquerorPlayer as SeatState,
  ConquerorPosition as ConquerorView,
  ConquerorSeat as Seat,
  ConquerorTile as Tile,
} from '$lib/api/types';

export const seatIndex = (s: string): number => s.charCodeAt(0) - 65;
/** Files go on as a, b, … z, aa; layouts never need more. */
export const file = (t: string): number => t.charCodeAt(0) - 97;
export const rank = (t: string): number => parseInt(t.slice(1), 10);
export const name = (f: number, r: number): string => String.fromCharCode(97 + f) + r;

export const islandOf = (v: ConquerorPosition, tile: string): ConquerorIsland | undefined =>
  v.islands.find((i) => i.tiles.some((t) => t.at === tile));
export const tileOf = (v: ConquerorPosition, tile: string): ConquerorTile | undefined =>
  islandOf(v, tile)?.tiles.find((t) => t.at === tile);

/** One walk of exactly n steps from a to b over tiles that exist, preferring tiles without tokens; null if there is none. */
export function path(v: ConquerorPosition, from: string, to: string, n: number): string[] | null {
  const land = new Set(v.islands.filter((i) => !i.removed).flatMap((i) => i.tiles.map((t) => t.at)));
  let best: string[] | null = null;
  let least = Infinity;
  const walk = (at: string, seen: string[], cost: number): void => {
    if (seen.length === n + 1) {
      if (at === to && cost < least) {
        least = cost;
        best = seen;
      }
      return;
    }
    for (const [dx, dy] of [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ] as const) {
      const next = name(file(at) + dx, rank(at) + dy);
      if (!land.has(next) || seen.includes(next)) continue;
      walk(next, [...seen, next], cost + (tileOf(v, next)?.token ? 2 : 0) + (tileOf(v, next)?.coin ? 1 : 0));
    }
  };
  walk(from, [from], 0);
  return best;
}

/** What was rolled for an island, told as 'A6,2 B5'. */
export const rollsOf = (dice: string): { seat: string; dice: number[] }[] =>
  dice.split(' ').map((s) => ({ seat: s[0]!, dice: s.slice(1).split(',').map(Number) }));

export const stepsOf = (die: number): number => ((die - 1) % 3) + 1;
