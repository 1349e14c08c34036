// Epigo told in words: for lists, for screen readers, for the panel beside the board.
import { common } from '../common';
import { t, type Key } from './t';
import { type Line, num, str } from '../wire';
import { type EpigoEvent, count, type Dir, type EpigoView, islandOf, type Seat, tileAt } from './model';
import type { EpigoPlay } from './play.svelte';

export const dirWord = (d: Dir): string => t(`epigo.dir.${d}`);
export const seatWord = (s: Seat): string => t(`seat.${s}`);

const place = (i: number): string => t(`epigo.${(i + 1) as 1 | 2 | 3}`);

/** Place, piece, owner, state, action: the order that screen readers get for every cell. */
export function cellName(v: EpigoView, sq: string, play: EpigoPlay | null): string {
  const me = play?.seat ?? null;
  if (v.phase === 'deploy' && play && me) {
    const i = v.board.home[me].indexOf(sq);
    if (i >= 0) return t('epigo.say.line', { at: sq, tile: play.line[i] ?? '' });
  }
  const isl = islandOf(v, sq);
  const e = tileAt(v, sq);
  if (!e) {
    if (!isl) return t('epigo.say.empty', { at: sq });
    const here = v.islands?.[isl]?.epigons ?? [];
    return [sq, t('epigo.say.island', { seat: seatWord(isl) }), ...here.map(String)].join(', ');
  }
  const parts = [
    sq,
    e.seat === me
      ? t('epigo.say.own', { n: e.number })
      : t('epigo.say.theirs', { seat: seatWord(e.seat), n: e.number }),
  ];
  let tail = '';
  if (play && e.seat === me) {
    const i = play.slots.findIndex((s) => s?.number === e.number);
    const dir = play.slots[i]?.dir;
    if (i >= 0) parts.push(t('epigo.say.order', { place: place(i), dir: dir ? dirWord(dir) : t('epigo.direction') }));
    if (dir) {
      const c = count(v, e.seat, sq, dir);
      if (c.tiles.length > 1) {
        const own = c.tiles.filter((x) => x.seat === me).length;
        const opp = c.tiles.length - own;
        tail = '. ' + t(c.blocked >= 0 ? 'epigo.say.blocked' : 'epigo.say.push', { own, opp });
      }
    }
  }
  return parts.join(', ') + tail;
}

/** An Order as it is read out: "5 east". */
export const orderWord = (o: string): string =>
  o === 'SLAM' ? 'SLAM!' : `${o[0] ?? ''} ${dirWord((o[1] ?? 'N') as Dir)}`;

/** Who of two acts first, and why. */
export function whyFirst(e: EpigoEvent, name: (seat: string) => string): string {
  const [a, b] = [str(e, 'south'), str(e, 'north')].map((o) => (o === 'SLAM' ? o : (o[0] ?? '')));
  const first = str(e, 'first');
  if (!first) return tell(e, name);
  return t('epigo.higher', { who: name(first), a: (first === 'S' ? a : b) ?? '', b: (first === 'S' ? b : a) ?? '' });
}

/** One sentence for one event; empty for those that need none. */
export function tell(e: EpigoEvent, name: (seat: string) => string): string {
  const seat = e.seat ?? '';
  const who = name(seat);
  const n = num(e, 'epigon');
  const dir = str(e, 'dir') ? dirWord(str(e, 'dir') as Dir) : '';
  switch (e.kind) {
    case 'reveal': {
      const [a, b] = [str(e, 'south'), str(e, 'north')].map((o) => (o === 'SLAM' ? o : (o[0] ?? '')));
      if (!str(e, 'first')) return t('epigo.w.cancel', { a: a ?? '', b: b ?? '' });
      return t('epigo.w.first', str(e, 'first') === 'S' ? { a: a ?? '', b: b ?? '' } : { a: b ?? '', b: a ?? '' });
    }
    case 'idle':
      return t('epigo.w.idle', { who, n });
    case 'slide':
      return t(e.super ? 'epigo.w.super' : 'epigo.w.slide', { who, n, to: str(e, 'to') });
    case 'stop':
      return t('epigo.w.stop', { who, n, at: str(e, 'at') });
    case 'push': {
      const k = str(e, 'tiles').split(' ').length - 1;
      return t('epigo.w.push', { who, n, k, dir, count: str(e, 'count') });
    }
    case 'block': {
      const why: Record<string, Key> = { island: 'epigo.w.blockIsland', full: 'epigo.w.blockFull' };
      return t(why[str(e, 'why')] ?? 'epigo.w.block', { who, n, dir, at: str(e, 'at'), count: str(e, 'count') });
    }
    case 'capture':
      return t('epigo.w.capture', { who, n, by: name(str(e, 'by')) });
    case 'enter':
      return t('epigo.w.enter', { who, n });
    case 'leave':
      return t('epigo.w.leave', { who, n });
    case 'stay':
      return n ? t('epigo.w.stay', { who, n }) : t('epigo.w.stayIsland', { who });
    case 'slam':
      return t('epigo.w.slam', { who, dir });
    case 'deploy':
      return t('epigo.w.deploy', { who, tiles: str(e, 'tiles') });
    default:
      return common(e, name);
  }
}

/** What a screen reader hears: the eye sees the cards, the ear needs them said. */
export function speak(events: readonly EpigoEvent[], name: (seat: string) => string): string {
  return events
    .map((e) =>
      e.kind === 'reveal'
        ? `${t('epigo.say.cards', { n: num(e, 'round'), south: name('S'), a: orderWord(str(e, 'south')), north: name('N'), b: orderWord(str(e, 'north')) })} ${tell(e, name)}`
        : tell(e, name),
    )
    .filter(Boolean)
    .join(' ');
}

/** The whole story as lines: one for each round, and captures in bold. */
export function lines(events: readonly EpigoEvent[], name: (seat: string) => string): Line[] {
  const out: Line[] = [];
  let turn = 0;
  let now: Line | null = null;
  for (const e of events) {
    if (e.kind === 'turn') {
      turn = num(e, 'turn');
      now = null;
      continue;
    }
    const text = tell(e, name);
    if (!text) continue;
    if (e.kind === 'reveal') {
      now = { no: `${turn}.${num(e, 'round')}`, text };
      out.push(now);
    } else if (now && !['win', 'draw', 'resign', 'timeout', 'offer', 'accept'].includes(e.kind)) now.text += ' ' + text;
    else {
      out.push({ no: turn && e.kind !== 'win' ? String(turn) : '', text, seat: e.seat });
      now = null;
    }
  }
  return out;
}
