// A game without screens of its own: its text board, its actions as a list, its story in its own words.
import type { GameModule } from '$games/index';
import { gameInfo, loadGames } from '$lib/catalogue.svelte';
import { t } from '$lib/i18n/index.svelte';
import { rows } from './actions';
import Board from './Board.svelte';
import Panel from './Panel.svelte';
import { ListPlay } from './play.svelte';
import Side from './Side.svelte';
import { latest, lines } from './words';

export async function generic(id: string): Promise<GameModule> {
  await loadGames();
  const traits = gameInfo(id)?.traits;
  return {
    secrets: traits?.simultaneous || traits?.hidden ? 'own' : 'none',
    ratio: (view) => (rows(view.text_board ?? '').length > 6 ? 1.2 : 1),
    createPlay: (ctx) => new ListPlay(ctx),
    // One picture follows the other: what changed is marked on it.
    frames: () => [],
    lines,
    latest,
    Board,
    Panel,
    Side,
    state: () => '',
    asks: () => `${t('table.yourTurn')}: ${t('any.choose').toLocaleLowerCase()}`,
    keys: () => [
      ['/', t('any.keyFilter')],
      ['↑ ↓', t('any.keyChoose')],
      ['Enter', t('any.keyTake')],
    ],
    first: () => import('./first'),
  };
}
