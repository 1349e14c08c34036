// People and their games, as the server tells them.
import { beSomebody, call } from './client';
import type { Setup, TableInfo } from './types';

export interface AwaitingGame {
  table: TableInfo;
  position: unknown;
  due?: number;
}
export interface MyGames {
  time: number;
  waiting: number;
  games: AwaitingGame[];
  others: TableInfo[];
  finished: TableInfo[];
}
export interface NowGame {
  table: TableInfo | null;
  average?: number;
  spectators: number;
  house?: boolean;
}
export interface Person {
  id: string;
  name: string;
  kind: string;
  here?: boolean;
  last?: TableInfo;
}
export interface Challenge {
  id: string;
  from: Person;
  to: Person;
  setup: Setup;
  word?: string;
  at: number;
  until: number;
  mine?: boolean;
}
export interface Friends {
  time: number;
  follows: Person[];
  opponents: Person[];
  blocked: Person[];
  challenges: Challenge[];
  takes: 'everyone' | 'followed' | 'nobody';
}
export interface GameRecord {
  game: string;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  form: string;
}
export interface PersonRecord {
  here?: boolean;
  follows?: boolean;
  blocked?: boolean;
  challenge?: boolean;
  games: GameRecord[];
  you?: GameRecord;
}

const user = (id: string): string => `/users/${encodeURIComponent(id)}`;

export const myGames = (): Promise<MyGames> => call('GET', '/my/games');
export const seenGames = (at: number): Promise<void> => call('POST', '/my/seen', { at });
export const gameNow = (watched: string): Promise<NowGame> =>
  call('GET', `/now${watched ? `?table=${encodeURIComponent(watched)}` : ''}`);
export const friends = (): Promise<Friends> => call('GET', '/friends');
export const recordOf = (id: string): Promise<PersonRecord> => call('GET', `${user(id)}/record`);
export const follow = async (id: string, on: boolean): Promise<void> => {
  await beSomebody();
  return call('POST', `${user(id)}/follow`, { on });
};
export const block = async (id: string, on: boolean): Promise<void> => {
  await beSomebody();
  return call('POST', `${user(id)}/block`, { on });
};
export const takeChallenges = (takes: Friends['takes']): Promise<void> => call('POST', '/my/manners', { takes });
export const challenge = async (to: string, setup: Setup, word: string): Promise<Challenge> => {
  await beSomebody();
  return call('POST', '/challenges', { to, setup, ...(word ? { word } : {}) });
};
export const acceptChallenge = (id: string): Promise<{ table: string }> => call('POST', `/challenges/${id}/accept`);
export const declineChallenge = (id: string): Promise<void> => call('POST', `/challenges/${id}/decline`);
export const report = async (who: string, why: string, table = '', text = ''): Promise<void> => {
  await beSomebody();
  return call('POST', '/reports', { user: who, why, ...(table ? { table } : {}), ...(text ? { text } : {}) });
};
