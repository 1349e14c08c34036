// The story of a game in its own words: English, with the names of the players in it.
import { common } from '$games/common';
import type { GameEvent, Line } from '$games/wire';
import { t, YOU } from '$lib/i18n/index.svelte';

export function tell(e: GameEvent, name: (seat: string) => string): string {
  const usual = common(e, name);
  if (usual) return usual;
  const seat = e.seat ?? '';
  if (!seat || !e.text.startsWith(`${seat} `)) return e.text;
  // Its sentence speaks of somebody else, whoever reads it.
  const who = name(seat) === YOU ? `${t('self')}:` : name(seat);
  return `**${who}**${e.text.slice(seat.length)}`;
}

const counts = (e: GameEvent): boolean =>
  e.seat !== undefined && !['win', 'draw', 'resign', 'timeout', 'offer', 'accept'].includes(e.kind);

export const movesOf = (events: readonly GameEvent[]): number => events.filter(counts).length;

export function lines(events: readonly GameEvent[], name: (seat: string) => string): Line[] {
  let n = 0;
  return events
    .map((e) => ({ no: counts(e) ? String(++n) : '', text: tell(e, name), seat: e.seat }))
    .filter((l) => l.text);
}

export function latest(events: readonly GameEvent[]): number {
  const last = events.findLastIndex(counts);
  return last < 0 ? 0 : last;
}
