// What calls a person away from the page they are on: a game that a tournament has paired them for. The seat is kept for
// a short time only, so the table opens by itself.
import { join } from './api/client';
import type { Challenge } from './api/people';
import type { TableInfo } from './api/types';
import { me } from './me.svelte';
import { go } from './router.svelte';

interface Pairing {
  table: TableInfo;
  /** When the table opens by itself, by this browser's clock; 0: it waits for a press. */
  opens: number;
}

/** A game that waits for a seat, where one plays now, how many games await one, and who asks for a game. */
export const calls: { pairing: Pairing | null; playing: string; waiting: number; asked: Challenge | null } = $state({
  pairing: null,
  playing: '',
  waiting: 0,
  asked: null,
});

/** Sits down at a table that is kept for this person, and goes there. */
export async function sitDown(table: string): Promise<void> {
  if (calls.pairing?.table.id === table) calls.pairing = null;
  // The table says what is wrong, if anything is.
  await join(table, {}).catch(() => undefined);
  go(`/t/${table}`);
}

/** A seat that a tournament keeps for this person and to which they have not come. */
export const keptFor = (t: TableInfo): boolean =>
  t.status === 'open' && t.assigned === true && (t.seats ?? []).some((s) => s.kind === 'invite' && s.user === me.id);
