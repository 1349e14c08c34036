// Why a choice went as it did: what it was known to bring, and what came to light.
import type { Case, Reason } from '../insight';
import { list, str } from '../wire';
import { type EarthquakeEvent, parse, type QuakeView } from './model';
import { type Chip, outlook } from './outlook';
import { t } from './t';
import { actionWord, chipWord, toolWord } from './words';

export function explain({ before, seat, played, best, events: story, name }: Case): Reason[] {
  const events = story as readonly EarthquakeEvent[];
  const v = before as QuakeView;
  const out: Reason[] = [];
  const me = name(seat);
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
