import { t } from './t';
import type { Context } from '../context';
import type { GameModule } from '../index';
import { conquerorFrames } from './frames';
import { type ConquerorEvent, type ConquerorView, islandOf, tileOf } from './model';
import PanelStage from './PanelStage.svelte';
import { ConquerorPlay } from './play.svelte';
import Seat from './Seat.svelte';
import Side from './Side.svelte';
import Stage from './Stage.svelte';
import { endWords, lines } from './words';

const conqueror: GameModule = {
  secrets: 'none',
  ratio: (view) => {
    const v = view as ConquerorView;
    return ((v.height || 8) * 100 + 142) / ((v.width || 8) * 100 + 124);
  },
  createPlay: (ctx) => new ConquerorPlay(ctx as Context<ConquerorView>),
  frames: (start, events) => conquerorFrames(start as ConquerorView, events as readonly ConquerorEvent[]),
  lines: (events, name) => lines(events as readonly ConquerorEvent[], name),
  latest: (events) => {
    // The last roll or claim of somebody who then walked.
    let i = events.length - 1;
    while (i > 0 && !['claim', 'start', 'broke'].includes(events[i]!.kind)) i--;
    let j = i - 1;
    while (j > 0 && !['claim', 'start', 'broke', 'roll'].includes(events[j]!.kind)) j--;
    return Math.max(0, events[i]?.kind === 'start' ? i : Math.min(i, Math.max(j, 0)));
  },
  Board: Stage,
  Panel: PanelStage,
  Seat,
  Side,
  count: (view, seat) => (view as ConquerorView).seats.find((s) => s.seat === seat)?.score ?? 0,
  asks: (view) => t((view as ConquerorView).phase === 'start' ? 'conqueror.startTitle' : 'conqueror.asks'),
  state: (view) => ((view as ConquerorView).phase === 'start' ? t('conqueror.startTitle') : ''),
  why: (view, _me, at) => {
    const v = view as ConquerorView;
    if (v.phase === 'start') return t('conqueror.why.start');
    const i = islandOf(v, at);
    const tile = tileOf(v, at);
    if (!i || !tile) return '';
    if (i.removed) return t('conqueror.why.gone');
    if (i.won_by) return t('conqueror.why.won');
    if (tile.token) return t('conqueror.why.token');
    if (tile.coin) return t('conqueror.why.claimed');
    return t('conqueror.why.far', { n: v.steps });
  },
  keys: () => [
    ['R', t('conqueror.keysRoll')],
    ['N', t('conqueror.keysNext')],
    ['↑ → ↓ ←', t('keys.move')],
    ['Enter', t('keys.pick')],
  ],
  counted: (a, b) => (a === b ? t('conqueror.over.each', { n: a }) : t('conqueror.over.count', { a, b })),
  tally: (n) => t('conqueror.over.n', { n }),
  reason: (view, why) => endWords(view as ConquerorView, why),
  winsAreSteps: true,
  first: () => import('./first'),
};

export default conqueror;
