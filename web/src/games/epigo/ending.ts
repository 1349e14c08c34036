import type { Ending, Over } from '../ending';
import { num, str } from '../wire';
import Emblem from './Emblem.svelte';
import type { Dir, EpigoEvent, EpigoView } from './model';
import { t } from './t';
import Trophies from './Trophies.svelte';
import { dirWord } from './words';

/** The tiles that the winner took, in the order of their fall. */
export function taken({ view, winner, events }: Over): EpigoView['epigons'] {
  const gone = (view as EpigoView).epigons.filter((e) => e.on === 'captured' && e.seat !== winner);
  const fell = (events as readonly EpigoEvent[]).filter((e) => e.kind === 'capture').map((e) => num(e, 'epigon'));
  return gone.sort((a, b) => fell.lastIndexOf(a.number) - fell.lastIndexOf(b.number));
}

/** How the last tile fell: pushed by whose, and over which edge. */
function deed({ winner, events, name }: Over): string {
  const all = events as readonly EpigoEvent[];
  const last = all.findLastIndex((e) => e.kind === 'capture' && str(e, 'by') === winner);
  const fall = all[last];
  if (!fall) return '';
  const whose = name(fall.seat ?? '');
  const n = num(fall, 'epigon');
  const by = all.slice(0, last).findLast((e) => e.kind === 'push' || e.kind === 'slide' || e.kind === 'slam');
  const pushed = by?.kind === 'push' && by.seat === winner && str(by, 'tiles').includes(`${fall.seat ?? ''}${n}@`);
  if (!pushed) return t('epigo.end.left', { who: whose, n });
  return t('epigo.end.pushed', {
    who: name(winner),
    a: num(by, 'epigon'),
    whose,
    n,
    dir: dirWord(str(by, 'dir') as Dir),
  });
}

const bricks = 'M0 0H120M0 30H120M30 0V30M90 30V60M0 60H120';

const ending: Ending = {
  how: (over) => {
    if (over.result.reason !== 'captures') return [];
    const v = over.view as EpigoView;
    const [a, b] = over.winner === 'S' ? [v.captures.S, v.captures.N] : [v.captures.N, v.captures.S];
    return [t('epigo.end.count', { a, b, n: v.turn }), deed(over)].filter(Boolean);
  },
  luck: () => ({ name: t('epigo.end.luck'), line: t('epigo.end.luckLine') }),
  Emblem,
  Trophies,
  trophies: (over) => over.winner !== '' && taken(over).length > 0,
  ground: (index) =>
    index === 0
      ? {
          a: '#214a97',
          b: '#16336c',
          edge: 'var(--gold-line)',
          pattern: { d: bricks, w: 120, h: 60 },
        }
      : { a: '#7a5508', b: '#573b03', edge: 'var(--gold-line)', pattern: { d: bricks, w: 120, h: 60 } },
};

export default ending;
