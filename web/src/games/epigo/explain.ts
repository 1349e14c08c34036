// Why a plan went as it did, from the counts of the rules.
import type { Case, Reason } from '../insight';
import { num, str } from '../wire';
import { lineUp } from './lineup';
import {
  count,
  type Dir,
  type EpigoEvent,
  type EpigoView,
  other,
  type Seat,
  type Slot,
  step,
  tileAt,
  tileOf,
} from './model';
import { t } from './t';
import { dirWord } from './words';

const opposite: Record<Dir, Dir> = { N: 'S', E: 'W', S: 'N', W: 'E' };

const ordersOf = (text: string): Slot[] =>
  text.startsWith('plan ')
    ? text
        .split(' ')
        .slice(1)
        .map((o) => ({ number: o === 'SLAM' ? 8 : Number(o[0]), dir: (o[1] ?? null) as Dir | null }))
    : [];

/** Tiles of the other side that an Order pushes over the edge as things stand. */
function topples(v: EpigoView, seat: Seat, o: Slot): number | null {
  const at = o.dir ? tileOf(v, seat, o.number)?.at : null;
  if (!at || !o.dir) return null;
  const c = count(v, seat, at, o.dir);
  const last = c.tiles[c.tiles.length - 1];
  if (c.blocked >= 0 || !last?.at || last.seat === seat) return null;
  return v.board.squares.includes(step(last.at, o.dir)) ? null : last.number;
}

export function explain({ before, seat: who, played, best, events, name }: Case): Reason[] {
  const v = before as EpigoView;
  const seat = who as Seat;
  const foe = other(seat);
  const out: Reason[] = [];
  const me = name(seat);
  if (v.phase === 'deploy') return lineUp(v, seat, played, best, me);
  if (!played.startsWith('plan ')) return out;
  const plan = ordersOf(played);

  for (const e of events as readonly EpigoEvent[]) {
    const n = num(e, 'epigon');
    if (e.kind === 'capture' && e.seat === seat) {
      if (str(e, 'by') === seat || plan.some((o) => leaves(v, seat, o) && o.number === n))
        out.push({ kind: 'off', head: t('epigo.x.off', { who: me, n }), why: t('epigo.x.offWhy', { foe: name(foe) }) });
      else
        out.push({
          kind: 'toppled',
          head: t('epigo.x.toppled', { who: me, n }),
          why: edge(v, seat, n) ? t('epigo.x.toppledWhy', { at: tileOf(v, seat, n)?.at ?? '' }) : undefined,
        });
    }
    if (e.kind === 'block' && e.seat === seat && !str(e, 'why').match(/island|full/)) {
      const dir = str(e, 'dir') as Dir;
      const [own = '1', opp = '2'] = str(e, 'count').split(':');
      const from = tileOf(v, seat, n)?.at;
      const behind = from ? tileAt(v, step(from, opposite[dir])) : undefined;
      const helps =
        behind?.seat === seat && behind.at && count(v, seat, behind.at, dir).blocked < 0 ? behind.number : null;
      out.push({
        kind: 'outnumbered',
        head: t('epigo.x.outnumbered', { who: me, n, at: str(e, 'at') }),
        why: t('epigo.x.outnumberedWhy', { n, dir: dirWord(dir), own, opp }),
        better: helps ? t('epigo.x.behind', { who: me, b: helps, n, dir: dirWord(dir) }) : undefined,
      });
    }
    if (e.kind === 'idle' && e.seat === seat) out.push({ kind: 'idle', head: t('epigo.x.idle', { who: me, n }) });
    if (e.kind === 'reveal') {
      const [mine, theirs] = seat === 'S' ? [str(e, 'south'), str(e, 'north')] : [str(e, 'north'), str(e, 'south')];
      const a = mine === 'SLAM' ? mine : (mine[0] ?? '');
      const b = theirs === 'SLAM' ? theirs : (theirs[0] ?? '');
      if (!str(e, 'first'))
        out.push({ kind: 'cancelled', head: t('epigo.x.cancelled', { who: me, a, foe: name(foe) }) });
      else if (str(e, 'first') === foe)
        out.push({ kind: 'slower', head: t('epigo.x.slower', { who: me, a, b, foe: name(foe) }) });
    }
  }
  if (best) {
    const done = new Set(plan.map((o) => `${o.number}${o.dir ?? ''}`));
    for (const o of ordersOf(best)) {
      const n = topples(v, seat, o);
      if (n !== null && o.dir && !done.has(`${o.number}${o.dir}`)) {
        out.push({
          kind: 'missed',
          head: t('epigo.x.missed', { who: me, n, foe: name(foe) }),
          better: t('epigo.x.missedBetter', { a: o.number, dir: dirWord(o.dir), n }),
        });
        break;
      }
    }
  }
  return out.sort((a, b) => weight.indexOf(a.kind) - weight.indexOf(b.kind));
}
const weight = ['off', 'outnumbered', 'toppled', 'missed', 'idle', 'cancelled', 'slower'];

const edge = (v: EpigoView, seat: Seat, n: number): boolean => {
  const at = tileOf(v, seat, n)?.at;
  return Boolean(at) && (['N', 'E', 'S', 'W'] as const).some((d) => !v.board.squares.includes(step(at!, d)));
};

/** Whether an Order walks its own tile off the board as things stand. */
export function leaves(v: EpigoView, seat: Seat, o: Slot): boolean {
  const at = o.dir ? tileOf(v, seat, o.number)?.at : null;
  return Boolean(at && o.dir && !v.board.squares.includes(step(at, o.dir)));
}
