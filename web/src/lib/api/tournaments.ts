// Tournaments as the server tells them.
import { ApiError, beSomebody, call } from './client';
import type { ClockSetup, Setup } from './types';
import { t } from '../i18n/index.svelte';
import { tagged } from '../tables/http';

export type Kind = 'arena' | 'swiss' | 'round_robin' | 'knockout' | 'pods';

export interface TournamentInfo {
  id: string;
  name: string;
  kind: Kind;
  game: string;
  players: number;
  clock: ClockSetup;
  rated: boolean;
  status: 'announced' | 'running' | 'over';
  start: number;
  minutes?: number;
  best_of?: number;
  round?: number;
  rounds?: number;
  entrants: number;
  host: string;
  host_name: string;
  begun?: number;
  ended?: number;
  why?: 'over' | 'called off' | 'too few';
}

export interface TieBreak {
  key: 'met' | 'beat' | 'direct' | 'average';
  name: string;
  help: string;
}

export interface Meeting {
  round: number;
  against: number[];
  seat: number;
  table?: string;
  result: 'playing' | 'win' | 'draw' | 'loss' | 'rank' | 'absent' | 'free' | 'off';
  rank?: number;
}

export interface Standing {
  place: number;
  entrant: number;
  user?: string;
  name: string;
  kind: 'guest' | 'account' | 'bot' | 'house' | 'gone';
  rating?: number;
  state: 'in' | 'pause' | 'out';
  points: number;
  met?: number;
  beat?: number;
  average?: number;
  streak?: number;
  scores?: number[];
  meets?: Meeting[];
  table?: string;
}

export interface BracketMatch {
  a: number;
  b: number;
  wins: [number, number];
  winner: number;
}

export interface TournamentGame {
  no: number;
  round: number;
  table: string;
  seats: number[];
  begun: number;
  ended?: number;
  ranks?: number[];
  absent?: number[];
}

export interface Entrant {
  entrant: number;
  state: 'in' | 'pause' | 'out';
  place: number;
  table?: string;
  sit_by?: number;
}

export interface TournamentPage extends TournamentInfo {
  seq: number;
  time: number;
  table: Setup;
  access: string;
  min_rating?: number;
  max_rating?: number;
  min_games?: number;
  programs?: boolean;
  most?: number;
  tie_breaks: TieBreak[];
  standings: Standing[];
  total: number;
  bracket?: BracketMatch[][];
  games: TournamentGame[];
  me: Entrant | null;
}

export interface TournamentRequest {
  name: string;
  kind: Kind;
  table: Setup;
  start?: number;
  minutes?: number;
  rounds?: number;
  best_of?: number;
  access?: string;
  min_rating?: number;
  max_rating?: number;
  min_games?: number;
  programs?: boolean;
  bots?: number[];
  most?: number;
}

const at = (id: string): string => `/tournaments/${encodeURIComponent(id)}`;

export const tournaments = (
  status = '',
  mine = false,
  limit = 50,
): Promise<{ tournaments: TournamentInfo[]; next?: number }> =>
  call('GET', `/tournaments?limit=${limit}${status ? `&status=${status}` : ''}${mine ? '&mine=true' : ''}`);
export const announceTournament = async (req: TournamentRequest): Promise<TournamentPage> => {
  await beSomebody();
  return call('POST', '/tournaments', req);
};
export const enterTournament = async (id: string): Promise<Entrant> => {
  await beSomebody();
  return call('POST', `${at(id)}/enter`);
};
export const turnTournament = (id: string, to: 'leave' | 'pause' | 'resume'): Promise<Entrant> =>
  call('POST', `${at(id)}/${to}`);
export const callOffTournament = (id: string): Promise<void> => call('POST', `${at(id)}/call-off`);

/** A tournament and the tag of the answer; null if the one that is known still holds. */
export async function lookAtTournament(id: string, tag = ''): Promise<{ page: TournamentPage; tag: string } | null> {
  const silence = new ApiError('network', t('error.network'), 0);
  const res = await tagged(`${at(id)}?limit=500`, tag).catch(() => Promise.reject(silence));
  if (res.status === 304) return null;
  let data: TournamentPage & { error?: { code: string; message: string } };
  try {
    data = JSON.parse(res.text) as typeof data;
  } catch {
    throw silence;
  }
  if (res.status !== 200) throw new ApiError(data.error?.code ?? 'internal', data.error?.message ?? '', res.status);
  return { page: data, tag: res.tag };
}
