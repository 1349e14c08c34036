// What goes between a table of the server and this browser. Loaded when it is wanted.
import type { GameRecord } from '../verify';
import { call, recordOf } from './client';
import type { AnalysisInfo, Brought, Created, SeatInfo, SeatSetup } from './types';

/** Who sat where, as a copy or the server wants to know it. */
const who = (seats: SeatInfo[]): SeatSetup[] =>
  seats.map((s) => (s.kind === 'bot' ? { kind: 'bot', level: s.level ?? 3 } : { kind: 'me' }));

/** Has a finished game of the server thought over in this browser: from its record, at no cost to the server. */
export async function reviewHere(id: string): Promise<AnalysisInfo & { key: string }> {
  const record = await recordOf(id);
  return call('POST', '/reviews', { record }, undefined, 'here');
}
export const reviewedHere = (key: string, from: number): Promise<AnalysisInfo> =>
  call('GET', `/reviews/${key}?from=${from}`, undefined, undefined, 'here');
/** A copy of a server's table against bots goes on in this browser: from what everybody may know, chance drawn anew. */
export async function goOnHere(id: string, seats: SeatInfo[]): Promise<string> {
  const record = await recordOf(id);
  const made = await call<Created>('POST', '/tables/continue', { record, seats: who(seats) }, undefined, 'here');
  return made.table.id;
}
/** Brings a finished game of this browser to the server. */
export const bring = (record: GameRecord, seats: SeatInfo[]): Promise<Brought> =>
  call('POST', '/my/records', {
    record: JSON.stringify(record),
    seats: who(seats),
  });
/** Removes a game from this browser, for good. */
export const removeHere = (id: string): Promise<void> => call('DELETE', `/tables/${id}`, undefined, undefined, 'here');
