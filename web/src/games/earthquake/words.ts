// Earthquake Island in words.
import { common } from '../common';
import { t, type Key } from './t';
import { type Line, list, num, str } from '../wire';
import { type EarthquakeEvent, cellOf, ends, type HexCell, isTool, type Option, type QuakeView } from './model';
import type { Chip } from './outlook';
import type { QuakePlay } from './play.svelte';

export const toolWord = (tool: string): string => t(`earthquake.tool.${tool}` as Key);

/** What is asked of a player now. */
const titles: Partial<Record<QuakeView['phase'], Key>> = {
  place: 'earthquake.t.place',
  go: 'earthquake.t.go',
  keep: 'earthquake.t.keep',
  crack: 'earthquake.t.crack',
  hole: 'earthquake.t.hole',
  after: 'earthquake.t.after',
  flee: 'earthquake.t.flee',
};
export const phaseTitle = (v: QuakeView): string => t(titles[v.phase] ?? 'table.yourTurn');

/** What lies on top, in a word or two. */
export function tileWord(tile: string | null): string {
  if (!tile) return t('earthquake.water');
  if (isTool(tile)) return toolWord(tile);
  if (tile === 'V') return t('earthquake.volcano');
  if (tile === 'H') return t('earthquake.hole');
  return t('earthquake.cracks');
}

export function cellName(v: QuakeView, c: HexCell, play: QuakePlay | null): string {
  const parts = [c.hex];
  if (c.height === 0) parts.push(t('earthquake.water'));
  else {
    parts.push(t('earthquake.high', { n: c.height }));
    parts.push(
      c.top?.startsWith('C')
        ? t('earthquake.say.cracks', {
            list: ends(c.top)
              .map((d) => t(`earthquake.way.${d}` as Key))
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
    if (c.falls.length) s += '. ' + t('earthquake.say.loses', { list: c.falls.join(', '), n: c.falls.length });
  }
  void v;
  return s;
}

/** A consequence in one sentence. */
export function chipWord(c: Chip, name: (seat: string) => string): string {
  return t(`earthquake.fx.${c.what}` as Key, {
    at: c.at ?? '',
    who: c.seat ? name(c.seat) : '',
    tool: c.tool ? toolWord(c.tool) : '',
    list: (c.list ?? []).slice(0, 3).join(', '),
    n: c.n ?? 0,
    of: c.of ?? 0,
  });
}

/** A choice as an order; the tool that is kept or discarded has its name in it. */
export function actionWord(o: Option, name: (seat: string) => string = (s) => s, lying: string | null = null): string {
  const at = o.hex ?? '';
  if (lying && (o.verb === 'keep' || o.verb === 'discard'))
    return t(o.verb === 'keep' ? 'earthquake.a.keepTool' : 'earthquake.a.discardTool', { tool: toolWord(lying) });
  return t(`earthquake.a.${o.verb}` as Key, { at, n: o.seat ? name(o.seat) : '' });
}

/** The second line of a choice: what one finds there. */
export function actionNote(v: QuakeView, o: Option, name: (s: string) => string): string {
  if (o.verb === 'thief') {
    const e = v.explorers.find((x) => x.seat === o.seat);
    return e?.tool ? toolWord(e.tool) : '';
  }
  const me = v.explorers.find((e) => e.seat === v.acting[0]);
  const last = cellOf(v, me?.hex ?? '')?.height === 1;
  if (o.verb === 'drop') {
    const notes: Partial<Record<QuakeView['phase'], Key>> = {
      go: 'earthquake.n.drop',
      hole: last ? 'earthquake.n.dropLast' : 'earthquake.n.dropHole',
      crack: 'earthquake.n.dropCrack',
    };
    return t(notes[v.phase] ?? 'earthquake.n.dropHere');
  }
  if (last && (o.verb === 'keep' || (o.verb === 'remove' && v.phase === 'hole'))) return t('earthquake.n.last');
  if (o.verb === 'keep') return t('earthquake.n.keep');
  if (o.verb === 'discard') return t('earthquake.n.discard');
  if (o.verb === 'sandbag') return t(v.phase === 'hole' ? 'earthquake.n.sandbagHole' : 'earthquake.n.sandbag');
  if (o.verb === 'remove') return t(v.phase === 'hole' ? 'earthquake.n.removeHole' : 'earthquake.n.remove');
  if (o.verb === 'end') return t('earthquake.n.end');
  const c = cellOf(v, o.hex ?? me?.hex ?? '');
  if (!c) return '';
  if (o.verb === 'push') return name(c.explorer ?? '');
  const what = c.height ? `${t('earthquake.high', { n: c.height })}, ${tileWord(c.top)}` : t('earthquake.water');
  return o.verb === 'rope' || o.verb === 'spring' ? `${what}, ${toolWord(o.verb === 'rope' ? 'R' : 'J')}` : what;
}

export function tell(e: EarthquakeEvent, name: (seat: string) => string): string {
  const who = name(e.seat ?? '');
  const at = str(e, 'hex');
  switch (e.kind) {
    case 'scatter':
      return t('earthquake.w.scatter', { n: num(e, 'tiles') });
    case 'place':
      return t('earthquake.w.place', { who, at });
    case 'stay':
      return t('earthquake.w.stay', { who, at });
    case 'move':
      return t(
        e.flee && str(e, 'by') === 'step' ? 'earthquake.w.flee' : (`earthquake.w.${str(e, 'by') || 'step'}` as Key),
        {
          who,
          at: str(e, 'to'),
        },
      );
    case 'float':
      return t('earthquake.w.float', { who });
    case 'drop':
      return t('earthquake.w.drop', { who, tool: toolWord(str(e, 'tool')) });
    case 'cracks': {
      const l = list(e, 'hexes');
      return l.length
        ? t('earthquake.w.cracks', { at, list: l.join(', '), n: l.length })
        : t('earthquake.w.cracksNone', { at });
    }
    case 'hole':
      return t('earthquake.w.hole', { who, at });
    case 'keep':
      return t('earthquake.w.keep', { who, tool: toolWord(str(e, 'tool')) });
    case 'discard':
      return t('earthquake.w.discard', { who, tool: toolWord(str(e, 'tool')) });
    case 'sandbag':
      return t(str(e, 'tile') === 'H' ? 'earthquake.w.sandbagHole' : 'earthquake.w.sandbag', { who, at });
    case 'dynamite':
      return t('earthquake.w.dynamite', { who, at });
    case 'bazooka':
      return t('earthquake.w.bazooka', { who, at });
    case 'push':
      return t('earthquake.w.push', { who, whom: name(str(e, 'pushed')), at: str(e, 'to') });
    case 'thief':
      return t('earthquake.w.thief', { who, whom: name(str(e, 'victim')), tool: toolWord(str(e, 'tool')) });
    case 'volcano':
      return t('earthquake.w.volcano', { at });
    case 'water':
      return t('earthquake.w.water', { who });
    case 'out':
      return t(str(e, 'reason') === 'lost' ? 'earthquake.w.lost' : 'earthquake.w.out', { who });
    default:
      return common(e, name);
  }
}

export function lines(events: readonly EarthquakeEvent[], name: (seat: string) => string): Line[] {
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
