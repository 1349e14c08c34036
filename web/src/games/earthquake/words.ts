// Earthquake Island in words.
import { t, type Key } from '$lib/i18n/index.svelte';
import { common } from '../epigo/words';
import { type GameEvent, type Line, list, num, str } from '../wire';
import { cellOf, ends, type HexCell, isTool, type Option, type QuakeView } from './model';
import type { QuakePlay } from './play.svelte';

export const toolWord = (tool: string): string => t(`quake.tool.${tool}` as Key);

/** What is asked of a player now. */
const titles: Partial<Record<QuakeView['phase'], Key>> = {
  place: 'quake.t.place',
  go: 'quake.t.go',
  keep: 'quake.t.keep',
  crack: 'quake.t.crack',
  after: 'quake.t.after',
  flee: 'quake.t.flee',
};
export const phaseTitle = (v: QuakeView): string => t(titles[v.phase] ?? 'table.yourTurn');

/** What lies on top, in a word or two. */
export function tileWord(tile: string | null): string {
  if (!tile) return t('quake.water');
  if (isTool(tile)) return toolWord(tile);
  if (tile === 'V') return t('quake.volcano');
  if (tile === 'H') return t('quake.hole');
  return t('quake.cracks');
}

export function cellName(v: QuakeView, c: HexCell, play: QuakePlay | null): string {
  const parts = [c.hex];
  if (c.height === 0) parts.push(t('quake.water'));
  else {
    parts.push(t('quake.high', { n: c.height }));
    parts.push(
      c.top?.startsWith('C')
        ? t('quake.say.cracks', {
            list: ends(c.top)
              .map((d) => t(`quake.way.${d}` as Key))
              .join(', '),
          })
        : tileWord(c.top),
    );
  }
  if (c.explorer)
    parts.push(
      play?.ctx.me === c.explorer ? t('you') : (play?.ctx.name(c.explorer) ?? t('seat.other', { seat: c.explorer })),
    );
  let s = parts.join(', ');
  const options = play?.on ? play.at(c.hex) : [];
  if (options.length) {
    s += '. ' + options.map((o) => actionWord(o, play?.ctx.name)).join(', ');
    if (c.falls.length) s += '. ' + t('quake.say.loses', { list: c.falls.join(', '), n: c.falls.length });
  }
  void v;
  return s;
}

export function actionWord(o: Option, name: (seat: string) => string = (s) => s): string {
  const at = o.hex ?? '';
  return t(`quake.a.${o.verb}` as Key, { at, n: o.seat ? name(o.seat) : '' });
}

/** The second line of a choice: what one finds there. */
export function actionNote(v: QuakeView, o: Option, name: (s: string) => string): string {
  if (o.verb === 'thief') {
    const e = v.explorers.find((x) => x.seat === o.seat);
    return e?.tool ? toolWord(e.tool) : '';
  }
  if (o.verb === 'drop') return t('quake.n.drop');
  if (o.verb === 'keep') return t('quake.n.keep');
  if (o.verb === 'discard') return t('quake.n.discard');
  if (o.verb === 'sandbag') return t('quake.n.sandbag');
  if (o.verb === 'remove') return t('quake.n.remove');
  if (o.verb === 'end') return t('quake.n.end');
  const me = v.explorers.find((e) => e.seat === v.acting[0]);
  const c = cellOf(v, o.hex ?? me?.hex ?? '');
  if (!c) return '';
  if (o.verb === 'push') return name(c.explorer ?? '');
  const what = c.height ? `${t('quake.high', { n: c.height })}, ${tileWord(c.top)}` : t('quake.water');
  return o.verb === 'rope' || o.verb === 'spring' ? `${what}, ${toolWord(o.verb === 'rope' ? 'R' : 'J')}` : what;
}

export function tell(e: GameEvent, name: (seat: string) => string): string {
  const who = name(e.seat ?? '');
  const at = str(e, 'hex');
  switch (e.kind) {
    case 'scatter':
      return t('quake.w.scatter', { n: num(e, 'tiles') });
    case 'place':
      return t('quake.w.place', { who, at });
    case 'stay':
      return t('quake.w.stay', { who, at });
    case 'move':
      return t(`quake.w.${str(e, 'by') || 'step'}` as Key, { who, at: str(e, 'to') });
    case 'float':
      return t('quake.w.float', { who });
    case 'drop':
      return t('quake.w.drop', { who, tool: toolWord(str(e, 'tool')) });
    case 'cracks': {
      const l = list(e, 'hexes');
      return l.length ? t('quake.w.cracks', { list: l.join(', '), n: l.length }) : t('quake.w.cracksNone');
    }
    case 'hole':
      return t('quake.w.hole');
    case 'keep':
      return t('quake.w.keep', { tool: toolWord(str(e, 'tool')) });
    case 'discard':
      return t('quake.w.discard', { tool: toolWord(str(e, 'tool')) });
    case 'sandbag':
      return t('quake.w.sandbag');
    case 'dynamite':
      return t('quake.w.dynamite', { who, at });
    case 'bazooka':
      return t('quake.w.bazooka', { who, at });
    case 'push':
      return t('quake.w.push', { who, whom: name(str(e, 'pushed')), at: str(e, 'to') });
    case 'thief':
      return t('quake.w.thief', { who, whom: name(str(e, 'victim')), tool: toolWord(str(e, 'tool')) });
    case 'volcano':
      return t('quake.w.volcano', { at });
    case 'water':
      return t('quake.w.water', { who });
    case 'out':
      return t(str(e, 'reason') === 'lost' ? 'quake.w.lost' : 'quake.w.out', { who });
    default:
      return common(e, name);
  }
}

export function lines(events: readonly GameEvent[], name: (seat: string) => string): Line[] {
  const out: Line[] = [];
  let n = 0;
  let open: string | null = null;
  for (const e of events) {
    if (e.kind === 'turn') {
      n = num(e, 'number');
      open = null;
      continue;
    }
    const text = tell(e, name);
    if (!text) continue;
    const last = out[out.length - 1];
    if (last && open !== null && e.kind !== 'place' && e.kind !== 'win') {
      last.text += ' ' + text;
      continue;
    }
    out.push({ no: n && e.kind !== 'win' ? String(n) : '', text, seat: e.seat });
    open = e.kind === 'place' || e.kind === 'scatter' ? null : (e.seat ?? '');
  }
  return out;
}
