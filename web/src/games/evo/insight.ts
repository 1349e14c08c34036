import { has } from '$lib/i18n/index.svelte';
import { explain } from './explain';
import { t, type Key } from './t';
import type { Insight } from '../insight';
import { parse } from './model';
import { roleWord } from './words';

const insight: Insight = {
  explain,
  tip: (kind) => (has(`evo.tip.${kind}`) ? t(`evo.tip.${kind}` as Key) : ''),
  words: (text) => {
    const a = parse(text);
    if (!a) return text;
    if (!a.to) return t('evo.an.turn', { at: a.from, role: a.role ? roleWord(a.role) : '' });
    return a.role
      ? t('evo.an.moveTurn', { from: a.from, to: a.to, role: roleWord(a.role) })
      : t('evo.an.move', { from: a.from, to: a.to });
  },
  hints: (_v, _seat, text) => {
    const a = parse(text);
    if (!a) return [];
    return [a.to ? { from: a.from, to: a.to, label: a.role ?? undefined } : { to: a.from, label: a.role ?? undefined }];
  },
};

export default insight;
