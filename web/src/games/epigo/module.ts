import { t } from '$lib/i18n/index.svelte';
import type { Context } from '../context';
import type { GameModule } from '../index';
import { epigoFrames } from './frames';
import type { EpigoView } from './model';
import PanelStage from './PanelStage.svelte';
import { EpigoPlay } from './play.svelte';
import Seat from './Seat.svelte';
import Side from './Side.svelte';
import Stage from './Stage.svelte';
import { lines, speak } from './words';

const epigo: GameModule = {
  secrets: 'own',
  ratio: () => 918 / 904,
  createPlay: (ctx) => new EpigoPlay(ctx as Context<EpigoView>),
  frames: (start, events) => epigoFrames(start as EpigoView, events),
  lines,
  speak,
  latest: (events) => {
    const turns = events.flatMap((e, i) => (e.kind === 'turn' ? [i] : []));
    const last = turns[turns.length - 1];
    // A turn just begun has no story yet: show the one before.
    if (last !== undefined && !events.slice(last).some((e) => e.kind === 'reveal')) return turns[turns.length - 2] ?? 0;
    return last ?? 0;
  },
  Board: Stage,
  Panel: PanelStage,
  Seat,
  Side,
  count: (view, seat) => (view as EpigoView).captures[seat as 'S' | 'N'],
  asks: (view) => {
    const k = (view as EpigoView).ask?.kind;
    return k ? t(`epigo.asks.${k}`) : t('table.yourTurn');
  },
  state: (view) => {
    const v = view as EpigoView;
    if (v.phase === 'deploy' || !v.turn) return t('epigo.deploying');
    if (v.phase === 'plan') return t('epigo.planning', { n: v.turn });
    return `${t('table.turn', { n: v.turn })}, ${t('table.round', { n: v.round })}`;
  },
};

export default epigo;
