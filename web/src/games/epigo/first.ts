// The first minute of Epigo: lining up, then the first plan.
import { cells } from '../common';
import type { First } from '../index';
import type { EpigoView } from './model';
import type { EpigoPlay } from './play.svelte';
import { t } from './t';

export const first: First = (v, p) => {
  const view = v as EpigoView;
  const play = p as EpigoPlay;
  const seat = play.seat ?? 'S';
  const who = play.ctx.name(seat === 'S' ? 'N' : 'S');
  const goal = t('epigo.first.goal', { who });
  if (view.phase === 'deploy') {
    const home = view.board.home[seat];
    return {
      goal,
      places: 3,
      marks: [
        {
          title: t('epigo.first.line'),
          line: t('epigo.first.lineHow'),
          at: cells(home),
          done: play.hand !== null || !play.asUsual || play.mode === 'locked',
          place: 'left',
        },
        {
          title: t('epigo.first.swap'),
          line: t('epigo.first.swapHow'),
          at: cells(home.filter((_, i) => i !== play.hand)),
          done: !play.asUsual || play.mode === 'locked',
          place: 'under',
        },
        {
          title: t('epigo.first.ready'),
          line: t('epigo.first.readyHow', { who }),
          at: '[data-act=ready]',
          done: play.mode === 'locked',
          place: 'right',
        },
      ],
    };
  }
  const chosen = play.slots.find((s) => s);
  const begun = play.slots.some((s) => s?.dir || s?.number === 8);
  const whole = play.slots.every((s) => s && (s.dir || s.number === 8));
  const free = (n: number): boolean => !play.slots.some((s) => s?.number === n);
  const own = view.epigons.filter((e) => e.seat === seat && e.on === 'board').map((e) => e.at);
  return {
    goal,
    places: 3,
    marks: [
      {
        title: t('epigo.first.tile'),
        line: chosen ? t('epigo.first.tookHow', { n: chosen.number }) : t('epigo.first.tileHow'),
        at: cells(own),
        done: Boolean(chosen) || play.mode === 'locked' || view.turn > 1,
        place: 'left',
      },
      {
        title: t('epigo.first.way'),
        line: t('epigo.first.wayHow'),
        at: play.picked ? '[data-petal]' : cells(own),
        done: begun || play.mode === 'locked' || view.turn > 1,
        place: 'under',
      },
      {
        title: t('epigo.first.lock'),
        line: t('epigo.first.lockHow', { who }),
        at:
          whole || !begun
            ? '[data-act=lock]'
            : play.picked
              ? '[data-petal]'
              : cells(
                  view.epigons.filter((e) => e.seat === seat && e.on === 'board' && free(e.number)).map((e) => e.at),
                ),
        done: play.mode === 'locked' || view.turn > 1,
        place: 'right',
      },
    ],
  };
};
