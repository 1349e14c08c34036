// EVO in words.
import { common } from '../common';
import { t } from './t';
import { type Line, str } from '../wire';
import { type EvoEvent, castleAt, type EvoView, pieceAt, type Role, type Seat } from './model';
import type { EvoPlay } from './play.svelte';

export const roleWord = (r: Role): string => t(`evo.role.${r}`);
export const seatWord = (s: Seat): string => t(`seat.${s}`);

export function cellName(v: EvoView, sq: string, play: EvoPlay | null): string {
  const p = pieceAt(v, sq);
  const c = castleAt(v, sq);
  const me = play?.seat ?? null;
  let s = sq;
  if (p)
    s +=
      ', ' +
      (p.seat === me
        ? t('evo.say.own', { role: roleWord(p.role) })
        : t('evo.say.theirs', { seat: seatWord(p.seat), role: roleWord(p.role) }));
  else if (c) {
    s += ', ' + (c === me ? t('evo.say.ownCastle') : t('evo.say.castle', { seat: seatWord(c) }));
    const th = v.threats.filter((x) => x.at === sq);
    if (th.length) s += ', ' + t('evo.say.threat', { from: th.map((x) => x.from).join(', ') });
  } else s += ', ' + t('evo.say.empty');
  if (play?.on) {
    if (play.from === sq && p)
      s += '. ' + t('evo.say.moves', { n: play.targets.length, list: play.targets.map((x) => x.to).join(', ') });
    else if (play.from && play.to === sq) s += '. ' + t('evo.say.chosen');
    else if (play.from && play.targets.some((x) => x.to === sq)) s += '. ' + t('evo.say.go');
  }
  return s;
}

export function tell(e: EvoEvent, name: (seat: string) => string): string {
  const who = name(e.seat ?? '');
  switch (e.kind) {
    case 'move':
      return t('evo.w.move', { who, from: str(e, 'from'), to: str(e, 'to'), role: roleWord(str(e, 'role') as Role) });
    case 'capture':
      return str(e, 'what') === 'castle'
        ? t('evo.w.castle', { who, whose: name(str(e, 'owner')) })
        : t('evo.w.capture', {
            who,
            whose: name(str(e, 'owner')),
            role: roleWord(str(e, 'what') as Role),
          });
    case 'rotate':
      return t('evo.w.rotate', { at: str(e, 'at'), role: roleWord(str(e, 'to') as Role) });
    case 'threat':
      return t('evo.w.threat', { who, whose: name(str(e, 'owner')), at: str(e, 'at') });
    case 'leave':
      return t('evo.w.leave', { who });
    case 'repeat':
      return t('evo.w.repeat');
    default:
      return common(e, name);
  }
}

export function lines(events: readonly EvoEvent[], name: (seat: string) => string): Line[] {
  const out: Line[] = [];
  let n = 0;
  let now: Line | null = null;
  for (const e of events) {
    if (e.kind === 'move' || (e.kind === 'rotate' && now?.no !== `@${str(e, 'at')}`)) {
      n++;
      const text =
        e.kind === 'rotate'
          ? t('evo.w.turn', { who: name(e.seat ?? ''), at: str(e, 'at'), role: roleWord(str(e, 'to') as Role) })
          : tell(e, name);
      now = { no: e.kind === 'move' ? `@${str(e, 'to')}` : '', text, seat: e.seat };
      out.push({ no: String(n), text: '', seat: e.seat });
      out[out.length - 1]!.text = text;
      if (e.kind === 'rotate') now = null;
    } else {
      const text = tell(e, name);
      if (!text) continue;
      const last = out[out.length - 1];
      if (last && (e.kind === 'rotate' || e.kind === 'capture' || e.kind === 'threat')) last.text += ' ' + text;
      else out.push({ no: '', text, seat: e.seat });
      if (e.kind === 'rotate') now = null;
    }
  }
  return out;
}
