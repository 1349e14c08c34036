// The first minute of EVO: a piece, its square, its role.
import { cells } from '../common';
import type { First } from '../index';
import type { EvoPlay } from './play.svelte';
import { t } from './t';

export const first: First = (_view, p, moved) => {
  const play = p as EvoPlay;
  const own = play.from ? [play.from] : play.ctx.legal.map((a) => /^\w+/.exec(a)?.[0]);
  const to = play.to ? [play.to] : play.targets.map((x) => x.to);
  return {
    goal: t('evo.first.goal'),
    marks: [
      {
        title: t('evo.first.piece'),
        line: t('evo.first.pieceHow'),
        at: cells([...new Set(own)]),
        done: play.from !== null || moved,
        place: 'left',
      },
      {
        title: t('evo.first.square'),
        line: t('evo.first.squareHow'),
        at: cells(to),
        done: play.to !== null || moved,
        place: 'under',
      },
      {
        title: t('evo.first.role'),
        line: t('evo.first.roleHow'),
        at: play.to ? '[data-act=confirm]' : '[data-part=action]',
        done: moved,
        place: 'right',
      },
    ],
  };
};
