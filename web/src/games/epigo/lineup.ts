// Why a line-up went as it did: where its gap opens, and how far behind the row the Island lies.
import type { Reason } from '../insight';
import { type EpigoView, rank, type Seat } from './model';
import { t } from './t';

interface LineUp {
  row: string[];
  island: string | null;
}

function parse(text: string | null): LineUp | null {
  if (!text?.startsWith('deploy ')) return null;
  const [row = '', island] = text.slice(7).split(' @ ');
  return { row: row.split(' '), island: island ?? null };
}

/** Squares between a row and the Island behind it. An Island is named by its lower left square and is two high. */
const behind = (seat: Seat, home: string, island: string): number =>
  seat === 'S' ? rank(home) - rank(island) - 2 : rank(island) - rank(home) - 1;

/** A gap at an end leaves the tile beside it off the edge; anywhere else both ends are at the edge. */
export function lineUp(v: EpigoView, seat: Seat, played: string, best: string | null, me: string): Reason[] {
  const line = parse(played);
  const better = parse(best);
  const home = v.board.home[seat];
  if (!line) return [];
  const out: Reason[] = [];
  const last = line.row.length - 1;
  const gap = line.row.indexOf('X');
  const ideal = better ? better.row.indexOf('X') : -1;
  const advice = ideal === 0 || ideal === last ? t('epigo.x.gapEnd', { at: home[ideal] ?? '' }) : undefined;
  if (gap === 1 || gap === last - 1)
    out.push({
      kind: 'lone',
      head: t('epigo.x.lone', { who: me, n: line.row[gap === 1 ? 0 : last] ?? '' }),
      why: t('epigo.x.loneWhy', { at: home[gap] ?? '' }),
      better: advice,
    });
  else if (gap > 0 && gap < last)
    out.push({
      kind: 'split',
      head: t('epigo.x.split', { who: me, at: home[gap] ?? '', a: gap, b: last - gap }),
      why: t('epigo.x.splitWhy'),
      better: advice,
    });
  const far = (l: LineUp | null): boolean => Boolean(l?.island) && behind(seat, home[0] ?? '', l!.island!) > 0;
  if (far(line))
    out.push({
      kind: 'far',
      head: t('epigo.x.far', { who: me }),
      why: t('epigo.x.farWhy'),
      better: better?.island && !far(better) ? t('epigo.x.near', { at: better.island }) : undefined,
    });
  return out;
}
