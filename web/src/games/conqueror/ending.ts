import type { Ending, Over } from '../ending';
import { str } from '../wire';
import Emblem from './Emblem.svelte';
import type { ConquerorEvent, ConquerorView } from './model';
import { t } from './t';
import Trophies from './Trophies.svelte';

const score = ({ view, winner }: Over): number =>
  (view as ConquerorView).seats.find((s) => s.seat === winner)?.score ?? 0;

const waves = 'M0 14q11 -9 22 0t22 0t22 0t22 0M33 44q11 -9 22 0t22 0';

const ending: Ending = {
  how: (over) => {
    const v = over.view as ConquerorView;
    if (over.result.reason !== 'islands' || !over.winner) return [];
    const others = v.seats.filter((s) => s.seat !== over.winner).map((s) => s.score);
    const won = (over.events as readonly ConquerorEvent[]).findLast((e) => e.kind === 'win');
    return [
      t('conqueror.over.count', { a: score(over), b: Math.max(0, ...others) }),
      won ? t('conqueror.end.last', { who: over.name(won.seat ?? ''), at: str(won, 'island') }) : '',
    ].filter(Boolean);
  },
  luck: () => ({ name: t('conqueror.end.luck'), line: t('conqueror.end.luckLine') }),
  Emblem,
  Trophies,
  trophies: (over) => over.winner !== '' && score(over) > 0,
  ground: (index) => ({
    a: '#11566b',
    b: '#0b3b4b',
    edge: `color-mix(in srgb, var(--seat${(index % 6) + 1}) 62%, #fff)`,
    pattern: { d: waves, w: 88, h: 60 },
  }),
};

export default ending;
