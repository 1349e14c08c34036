import { t } from './t';
import type { Context } from '../context';
import type { GameModule } from '../index';
import { quakeFrames } from './frames';
import { type EarthquakeEvent, cellOf, frame, neighbour, type QuakeView } from './model';
import PanelStage from './PanelStage.svelte';
import { QuakePlay } from './play.svelte';
import Seat from './Seat.svelte';
import Side from './Side.svelte';
import Stage from './Stage.svelte';
import { lines, phaseTitle } from './words';

const earthquake: GameModule = {
  secrets: 'shared',
  ratio: (view) => {
    const [, , width, height] = frame(view as QuakeView);
    return height / width;
  },
  spread: true,
  turns: (view) => (view as QuakeView).order,
  createPlay: (ctx) => new QuakePlay(ctx as Context<QuakeView>),
  frames: (start, events) => quakeFrames(start as QuakeView, events as readonly EarthquakeEvent[]),
  lines: (events, name) => lines(events as readonly EarthquakeEvent[], name),
  latest: (events) => {
    const turns = events.flatMap((e, i) => (e.kind === 'turn' ? [i] : []));
    const last = turns[turns.length - 1];
    if (last !== undefined && last === events.length - 1) return turns[turns.length - 2] ?? 0;
    return last ?? Math.max(0, events.length - 1);
  },
  Board: Stage,
  Panel: PanelStage,
  Seat,
  Side,
  asks: (view) => phaseTitle(view as QuakeView),
  state: (view) => {
    const v = view as QuakeView;
    return v.turn_number ? t('table.turn', { n: v.turn_number }) : '';
  },
  why: (view, me, hex) => {
    const v = view as QuakeView;
    const c = cellOf(v, hex);
    const e = v.explorers.find((x) => x.seat === me);
    if (!c) return '';
    if (c.volcano) return t('earthquake.why.volcano');
    if (c.explorer) return t('earthquake.why.taken');
    const here = e?.hex ? cellOf(v, e.hex) : undefined;
    if (here && ![0, 1, 2, 3, 4, 5].some((d) => neighbour(here, d) === hex)) return t('earthquake.why.far');
    if (c.height === 0) return t('earthquake.why.water');
    return here && c.height > here.height + 1 ? t('earthquake.why.high') : '';
  },
  keys: () => [
    ['N', t('earthquake.keysNext')],
    ['← →', t('earthquake.keysRow')],
    ['↑ ↓', t('earthquake.keysSlant')],
    ['⇧ ↑ ↓', t('earthquake.keysSlant2')],
    ['R L S D B J P T', t('earthquake.keysTool')],
    ['Enter', t('keys.pick')],
  ],
  reason: (_v, why) => (why === 'last explorer' ? t('earthquake.over.last explorer') : ''),
  first: () => import('./first'),
};

export default earthquake;
