// One's games on the server as it last told them, for the page of those who are without it. Loaded by those who keep Atoll.
import type { MyGames } from '$lib/api/people';

const key = 'atoll.games';

export type LastGames = Pick<MyGames, 'games' | 'others'> & { at: number };

/** Keeps what the server has just said of one's games, for the page of those who are without it later. */
export function noteGames(m: MyGames): void {
  try {
    const last: LastGames = { at: Date.now(), games: m.games, others: m.others.slice(0, 12) };
    localStorage.setItem(key, JSON.stringify(last));
  } catch {
    // Then that page has no list.
  }
}

export function lastGames(): LastGames | null {
  try {
    const last = JSON.parse(localStorage.getItem(key) ?? 'null') as LastGames | null;
    return Array.isArray(last?.games) && Array.isArray(last.others) ? last : null;
  } catch {
    return null;
  }
}
