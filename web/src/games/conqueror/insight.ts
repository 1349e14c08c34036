import { has } from '$lib/i18n/index.svelte';
import { explain } from './explain';
import { t, type Key } from './t';
import type { Insight } from '../insight';
import type { ConquerorView } from './model';

const verbs: Record<string, Key> = {
  start: 'conqueror.an.start',
  move: 'conqueror.an.move',
  roll: 'conqueror.an.roll',
  order: 'conqueror.an.order',
};

const insight: Insight = {
  explain,
  tip: (kind) => (has(`conqueror.tip.${kind}`) ? t(`conqueror.tip.${kind}` as Key) : ''),
  words: (text, name = (s) => s) => {
    const [verb = '', ...rest] = text.split(' ');
    if (verb === 'pass') return t('conqueror.pass');
    const key = verbs[verb];
    return key ? t(key, { at: (verb === 'order' ? rest.map(name) : rest).join(', ') }) : text;
  },
  hints: (v, seat, text) => {
    const [verb, at] = text.split(' ');
    if (!at || (verb !== 'move' && verb !== 'start')) return [];
    const from = (v as ConquerorView).seats.find((s) => s.seat === seat)?.token ?? undefined;
    return [verb === 'move' ? { from, to: at } : { to: at }];
  },
};

export default insight;
