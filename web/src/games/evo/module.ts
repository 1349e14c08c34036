import { t } from './t';
import { settings } from '$lib/settings.svelte';
import type { Context } from '../context';
import type { GameModule } from '../index';
import { evoFrames } from './frames';
import { castleAt, type EvoEvent, type EvoView, type Role } from './model';
import PanelStage from './PanelStage.svelte';
import { EvoPlay } from './play.svelte';
import Seat from './Seat.svelte';
import Side from './Side.svelte';
import Stage from './Stage.svelte';
import { lines, roleWord } from './words';

const evo: GameModule = {
  secrets: 'none',
  ratio: () => 1290 / 1280,
  corners: true,
  alert: (view, name) => {
    const v = view as EvoView;
    const x = settings.threats ? v.threats?.[0] : undefined;
    const whose = x && castleAt(v, x.at);
    return whose ? t('evo.alert', { castle: name(whose), from: x.from }) : '';
  },
  createPlay: (ctx) => new EvoPlay(ctx as Context<EvoView>),
  frames: (start, events) => evoFrames(start as EvoView, events as readonly EvoEvent[]),
  lines: (events, name) => lines(events as readonly EvoEvent[], name),
  latest: (events) => {
    let i = events.length - 1;
    while (i > 0 && events[i]!.kind !== 'move') {
      if (events[i]!.kind === 'rotate' && !['move', 'capture'].includes(events[i - 1]?.kind ?? '')) break;
      i--;
    }
    return Math.max(0, i);
  },
  Board: Stage,
  Panel: PanelStage,
  Seat,
  Side,
  asks: () => t('evo.asks'),
  state: (view) => t('table.moveNo', { n: (view as EvoView).turn }),
  why: (_v, _me, title, hint) =>
    hint.startsWith('role:')
      ? t('evo.whyRole', { role: roleWord(hint.slice(5) as Role) })
      : t('evo.whyNot', { at: title }),
  keys: () => [
    ['↑ → ↓ ←', t('keys.move')],
    ['Enter', t('keys.pick')],
    ['W B C S', t('evo.keysTurn')],
    ['Esc', t('cancel')],
  ],
  turned: () => false,
  reason: (_v, why) =>
    why === 'castle' || why === 'last piece' || why === 'repetition' || why === 'quiet' ? t(`evo.over.${why}`) : '',
  first: () => import('./first'),
};

export default evo;
