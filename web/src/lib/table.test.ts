// A table between a line that breaks and a screen for several.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Frame, Snapshot } from './api/types';
import type { Ear } from './live';

const server = vi.hoisted(() => ({
  ear: null as Ear | null,
  acts: [] as { step: number; action: string; msg: string }[],
  down: false,
  stale: false,
  sealing: false,
  meanwhile: () => undefined as void, // before the answer comes
  step: 1,
  legal: ['stay'] as string[],
  seats: ['S'] as string[],
}));

vi.mock('./live', () => ({
  Live: class {
    constructor(ear: Ear) {
      server.ear = ear;
    }
    connect(): void {}
    lost(): void {}
    close(): void {}
  },
}));
vi.mock('$games/index', () => ({
  loadGame: () =>
    Promise.resolve({ secrets: 'own', frames: () => [], lines: () => [], latest: () => 0, createPlay: () => null }),
}));
vi.mock('./announce.svelte', () => ({ say: vi.fn(), toast: vi.fn() }));
vi.mock('./ring', () => ({ ring: vi.fn() }));
vi.mock('./sound', () => ({ sound: vi.fn() }));
vi.mock('./api/client', async () => {
  const { ApiError } = await vi.importActual<typeof import('./api/client')>('./api/client');
  let n = 0;
  return {
    ApiError,
    newId: () => `m${++n}`,
    setServerTime: () => undefined,
    serverNow: () => 0,
    look: (_: string, seat: string | null) => Promise.resolve(snapshot(seat ?? server.seats[0]!)),
    act: (_: string, step: number, __: string | null, action: string, msg: string) => {
      server.acts.push({ step, action, msg });
      server.meanwhile();
      if (server.stale) return Promise.reject(new ApiError('stale', 'too late', 409));
      if (server.sealing) return Promise.resolve({ seq: 9, sealed: true });
      return server.down ? Promise.reject(new ApiError('network', 'no network', 0)) : Promise.resolve({ seq: 9 });
    },
  };
});

const { Table } = await import('./table.svelte');
const { toast } = await import('./announce.svelte');

function snapshot(viewer: string): Snapshot {
  const view = {
    viewer,
    seq: server.step,
    step: server.step,
    status: 'running',
    acting: [server.seats[(server.step - 1) % server.seats.length]],
    seats: server.seats.map((seat) => ({ seat, mine: true, kind: 'person', name: seat })),
    position: { game: 'any', acting: [server.seats[(server.step - 1) % server.seats.length]] },
    legal: { actions: server.legal, count: server.legal.length, more: false },
  };
  return {
    info: { game: 'any', status: 'running', seats: view.seats },
    setup: {},
    view,
    log: [],
    spectators: 0,
  } as never;
}
const open = async (): Promise<InstanceType<typeof Table>> => {
  const table = new Table('t1');
  await table.open();
  server.ear!.link('live');
  await vi.advanceTimersByTimeAsync(0);
  return table;
};
const news = (frame: Partial<Frame>): void => server.ear!.hear(frame as Frame);

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(toast).mockClear();
  Object.assign(server, {
    acts: [],
    down: false,
    stale: false,
    sealing: false,
    meanwhile: () => undefined,
    step: 1,
    legal: ['stay'],
    seats: ['S'],
  });
});
afterEach(() => void vi.useRealTimers());

it('sends a forced move that got no answer again, once the stream is back, as the same message', async () => {
  server.down = true;
  const table = await open();
  const tries = server.acts.length;
  expect(tries).toBeGreaterThan(0);
  server.ear!.link('offline');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.acts, 'nothing is sent without a line').toHaveLength(tries);
  server.down = false;
  server.ear!.link('live');
  await vi.advanceTimersByTimeAsync(0);
  expect(server.acts).toHaveLength(tries + 1);
  expect(new Set(server.acts.map((a) => `${a.action} ${a.msg}`)).size).toBe(1);
  expect(table.obliged).toBe(true);
  table.close();
});

it('sends it again by and by where only the request was lost, and says so once', async () => {
  server.down = true;
  const table = await open();
  await vi.advanceTimersByTimeAsync(10_000);
  const tries = server.acts.length;
  expect(tries).toBeGreaterThan(2);
  expect(tries).toBeLessThan(6);
  expect(toast).toHaveBeenCalledTimes(1);
  server.down = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.acts, 'and stops when it was taken').toHaveLength(tries + 1);
  table.close();
});

it('keeps a choice that found no line, and sends it as the same message once there is one, from another page too', async () => {
  server.legal = ['stay', 'go'];
  server.down = true;
  const table = await open();
  server.ear!.link('offline');
  expect(await table.send('stay')).toBe(false);
  expect(table.unsent).toMatchObject({ table: 't1', step: 1, text: 'stay' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.acts, 'nothing is sent without a line').toHaveLength(1);
  table.close();
  // The page was closed; another one has the table.
  const later = await open();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.acts.length, 'still no answer').toBeGreaterThan(1);
  expect(later.unsent?.text).toBe('stay');
  server.down = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(new Set(server.acts.map((a) => `${a.step} ${a.action} ${a.msg}`)).size).toBe(1);
  expect(later.unsent).toBeUndefined();
  const sent = server.acts.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.acts, 'and only until it was taken').toHaveLength(sent);
  later.close();
});

it('does not send what was taken back, and another choice takes its place', async () => {
  server.legal = ['stay', 'go'];
  server.down = true;
  const table = await open();
  server.ear!.link('offline');
  await table.send('stay');
  table.takeBack();
  expect(table.unsent).toBeUndefined();
  await table.send('stay');
  await table.send('go');
  expect(table.unsent?.text).toBe('go');
  server.down = false;
  const before = server.acts.length;
  server.ear!.link('live');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.acts.slice(before).map((a) => a.action)).toEqual(['go']);
  table.close();
});

it('says that a choice came too late, and lets it go', async () => {
  server.legal = ['stay', 'go'];
  server.down = true;
  const table = await open();
  server.ear!.link('offline');
  await table.send('stay');
  server.down = false;
  server.stale = true;
  server.step = 2;
  server.ear!.link('live');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(vi.mocked(toast).mock.calls.map((c) => c[1])).toContain('Your move came too late.');
  expect(table.unsent).toBeUndefined();
  expect(server.acts).toHaveLength(2);
  table.close();
});

it('takes the same choice in another step for another message', async () => {
  server.legal = ['stay', 'go'];
  server.down = true;
  const table = await open();
  await table.send('stay');
  // It had been taken; the answer was lost.
  server.step = 2;
  server.down = false;
  news({ snapshot: snapshot('S') });
  await table.send('stay');
  expect(server.acts.map((a) => a.step)).toEqual([1, 2]);
  expect(server.acts[1]!.msg).not.toBe(server.acts[0]!.msg);
  table.close();
});

it('goes on from what it knows only where the stream is of the same seat', async () => {
  server.legal = ['stay', 'go'];
  const table = await open();
  expect(server.ear!.address(false)).toMatch(/seat=S&since=1/);
  expect(server.ear!.address(true), 'a fresh start').not.toMatch(/since/);
  table.me = 'N';
  expect(server.ear!.address(false)).toMatch(/seat=N/);
  expect(server.ear!.address(false), 'what S knows is not what N knows').not.toMatch(/since/);
  table.close();
});

it('takes nothing for sealed in a step that came before the answer of the one before', async () => {
  server.legal = ['stay', 'go'];
  server.sealing = true;
  const table = await open();
  await table.send('stay');
  expect(table.sealed).toBe('stay');
  server.step = 2;
  news({ snapshot: snapshot('S') });
  expect(table.sealed).toBe(null);
  server.meanwhile = () => {
    server.step = 3;
    news({ snapshot: snapshot('S') });
  };
  await table.send('go');
  expect(table.sealed).toBe(null);
  table.close();
});
