// Words for what happens in every game.
import { t, YOU } from '$lib/i18n/index.svelte';
import type { Context } from './context';
import type { GameEvent } from './wire';

/** Names as sentences want them: the reader is you. */
export const told =
  (ctx: Context | undefined) =>
  (seat: string): string =>
    ctx?.told?.(seat) ?? ctx?.name(seat) ?? seat;

/** A name that stands alone, as over a card: the reader reads You. */
export function called(ctx: Context, seat: string): string {
  const name = told(ctx)(seat);
  return name === YOU ? t('self') : name;
}

/** Selects cells of a board, for hints that point at them. */
export const cells = (ids: readonly (string | null | undefined)[]): string =>
  ids.map((id) => `[data-cell="${id ?? ''}"]`).join(', ') || '[data-cell=""]';

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
