// How a finished game went for somebody: a place, and what it did to the rating.
import type { SeatInfo, TableInfo } from './api/types';
import { t } from './i18n/index.svelte';

interface HowItWent {
  text: string;
  kind: '' | 'ok';
  /** As it is written, empty where nothing was at stake. */
  change: string;
}

export function outcomeOf(info: TableInfo, of: (s: SeatInfo) => boolean): HowItWent | null {
  const rank = (info.result as { rank?: Record<string, number> } | null)?.rank ?? {};
  const s = (info.seats ?? []).find(of);
  const place = s && rank[s.seat];
  if (!s || !place) return null;
  const shared = Object.values(rank).filter((x) => x === place).length > 1;
  const text =
    place === 1
      ? t(shared ? 'over.draw' : 'over.won')
      : Object.keys(rank).length === 2
        ? t('over.lost')
        : t('over.rank', { n: place });
  const c = s.rating_change;
  const change = c === undefined ? '' : (c > 0 ? '+' : c < 0 ? '−' : '±') + Math.abs(c);
  return { text, kind: place === 1 && !shared ? 'ok' : '', change };
}
