// Words for what happens in every game.
import { t } from '$lib/i18n/index.svelte';
import type { GameEvent } from './wire';

/** Things that happen in every game. */
export function common(e: GameEvent, name: (seat: string) => string): string {
  const who = name(e.seat ?? '');
  switch (e.kind) {
    case 'resign':
    case 'timeout':
    case 'offer':
    case 'accept':
      return t(`w.${e.kind}`, { who });
    case 'win':
      return t('w.win', { who });
    case 'draw':
      return t('w.draw');
    default:
      return '';
  }
}
