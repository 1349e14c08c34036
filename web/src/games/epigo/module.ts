import { t } from './t';
import type { Context } from '../context';
import type { GameModule } from '../index';
import Foot from './Foot.svelte';
import { epigoFrames } from './frames';
import type { EpigoEvent, EpigoView } from './model';
import PanelStage from './PanelStage.svelte';
import { EpigoPlay } from './play.svelte';
import Progress from './Progress.svelte';
import Seat from './Seat.svelte';
import Side from './Side.svelte';
import Stage from './Stage.svelte';
import Wall from './Wall.svelte';
import { lines, speak } from './words';

const epigo: GameModule = {
  secrets: 'own',
  ratio: () => 918 / 904,
  createPlay: (ctx) => new EpigoPlay(ctx as Context<EpigoView>),
  frames: (start, events) => epigoFrames(start as EpigoView, events as readonly EpigoEvent[]),
  lines: (events, name) => lines(events as readonly EpigoEvent[], name),
  speak: (events, name) => speak(events as readonly EpigoEvent[], name),
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
  calm: (view) => {
    const { ask } = view as EpigoView;
    return ask && (ask.kind === 'slide' ? 'stop' : 'stay');
  },
  state: (view) => {
    const v = view as EpigoView;
    if (v.phase === 'deploy' || !v.turn) return t('epigo.deploying');
    if (v.phase === 'plan') return t('epigo.planning', { n: v.turn });
    return `${t('table.turn', { n: v.turn })}, ${t('epigo.roundOf', { n: v.round })}`;
  },
  keys: () => [
    ['1 – 7', t('epigo.keys')],
    ['8', t('epigo.keysSlam')],
    ['↑ → ↓ ←', t('epigo.keysDir')],
    ['Alt ← →', t('epigo.keysReorder')],
    ['⌫', t('epigo.keysBack')],
    ['Enter', t('epigo.keysLock')],
  ],
  turned: (seat) => seat === 'N',
  draw: {
    offered: (view) => (view as EpigoView).offers ?? [],
    open: (view) => (view as EpigoView).phase === 'plan',
  },
  seatLine: (seat) => t(seat === 'S' ? 'epigo.S' : 'epigo.N'),
  colours: ['var(--lapis-a)', 'var(--gold-b)'],
  counted: (a, b) => (a === b ? t('epigo.over.each', { n: a }) : t('epigo.over.count', { a, b })),
  reason: (_v, why) => (why === 'captures' || why === 'quiet' ? t(`epigo.over.${why}`) : ''),
  Progress,
  Foot,
  Wall,
  first: () => import('./first'),
};

export default epigo;
