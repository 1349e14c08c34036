import { has } from '$lib/i18n/index.svelte';
import { explain } from './explain';
import { t, type Key } from './t';
import type { Insight } from '../insight';
import { type Dir, type EpigoView, file, project, rank, type Seat, type Slot, step } from './model';
import Plan from './Plan.svelte';
import { dirWord } from './words';

/** The Orders of a plan's text. */
export function orders(text: string): Slot[] {
  return text
    .split(' ')
    .slice(1)
    .map((o) =>
      o === 'SLAM' ? { number: 8, dir: null } : { number: Number(o[0]), dir: (o[1] ?? null) as Dir | null },
    );
}

const insight: Insight = {
  explain,
  tip: (kind) => (has(`epigo.tip.${kind}`) ? t(`epigo.tip.${kind}` as Key) : ''),
  words: (text) => {
    const [verb = '', arg = ''] = text.split(' ');
    switch (verb) {
      case 'plan':
        return orders(text)
          .map((o) => (o.number === 8 ? 'SLAM' : `${o.number} ${o.dir ? dirWord(o.dir) : ''}`))
          .join(', ');
      case 'deploy':
        return t('epigo.an.deploy', { line: text.slice(7).replace('@', t('epigo.an.island')) });
      case 'slide':
        return t('epigo.an.slide');
      case 'stop':
        return t('epigo.stop');
      case 'stay':
        return t('epigo.stay');
      case 'exit':
        return t('epigo.exitTo', { at: arg });
      case 'slam':
        return t('epigo.slamTo', { dir: dirWord(arg as Dir) });
      default:
        return text;
    }
  },
  hints: (view, seat, text) => {
    const v = view as EpigoView;
    const [verb, arg] = text.split(' ');
    if (verb === 'plan')
      return project(v, seat as Seat, orders(text)).map((g) => ({
        from: g.from,
        to: g.to,
        label: String(g.index + 1),
      }));
    const ask = v.ask;
    if (verb === 'slide' && ask?.kind === 'slide') return [{ from: ask.from, to: ask.to }];
    if (verb === 'stop' && ask?.kind === 'slide') return [{ to: ask.from }];
    if (verb === 'exit' && arg) return [{ to: arg }];
    const isl = v.islands?.[seat as Seat];
    if (verb === 'slam' && isl && arg) {
      // From the middle of the Island; squares are named by their lower left.
      const near =
        arg === 'N' || arg === 'E' ? String.fromCharCode(97 + file(isl.at) + 1) + (rank(isl.at) + 1) : isl.at;
      return [{ from: near, to: step(near, arg as Dir) }];
    }
    return [];
  },
  Picture: Plan,
};

export default insight;
