// The first minute of Earthquake Island: a hex to start on, then the first step.
import { cells } from '../common';
import type { First } from '../index';
import type { QuakeView } from './model';
import type { QuakePlay } from './play.svelte';
import { t } from './t';

export const first: First = (v, p, moved) => {
  const view = v as QuakeView;
  const play = p as QuakePlay;
  const goal = t('earthquake.first.goal');
  const lit = cells(
    play.chosen && play.option ? [play.option.hex ?? play.here] : play.options.map((o) => o.hex ?? play.here),
  );
  if (view.phase === 'place')
    return {
      goal,
      marks: [
        {
          title: t('earthquake.first.place'),
          line: t('earthquake.first.placeHow'),
          at: lit,
          done: play.chosen !== null || moved,
          place: 'left',
        },
        {
          title: t('earthquake.first.start'),
          line: t('earthquake.first.startHow'),
          at: '[data-act=confirm]',
          done: moved,
          place: 'right',
        },
      ],
    };
  // A tool to keep, something to push: the panel has the choices.
  if (view.phase !== 'go')
    return {
      goal,
      marks: [
        {
          title: t('earthquake.first.choose'),
          line: t('earthquake.first.chooseHow'),
          at: '[data-do]',
          done: play.chosen !== null,
          place: 'left',
        },
        {
          title: t('earthquake.first.confirm'),
          line: t('earthquake.first.confirmHow'),
          at: '[data-act=confirm]',
          done: false,
          place: 'right',
        },
      ],
    };
  return {
    goal,
    marks: [
      {
        title: t('earthquake.first.hex'),
        line: t('earthquake.first.hexHow'),
        at: lit,
        done: play.chosen !== null,
        place: 'left',
      },
      {
        title: t('earthquake.first.read'),
        line: t('earthquake.first.readHow'),
        at: '[data-part=action] h2',
        done: play.chosen !== null,
        place: 'under',
      },
      {
        title: t('earthquake.first.confirm'),
        line: t('earthquake.first.confirmHow'),
        at: '[data-act=confirm]',
        done: false,
        place: 'right',
      },
    ],
  };
};
