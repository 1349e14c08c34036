import { has } from '$lib/i18n/index.svelte';
import { explain } from './explain';
import { t, type Key } from './t';
import type { Insight } from '../insight';
import { parse, type QuakeView } from './model';
import { actionWord } from './words';

const known = [
  'place',
  'stay',
  'move',
  'rope',
  'spring',
  'swim',
  'float',
  'keep',
  'discard',
  'drop',
  'sandbag',
  'dynamite',
  'bazooka',
  'push',
  'thief',
  'remove',
  'end',
];

const insight: Insight = {
  explain,
  tip: (kind) => (has(`earthquake.tip.${kind}`) ? t(`earthquake.tip.${kind}` as Key) : ''),
  words: (text) => {
    const o = parse(text);
    if (o.verb === 'scatter') return t('earthquake.an.scatter');
    return known.includes(o.verb) ? actionWord(o) : text;
  },
  hints: (view, seat, text) => {
    const v = view as QuakeView;
    const o = parse(text);
    const here = v.explorers.find((e) => e.seat === seat)?.hex ?? undefined;
    if (o.hex) return [o.verb === 'place' || !here || here === o.hex ? { to: o.hex } : { from: here, to: o.hex }];
    const whom = o.seat ? v.explorers.find((e) => e.seat === o.seat)?.hex : undefined;
    if (whom) return [{ from: here, to: whom }];
    return o.verb === 'stay' && here ? [{ to: here }] : [];
  },
};

export default insight;
