// Tournaments as the server tells them.
import { ApiError, beSomebody, call } from './client';
import type { OrNone, Sent } from './sent';
import type * as wire from './types';
import { t } from '../i18n/index.svelte';
import { tagged } from '../tables/http';

export type { TournamentInfo, TournamentRequest } from './types';
export type Kind = wire.TournamentInfo['kind'];
export type Meeting = Sent<wire.Meeting>;
export type Standing = Sent<wire.Standing>;
export type BracketMatch = Sent<wire.BracketMatch>;
export type TournamentGame = Sent<wire.TournamentGame>;
export type TournamentPage = OrNone<Sent<wire.TournamentPage>, 'me'>;

const at = (id: string): string => `/tournaments/${encodeURIComponent(id)}`;

export const tournaments = (status = '', mine = false, limit = 50): Promise<Sent<wire.TournamentList>> =>
  call('GET', `/tournaments?limit=${limit}${status ? `&status=${status}` : ''}${mine ? '&mine=true' : ''}`);
export const announceTournament = async (req: wire.TournamentRequest): Promise<TournamentPage> => {
  await beSomebody();
  return call('POST', '/tournaments', req);
};
export const enterTournament = async (id: string): Promise<wire.TournamentEntrant> => {
  await beSomebody();
  return call('POST', `${at(id)}/enter`);
};
export const turnTournament = (id: string, to: 'leave' | 'pause' | 'resume'): Promise<wire.TournamentEntrant> =>
  call('POST', `${at(id)}/${to}`);
export const callOffTournament = (id: string): Promise<void> => call('POST', `${at(id)}/call-off`);

/** A tournament and the tag of the answer; null if the one that is known still holds. */
export async function lookAtTournament(id: string, tag = ''): Promise<{ page: TournamentPage; tag: string } | null> {
  const silence = new ApiError('network', t('error.network'), 0);
  const res = await tagged(`${at(id)}?limit=500`, tag).catch(() => Promise.reject(silence));
  if (res.status === 304) return null;
  let data: TournamentPage & Partial<wire.Problem>;
  try {
    data = JSON.parse(res.text) as typeof data;
  } catch {
    throw silence;
  }
  if (res.status !== 200) throw new ApiError(data.error?.code ?? 'internal', data.error?.message ?? '', res.status);
  return { page: data, tag: res.tag };
}
