// People and their games, as the server tells them.
import { beSomebody, call } from './client';
import type { OrNone, Sent } from './sent';
import type * as wire from './types';

export type { AwaitingGame, GameRecord, Person, ChallengeInfo as Challenge } from './types';
export type MyGames = Sent<wire.MyGames>;
export type NowGame = OrNone<wire.NowGame, 'table'>;
export type Friends = Sent<wire.Friends>;
export type PersonRecord = Sent<wire.PersonRecord>;
export type PersonStyle = Sent<wire.PersonStyle>;

const user = (id: string): string => `/users/${encodeURIComponent(id)}`;

export const myGames = (): Promise<MyGames> => call('GET', '/my/games');
export const seenGames = (at: number): Promise<void> => call('POST', '/my/seen', { at });
export const gameNow = (watched: string): Promise<NowGame> =>
  call('GET', `/now${watched ? `?table=${encodeURIComponent(watched)}` : ''}`);
export const friends = (): Promise<Friends> => call('GET', '/friends');
export const recordOf = (id: string): Promise<PersonRecord> => call('GET', `${user(id)}/record`);
export const styleOf = (id: string): Promise<PersonStyle> => call('GET', `${user(id)}/style`);
export const stakes = (id: string, game: string, speed: string): Promise<wire.Stakes> =>
  call('GET', `${user(id)}/stakes?game=${encodeURIComponent(game)}&speed=${speed}`);
export const follow = async (id: string, on: boolean): Promise<void> => {
  await beSomebody();
  return call('POST', `${user(id)}/follow`, { on });
};
export const block = async (id: string, on: boolean): Promise<void> => {
  await beSomebody();
  return call('POST', `${user(id)}/block`, { on });
};
export const setManners = (m: wire.MannersRequest): Promise<void> => call('POST', '/my/manners', m);
export const challenge = async (to: string, setup: wire.Setup, word: string, seat = 0): Promise<wire.ChallengeInfo> => {
  await beSomebody();
  return call('POST', '/challenges', { to, setup, ...(word ? { word } : {}), ...(seat ? { seat } : {}) });
};
export const acceptChallenge = (id: string): Promise<wire.ChallengeAnswer> => call('POST', `/challenges/${id}/accept`);
export const declineChallenge = (id: string): Promise<void> => call('POST', `/challenges/${id}/decline`);
export const report = async (who: string, why: string, table = '', text = ''): Promise<void> => {
  await beSomebody();
  return call('POST', '/reports', { user: who, why, ...(table ? { table } : {}), ...(text ? { text } : {}) });
};
