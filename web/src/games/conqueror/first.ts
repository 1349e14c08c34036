// The first minute of The Conqueror: a corner, then the first walk.
import { cells } from '../common';
import type { First } from '../index';
import { type ConquerorView, stepsOf } from './model';
import type { ConquerorPlay } from './play.svelte';
import { t } from './t';

export const first: First = (v, p, moved) => {
  const view = v as ConquerorView;
  const play = p as ConquerorPlay;
  const goal = t('conqueror.first.goal');
  const lit = cells(play.to ? [play.to] : play.targets);
  if (!play.token)
    return {
      goal,
      marks: [
        {
          title: t('conqueror.first.corner'),
          line: t('conqueror.first.cornerHow'),
          at: lit,
          done: play.to !== null || moved,
          place: 'left',
        },
        {
          title: t('conqueror.first.start'),
          line: t('conqueror.first.startHow'),
          at: '[data-act=walk]',
          done: moved,
          place: 'right',
        },
      ],
    };
  return {
    goal,
    places: 4,
    marks: [
      {
        title: t('conqueror.first.roll'),
        line: view.die
          ? t('conqueror.first.rollHow', { n: view.die, k: stepsOf(view.die) })
          : t('conqueror.first.rollAny'),
        at: '[data-die]',
        done: play.on && Boolean(view.die) && play.to !== null,
        place: 'right',
      },
      {
        title: t('conqueror.first.tile'),
        line: t('conqueror.first.tileHow'),
        at: lit,
        done: play.to !== null,
        place: 'left',
      },
      {
        title: t('conqueror.first.walk'),
        line: t('conqueror.first.walkHow'),
        at: '[data-act=walk], [data-act=pass]',
        done: false,
        place: 'under',
      },
    ],
  };
};
