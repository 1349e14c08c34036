// A table in a few words, for bars and lists.
import type { ClockSetup, SeatInfo, TableInfo } from './api/types';
import { changedOptions, variantName } from './catalogue.svelte';
import { t, type Key } from './i18n/index.svelte';

export function clockWords(c: ClockSetup | undefined): string {
  switch (c?.kind) {
    case 'fischer':
      return t('table.fischer', { min: Math.round(((c.initial_s ?? 0) / 60) * 10) / 10, inc: c.increment_s ?? 0 });
    case 'per_turn':
      return t('table.perTurn', { s: c.turn_s ?? 0 });
    case 'correspondence':
      return t('table.days', { n: c.days ?? 0 });
    default:
      return t('table.noClock');
  }
}

/** Bots are called by their level, in the language of the page. */
export const botName = (level: number, name: string): string =>
  level >= 1 && level <= 8 ? t(`bot.${level}` as Key) : name;
export const seatName = (s: SeatInfo): string =>
  s.kind === 'bot' ? botName(s.level ?? 0, s.name ?? '') : (s.name ?? '');

/** The name of a seat where nobody's is known: compass or letter. */
export function seatLabel(seat: string): string {
  return seat === 'S' || seat === 'N' || seat === 'E' || seat === 'W' ? t(`seat.${seat}`) : t('seat.other', { seat });
}

/** Those at a table beside whoever looks. */
export const others = (x: TableInfo): string =>
  (x.seats ?? [])
    .filter((s) => !s.mine && s.name)
    .map(seatName)
    .join(', ');

/** Says that a table has changed options; a variant does not count, because its name says it. */
export const changedRules = (info: TableInfo): string =>
  changedOptions(info.game, info.options).some((o) => o.key !== 'variant') ? t('table.changed') : '';

export function describe(info: TableInfo): string {
  const who = (info.seats ?? []).map(seatName).filter(Boolean).join(', ');
  return [
    variantName(info.game, info.options),
    changedRules(info),
    who,
    info.rated ? t('table.rated') : t('table.unrated'),
    clockWords(info.clock),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The speed under which a game is rated: by the time that forty decisions may take. */
export function speedOf(c: ClockSetup | undefined): 'blitz' | 'rapid' | 'slow' | 'days' | 'untimed' {
  let s = 0;
  if (c?.kind === 'fischer') s = (c.initial_s ?? 0) + 40 * (c.increment_s ?? 0);
  else if (c?.kind === 'per_turn') s = 40 * (c.turn_s ?? 0);
  else return c?.kind === 'correspondence' ? 'days' : 'untimed';
  return s < 480 ? 'blitz' : s < 1800 ? 'rapid' : 'slow';
}

/** A span of time as clocks of long games show it. */
export function timeLeft(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const h = Math.floor(s / 3600);
  if (h >= 24) return t('table.clockDays', { d: Math.floor(h / 24), h: h % 24 });
  return h ? t('await.hours', { n: h }) : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}
