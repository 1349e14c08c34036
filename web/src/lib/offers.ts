// What became of requests at a table: a move back, a draw, a rematch. No story tells them.
import { say, toast } from './announce.svelte';
import type { Entry, Offers } from './api/types';
import { t } from './i18n/index.svelte';
import { ring } from './ring';

interface Seated {
  readonly mine: readonly string[];
  name(seat: string): string;
}

/** Says what is new in the offers of a table, and what was refused. */
export function tellOffers(was: Offers, now: Offers, entries: readonly Entry[], at: Seated): void {
  const others = (seat: string): boolean => !at.mine.includes(seat);
  if (entries.some((e) => e.kind === 'takeback')) toast('ok', t('table.takenBack'), '', 4000);
  else if (now.takeback && !was.takeback && others(now.takeback.by))
    say(t('table.takebackLine', { name: at.name(now.takeback.by) }));
  else if (was.takeback && !now.takeback && !others(was.takeback.by) && entries.every((e) => e.kind === 'offer'))
    toast('note', t('table.takebackNo'));
  // Bots answer the offer of a draw at once; to accept it is the end of the game.
  const no = entries.find((e) => e.kind === 'offer' && e.text?.endsWith(': decline draw.'));
  if (no?.seat) toast('note', t('table.drawNo', { name: at.name(no.seat) }));
  const again = (now.rematch ?? []).find((s) => others(s) && !was.rematch?.includes(s));
  if (again && !now.next) {
    ring('rematch');
    say(t('table.rematchLine', { name: at.name(again) }));
  }
}
