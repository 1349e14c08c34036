import type { Ending } from '../ending';
import { str } from '../wire';
import Emblem from './Emblem.svelte';
import type { EarthquakeEvent, QuakeView } from './model';
import { t, type Key } from './t';
import Trophies from './Trophies.svelte';

const hexes =
  'M0 16L16 6L32 16V36L16 46L0 36ZM32 16L48 6L64 16M32 36L48 46L64 36M16 46V62M48 46V62M0 72L16 62L32 72L48 62L64 72';

const ending: Ending = {
  how: ({ view, result, events, name }) => {
    if (result.reason !== 'last explorer') return [];
    const e = (events as readonly EarthquakeEvent[]).findLast((x) => x.kind === 'out');
    if (!e) return [];
    const how: Record<string, Key> = {
      resign: 'over.reason.resign',
      timeout: 'over.reason.timeout',
      lost: 'earthquake.end.lost',
    };
    const n = (view as QuakeView).turn_number;
    return [
      t(how[str(e, 'reason')] ?? 'earthquake.end.drowned', { who: name(e.seat ?? ''), n }),
      t('earthquake.over.last explorer'),
    ];
  },
  luck: () => ({ name: t('earthquake.end.luck'), line: t('earthquake.end.luckLine') }),
  Emblem,
  Trophies,
  trophies: ({ winner }) => winner !== '',
  ground: (index) => ({
    a: '#3a4a52',
    b: '#232f37',
    edge: `color-mix(in srgb, var(--seat${(index % 6) + 1}) 62%, #fff)`,
    pattern: { d: hexes, w: 64, h: 88 },
  }),
};

export default ending;
