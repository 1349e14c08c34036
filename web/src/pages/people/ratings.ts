// How a rating went, game by game.
import type { TableInfo } from '$lib/api/types';

export interface Point {
  at: number;
  rating: number;
  change: number;
  id: string;
}

/** What each of somebody's games did to a rating, the oldest first. */
export function points(games: TableInfo[], user: string): Point[] {
  const out: Point[] = [];
  for (const g of games) {
    const s = (g.seats ?? []).find((x) => x.user === user);
    if (s?.rating !== undefined && s.rating_change !== undefined)
      out.push({ at: g.updated, rating: s.rating, change: s.rating_change, id: g.id });
  }
  return out.sort((a, b) => a.at - b.at);
}

/** The rating before the first of these games, and after each. */
export const course = (list: Point[]): number[] =>
  list[0] ? [list[0].rating - list[0].change, ...list.map((p) => p.rating)] : [];
