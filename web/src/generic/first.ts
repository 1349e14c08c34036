// The first minute of a game that is played from a list.
import type { First } from '$games/index';
import { gameSummary } from '$lib/catalogue.svelte';
import { t } from '$lib/i18n/index.svelte';
import type { ListPlay } from './play.svelte';

export const first: First = (view, p) => {
  const play = p as ListPlay;
  return {
    goal: gameSummary(view.game),
    marks: [
      {
        title: t('any.first.look'),
        line: t('any.first.lookHow'),
        at: '[data-board]',
        done: play.chosen !== '',
        place: 'left',
      },
      {
        title: t('any.first.move'),
        line: t('any.first.moveHow'),
        at: '[data-choice]',
        done: play.chosen !== '',
        place: 'under',
      },
      {
        title: t('any.first.play'),
        line: t('any.first.playHow'),
        at: '[data-act=confirm]',
        done: false,
        place: 'right',
      },
    ],
  };
};
