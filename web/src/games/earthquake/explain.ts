// Why a choice went as it did: what it was known to bring, and what came to light.
import type { Case, Reason } from '../insight';
import { list, str } from '../wire';
import { cellOf, type EarthquakeEvent, isTool, parse, type QuakeView } from './model';
import { type Chip, outlook, stepsFrom } from './outlook';
import { t } from './t';
import { actionWord, chipWord, toolWord } from './words';

/** Why a place to start was a poor one: how high it is, how many steps lead on, what lies on top. */
function started(v: QuakeView, me: string, at: string, best: string | null): Reason[] {
  const here = cellOf(v, at);
  const there = best ? cellOf(v, best) : undefined;
  if (!here || !best || !there) return [];
  const out: Reason[] = [];
  const [n, m] = [stepsFrom(v, at).length, stepsFrom(v, best).length];
  const better = t('earthquake.x.startBetter', { at: best, h: there.height, n: m });
  if (!n && m) out.push({ kind: 'noWay', head: t('earthquake.x.noWay', { who: me, at }), better });
  if (there.height > here.height)
    out.push({
      kind: 'low',
      head: t('earthquake.x.low', { who: me, at, n: here.height }),
      why: t('earthquake.x.lowWhy'),
      better,
    });
  if (n && m > n)
    out.push({ kind: 'narrow', head: t('earthquake.x.narrow', { n, at }), why: t('earthquake.x.narrowWhy'), better });
  if (isTool(there.top) && !isTool(here.top))
    out.push({
      kind: 'startTool',
      head: t('earthquake.x.missedTool', { tool: toolWord(there.top!) }),
      why: t('earthquake.x.startTool', { at: best }),
      better,
    });
  return out;
}

export function explain({ before, seat, played, best, events: story, name }: Case): Reason[] {
  const events = story as readonly EarthquakeEvent[];
  const v = before as QuakeView;
  const out: Reason[] = [];
  const me = name(seat);
  if (v.phase === 'place') return started(v, me, parse(played).hex ?? '', best ? parse(best).hex : null);
  const was = outlook(v, parse(played), seat);
  const could = best ? outlook(v, parse(best), seat) : null;
  const at = v.explorers.find((e) => e.seat === seat)?.hex ?? '';
  const has = (o: typeof could, what: Chip['what']): Chip | undefined => o?.chips.find((c) => c.what === what);
  const instead = best ? t('earthquake.x.instead', { best: actionWord(parse(best), name) }) : undefined;

  const volcano = events.find((e) => e.kind === 'volcano' && str(e, 'explorer') === seat);
  if (volcano)
    out.push({
      kind: 'volcano',
      head: t('earthquake.x.volcano', { who: me, at: str(volcano, 'hex') }),
      better: instead,
    });
  const drown = has(was, 'drown') ?? has(was, 'drownTool');
  if (drown && !has(could, 'drown') && !has(could, 'drownTool'))
    out.push({
      kind: 'drown',
      head: t('earthquake.x.drown', { who: me, at: parse(played).hex ?? at }),
      why: t('earthquake.x.drownWhy'),
      better: instead,
    });
  const fell = events.find((e) => e.kind === 'water' && e.seat === seat);
  if (fell && !drown)
    out.push({ kind: 'water', head: t('earthquake.x.water', { who: me, at: str(fell, 'hex') }), better: instead });
  const helps = has(was, 'helps');
  if (helps?.seat && !has(could, 'helps'))
    out.push({
      kind: 'helps',
      head: t('earthquake.x.helps', { who: me, foe: name(helps.seat), at: helps.at ?? '' }),
      better: instead,
    });
  const exposed = has(was, 'exposed');
  if (exposed?.seat && exposed.tool && !has(could, 'exposed'))
    out.push({
      kind: 'exposed',
      head: t('earthquake.x.exposed', { who: me, foe: name(exposed.seat), tool: toolWord(exposed.tool) }),
      better: instead,
    });
  const noWay = has(was, 'noWay');
  if (noWay && !has(could, 'noWay'))
    out.push({ kind: 'noWay', head: t('earthquake.x.noWay', { who: me, at: noWay.at ?? '' }), better: instead });
  for (const what of ['sinks', 'drowns', 'pushedWet', 'gainTool'] as const) {
    const c = has(could, what);
    if (!c || has(was, what)) continue;
    out.push({
      kind: what === 'gainTool' ? 'missedTool' : 'missedHit',
      head:
        what === 'gainTool'
          ? t('earthquake.x.missedTool', { who: me, tool: toolWord(c.tool ?? '') })
          : t('earthquake.x.missedHit', { who: me, foe: name(c.seat ?? '') }),
      better: `${instead ?? ''} ${what === 'gainTool' ? '' : chipWord(c, name) + '.'}`.trim(),
    });
    break;
  }
  const cracks = events.find((e) => e.kind === 'cracks' && e.seat === seat);
  const under = cracks && list(cracks, 'hexes').length > 2;
  if (!out.length && under && cracks)
    out.push({
      kind: 'cracks',
      head: t('earthquake.x.cracks', { who: me, at: str(cracks, 'hex'), n: list(cracks, 'hexes').length }),
      better: instead,
    });
  return out;
}
