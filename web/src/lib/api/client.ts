// What can be asked, by name and type. All of it goes through the port of tables.
import type { GameRecord } from '../verify';
import type {
  Ack,
  AnalysisInfo,
  BotAccount,
  BotList,
  Catalogue,
  Chair,
  ChatLine,
  Created,
  Entry,
  HookInfo,
  JoinRequest,
  Leaderboard,
  LogPage,
  Me,
  Judgement,
  Moment,
  PositionAnswer,
  PositionChoice,
  Problem,
  Profile,
  Proof,
  RecordAnswer,
  SeatChange,
  Setup,
  Snapshot,
  StartRequest,
  TableInfo,
  TableList,
  TableRequest,
  WhyNot,
} from './types';
import { t } from '../i18n/index.svelte';
import { translated } from '../i18n/refusals';
import { me } from '../me.svelte';
import { net } from '../net.svelte';
import { site } from '../root';
import { expectGamesOf } from '../running';
import { ask, staysHere, type Where } from '../tables';
import { anyHere, anyUnsent, noteMe } from '../tables/here';
import { recordFile } from '../tables/http';
import { isLocal, Unreachable } from '../tables/port';

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    readonly where = '',
  ) {
    super(message);
  }
}

/** Why this browser cannot, and the way out. A site has no server behind it. */
function cannot(why: Exclude<Unreachable['why'], 'network'>): string {
  const said = t(`here.${why}`);
  if (why === 'died' || why === 'learnt' || (site && why === 'full')) return said;
  return `${said} ${t(site ? 'here.site' : 'here.server')}`;
}

/** Asks whoever has what the path names: the server, or the worker of this browser. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  where?: Where,
): Promise<T> {
  const silence = (status: number): ApiError => new ApiError('network', t('error.network'), status);
  const { status, text } = await ask(method, path, body, signal, where).catch((e: unknown) => {
    if (!(e instanceof Unreachable)) throw e;
    throw e.why === 'network' ? silence(0) : new ApiError('here', cannot(e.why), 0);
  });
  if (status === 204) return undefined as T;
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    throw silence(status);
  }
  if (status < 200 || status > 299) {
    const p = (data as Problem | null)?.error;
    throw new ApiError(
      p?.code ?? 'internal',
      await translated(p?.message ?? `status ${status}`),
      status,
      p?.where ?? '',
    );
  }
  return data as T;
}

let asked = false;
export function take(m: Me): Me {
  if (asked && m.id !== me.id) me.change++;
  asked = true;
  // What was done without the server is sent: choices, and games that join the others.
  if (!net.off && (anyUnsent() || (m.kind === 'account' && anyHere())))
    setTimeout(() => void import('../carry').then((c) => c.carry()).catch(() => undefined), 1500);
  if (m.id !== me.id) expectGamesOf(me.id, m.kind);
  me.id = m.id;
  me.name = m.name;
  me.kind = m.kind;
  noteMe(m.name, m.kind);
  setServerTime(m.time);
  return m;
}
let skew = 0;
/** The server's clock, in milliseconds. */
export const serverNow = (): number => Date.now() + skew;
export const setServerTime = (now: number): void => void (skew = now - Date.now());

let asking: Promise<Me> | null = null;
export function whoAmI(): Promise<Me> {
  asking ??= call<Me>('GET', '/me')
    .then(take)
    .finally(() => (asking = null));
  return asking;
}

let making: Promise<Me> | null = null;
/** Makes sure that this browser is somebody: a guest needs no questions. */
export async function beSomebody(): Promise<void> {
  if (me.id) return;
  // A page that has asked before knows that this browser is nobody; who came in another tab meanwhile stays who they are.
  if (!asked) await whoAmI();
  if (me.id) return;
  making ??= call<Me>('POST', '/guest', {})
    .then(take, (e: unknown) => (e instanceof ApiError && e.code === 'conflict' ? whoAmI() : Promise.reject(e)))
    .finally(() => (making = null));
  await making;
}

export const rename = (name: string): Promise<Me> => call<Me>('POST', '/guest', { name }).then(take);
export const makeAccount = (name: string, password: string): Promise<Me> =>
  call<Me>('POST', '/account', { name, password }).then(take);
export const signIn = (name: string, password: string): Promise<Me> =>
  call<Me>('POST', '/session', { name, password }).then(take);
export const profile = (user: string): Promise<Profile> => call('GET', `/users/${encodeURIComponent(user)}`);
export const historyOf = (user: string): Promise<TableList> => call('GET', `/users/${encodeURIComponent(user)}/tables`);
export const leaderboard = (game: string, speed: string): Promise<Leaderboard> =>
  call('GET', `/leaderboard?game=${game}&speed=${speed}`);
export const programs = (): Promise<BotList> => call('GET', '/bots');
export const makeProgram = (name: string): Promise<BotAccount> => call('POST', '/bots', { name });
export const programToken = (id: string): Promise<BotAccount> =>
  call('POST', `/bots/${encodeURIComponent(id)}/token`, {});
export const programHook = (id: string, url: string): Promise<HookInfo> =>
  call('POST', `/bots/${encodeURIComponent(id)}/hook`, { url });
/** What is kept of one person: links, chance, drafts and unsent choices of their tables, their name, the list of their games. */
const ofPerson = ['atoll.links.', 'atoll.chance.', 'atoll.draft.', 'atoll.moves', 'atoll.me', 'atoll.games'];
function beNobody(): void {
  // Whoever sits down at this browser next has no business with the tables of this person.
  try {
    for (const key of Object.keys(localStorage))
      if (ofPerson.some((begins) => key.startsWith(begins))) localStorage.removeItem(key);
  } catch {
    // Without storage there are none.
  }
  asked = false;
  me.id = me.name = '';
  me.kind = 'none';
}
export async function signOut(): Promise<void> {
  // Whoever uses this browser next must not be told what this person is.
  await import('../push').then((m) => m.endPush()).catch(() => undefined);
  await call<void>('DELETE', '/session');
  beNobody();
}
export const changePassword = (old: string, fresh: string): Promise<void> =>
  call('POST', '/account/password', { old, new: fresh });
export const deleteAccount = (password: string): Promise<void> =>
  call<void>('POST', '/account/delete', { password }).then(beNobody);

let games: Promise<Catalogue> | null = null;
export function catalogue(): Promise<Catalogue> {
  // A page without a server has the list in itself, so that it need not wait for the rules.
  const inPage = site && document.getElementById('atoll-games')?.textContent;
  games ??= (inPage ? Promise.resolve(JSON.parse(inPage) as Catalogue) : call<Catalogue>('GET', '/games')).catch(
    (e: unknown) => {
      games = null;
      throw e;
    },
  );
  return games;
}

const at = (id: string): string => `/tables/${encodeURIComponent(id)}`;

export const openTables = (status = 'open', game = ''): Promise<TableList> =>
  call('GET', `/tables?status=${status}${game ? `&game=${game}` : ''}`);
export const myTables = (status = '', after = ''): Promise<TableList> =>
  call('GET', `/my/tables?status=${status}${after ? `&after=${encodeURIComponent(after)}` : ''}`);
/** The tables that live in this browser. */
export const localTables = (): Promise<TableList> => call('GET', '/my/tables', undefined, undefined, 'here');
/** Where a browser keeps the links of the tables it has made. */
export const linksAt = 'atoll.links.';
// Needed once somebody sits down, and not before.
const chance = (): Promise<typeof import('../chance')> => import('../chance');

export async function makeTable(setup: Setup): Promise<Created> {
  const [c] = await Promise.all([chance(), staysHere('POST', '/tables', setup) || beSomebody()]);
  const nonce = c.newNonce();
  const made = await call<Created>('POST', '/tables', { ...setup, commit: await c.commitTo(nonce) });
  c.keep(made.table.id, { nonce });
  const due = await c.hear(made.table.id, made.proof, made.chairs, []);
  // The page of the table does it if this does not come through.
  if (due) await openNumber(made.table.id, due).catch(() => undefined);
  // The links are told once; the waiting page shows them.
  const links = Object.fromEntries((made.links ?? []).map((l) => [l.seat, window.location.origin + l.path]));
  try {
    localStorage.setItem(linksAt + made.table.id, JSON.stringify(links));
  } catch {
    // Without storage the maker asks for new links.
  }
  return made;
}
export async function join(id: string, req: JoinRequest): Promise<Snapshot> {
  const [c] = await Promise.all([chance(), isLocal(id) || beSomebody()]);
  const nonce = c.kept(id).nonce ?? c.newNonce();
  c.keep(id, { nonce }); // before it is asked: an answer can be lost
  const path = `${at(id)}/join`;
  return call<Snapshot>('POST', path, { ...req, commit: await c.commitTo(nonce) }).catch((e: unknown) =>
    // Another browser of this person has added a number already.
    e instanceof ApiError && e.where.endsWith('commit') ? call<Snapshot>('POST', path, req) : Promise.reject(e),
  );
}
export async function openNumber(id: string, nonce: string): Promise<void> {
  await call<Ack>('POST', `${at(id)}/open`, { nonce });
  (await chance()).keep(id, { opened: true });
}
export const look = (id: string, seat: string | null): Promise<Snapshot> =>
  call('GET', at(id) + (seat ? `?seat=${encodeURIComponent(seat)}` : ''));
export const leave = (id: string): Promise<void> => call('POST', `${at(id)}/leave`, {});
export const changeSeat = (id: string, seat: string, change: SeatChange): Promise<TableInfo> =>
  call('POST', `${at(id)}/seats/${encodeURIComponent(seat)}`, change);
export const newLink = (id: string, seat: string): Promise<{ seat: string; token: string; path: string }> =>
  call('POST', `${at(id)}/seats/${encodeURIComponent(seat)}/link`, {});
export const act = (id: string, step: number, seat: string | null, action: string, msg: string): Promise<Ack> =>
  call('POST', `${at(id)}/act`, { msg, step, action, ...(seat ? { seat } : {}) });
/** Says what one will answer to what, in place of all said before. */
export const setLines = (id: string, step: number, seat: string | null, lines: string[][]): Promise<Ack> =>
  call('POST', `${at(id)}/lines`, { step, lines: lines.map((l) => ({ do: l })), ...(seat ? { seat } : {}) });
export async function tableDo(id: string, what: TableRequest['do'], seat: string | null): Promise<Ack> {
  const req: TableRequest = { msg: newId(), do: what, ...(seat ? { seat } : {}) };
  if (what !== 'offer rematch') return call('POST', `${at(id)}/do`, req);
  const c = await chance();
  const next = c.kept(id).next ?? c.newNonce();
  c.keep(id, { next });
  const ack = await call<Ack>('POST', `${at(id)}/do`, { ...req, commit: await c.commitTo(next) });
  if (ack.table) c.keep(ack.table, { nonce: next });
  return ack;
}
/** The table of the rematch is known: the number that was promised to it is its own. */
export async function goesOn(id: string, next: string): Promise<void> {
  const c = await chance();
  const nonce = c.kept(id).next;
  if (nonce && !c.kept(next).nonce) c.keep(next, { nonce });
}
/** Keeps what a table tells of its chance, and opens our number when it is time. */
export async function heedChance(id: string, proof: Proof, chairs: Chair[] | null, entries: Entry[]): Promise<void> {
  const nonce = await (await chance()).hear(id, proof, chairs, entries);
  const until = proof.open_until ?? 0;
  for (let wait = 500; nonce; wait *= 2)
    try {
      return await openNumber(id, nonce);
    } catch (e) {
      if (!(e instanceof ApiError) || e.code !== 'network' || serverNow() + wait > until) return;
      await new Promise((done) => setTimeout(done, wait));
    }
}
/** Bots of a table in this browser that cannot think try again, or make room for a simpler one. */
export const unstick = (id: string, what: 'retry' | 'simpler'): Promise<Ack> =>
  call('POST', `${at(id)}/bots`, { do: what });
export const chat = (id: string, text: string): Promise<ChatLine> =>
  call('POST', `${at(id)}/chat`, { msg: newId(), text });
export const mute = (id: string, user: string, on: boolean): Promise<void> =>
  call('POST', `${at(id)}/mute`, { user, on });
export async function whyNot(id: string, seat: string | null, action: string): Promise<WhyNot> {
  const w = await call<WhyNot>('POST', `${at(id)}/whynot`, { action, ...(seat ? { seat } : {}) });
  return { ...w, ...(w.reason ? { reason: await translated(w.reason) } : {}) };
}
export const log = (id: string, from: number, limit = 300): Promise<LogPage> =>
  call('GET', `${at(id)}/log?from=${from}&limit=${limit}`);
export const moment = (id: string, step: number | null, seat: string): Promise<Moment> =>
  call('GET', `${at(id)}/replay?${step === null ? '' : `step=${step}&`}seat=${encodeURIComponent(seat)}`);
export const analysisOf = (id: string, from: number): Promise<AnalysisInfo> =>
  call('GET', `${at(id)}/analysis?from=${from}`);
export async function askAnalysis(id: string): Promise<AnalysisInfo> {
  if (!isLocal(id)) await beSomebody();
  return call('POST', `${at(id)}/analysis`);
}
export const playOn = (position: string, choices: PositionChoice[], draw: boolean): Promise<PositionAnswer> =>
  call('POST', '/positions', { position, ...(choices.length ? { choices } : {}), ...(draw ? { draw } : {}) });
export const startOf = (req: StartRequest): Promise<PositionAnswer> => call('POST', '/positions/start', req);
export const readRecord = (record: string): Promise<RecordAnswer> => call('POST', '/records', { record });
let rated: { at: number; any: Promise<boolean> } | null = null;
/** Whether this person plays a rated game now. The server knows its positions and refuses them, so it is the one to ask. */
function playsRated(): Promise<boolean> {
  if (me.kind !== 'account') return Promise.resolve(false);
  if (!rated || Date.now() - rated.at > 30_000)
    rated = { at: Date.now(), any: myTables('running').then((l) => (l.tables ?? []).some((x) => x.rated)) };
  return rated.any;
}
/** Judges a position: here, unless it is to be deep or may be one of a rated game. */
export async function judge(position: string, ms: number, deep = false): Promise<Judgement> {
  if (!asked && !net.off) await whoAmI().catch(() => undefined);
  const where = deep || (await playsRated().catch(() => true)) ? 'server' : 'here first';
  if (where === 'server' && !net.off) await beSomebody();
  return call('POST', '/positions/analysis', { position, ms }, undefined, where);
}
export const recordOf = (id: string): Promise<GameRecord> => call('GET', `${at(id)}/record`);
/** An address from which the browser can save the record of a table. */
export const recordAddress = async (id: string): Promise<string> =>
  isLocal(id)
    ? URL.createObjectURL(new Blob([JSON.stringify(await recordOf(id)), '\n'], { type: 'application/json' }))
    : recordFile(id);
export const openapi = (): Promise<{ paths: Record<string, Record<string, { summary?: string }>> }> =>
  call('GET', '/openapi.json');

export function newId(): string {
  const b = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(b, (x) => x.toString(16).padStart(2, '0')).join('');
}
