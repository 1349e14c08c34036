// What a person is told while away, as the server has it.
import { beSomebody, call } from './client';
import type { components } from './types';

export type NoticePage = components['schemas']['NoticePage'];
type NoticeSettings = components['schemas']['Settings'];
export type Kind = keyof components['schemas']['Kinds'];
export type VacationPage = components['schemas']['VacationPage'];
export type Channel = keyof components['schemas']['Channels'];

export async function notices(): Promise<NoticePage> {
  await beSomebody();
  return call('GET', '/notices');
}
export const setNotices = (s: NoticeSettings): Promise<void> => call('POST', '/notices', s);
export const subscribe = (s: PushSubscriptionJSON): Promise<void> => call('POST', '/notices/push', s);
export const unsubscribe = (endpoint: string): Promise<void> => call('POST', '/notices/push/end', { endpoint });
export const giveAddress = (address: string): Promise<void> => call('POST', '/notices/mail', { address });
export const dropAddress = (): Promise<void> => call('DELETE', '/notices/mail');
export const proveAddress = (token: string): Promise<void> => call('POST', '/notices/mail/prove', { token });
export const trial = (): Promise<void> => call('POST', '/notices/trial');
export const vacations = (): Promise<VacationPage> => call('GET', '/vacations');
export const announceVacation = (since: number, until: number): Promise<void> =>
  call('POST', '/vacations', { since, until });
export const endVacation = (since: number): Promise<void> => call('POST', '/vacations/end', { since });
