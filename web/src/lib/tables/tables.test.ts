import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { act, ApiError, call, look, recordOf } from '../api/client';
import type { Frame } from '../api/types';
import { type Link, Live } from '../live';
import { net } from '../net.svelte';
import { provide } from './index';
import { type Answer, type Listener, type Tables, Unreachable } from './port';

/** An adapter that notes what it is asked and answers what the test says. */
function fake(answer: (method: string, path: string, body: unknown) => Answer | Promise<Answer>) {
  const asked: string[] = [];
  const streams: { path: string; on: Listener; closed: boolean }[] = [];
  const tables: Tables = {
    online: false,
    request: async (method, path, body, signal) => {
      asked.push(`${method} ${path} ${JSON.stringify(body)}`);
      signal?.throwIfAborted();
      return answer(method, path, body);
    },
    stream(path, on) {
      const s = { path, on, closed: false };
      streams.push(s);
      return { close: () => void (s.closed = true) };
    },
  };
  return { asked, streams, tables };
}
const server = vi.fn<typeof fetch>();
const ok = (data: unknown): Answer => ({ status: 200, text: JSON.stringify(data) });

const fakes = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const;
beforeEach(() => {
  vi.useFakeTimers({ toFake: [...fakes] });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('fetch', server);
  server.mockReset();
  server.mockImplementation(async () => new Response('{"seq":1}'));
});
afterEach(async () => {
  provide(null);
  vi.restoreAllMocks();
  // Who doubts the network looks until it is back.
  server.mockImplementation(async () => new Response('ok'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(net.off).toBe(0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the port of tables', () => {
  it('asks the browser about its own tables and the server about all others', async () => {
    const here = fake(() => ok({ seq: 2 }));
    provide(async () => here.tables);
    expect(await look('local-abc', 'S')).toEqual({ seq: 2 });
    expect(await look('abc', 'S')).toEqual({ seq: 1 });
    expect(await call('GET', '/my/tables?status=local-')).toEqual({ seq: 1 });
    expect(here.asked).toEqual(['GET /tables/local-abc?seat=S undefined']);
    expect(server.mock.calls.map((c) => c[0])).toEqual([
      '/api/v1/tables/abc?seat=S',
      '/api/v1/my/tables?status=local-',
    ]);
  });

  it('sends the same message either way', async () => {
    const here = fake(() => ok({ seq: 2, step: 1 }));
    provide(async () => here.tables);
    await act('local-abc', 3, 'N', 'stay', 'm1');
    await act('abc', 3, 'N', 'stay', 'm1');
    const [path, init] = server.mock.calls[0]!;
    expect(here.asked).toEqual([`POST /tables/local-abc/act ${String(init?.body)}`]);
    expect(path).toBe('/api/v1/tables/abc/act');
  });

  it('loads the tables of the browser when one is asked for, once', async () => {
    const here = fake(() => ok({}));
    const load = vi.fn(async () => here.tables);
    provide(load);
    await look('abc', null);
    expect(load).not.toHaveBeenCalled();
    await Promise.all([look('local-a', null), look('local-b', null), recordOf('local-c')]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('tries again to load them after that has failed', async () => {
    const here = fake(() => ok({ seq: 2 }));
    const load = vi.fn(async () => here.tables).mockRejectedValueOnce(new Error('wasm refused'));
    provide(load);
    await expect(look('local-a', null)).rejects.toMatchObject({ code: 'here', status: 0 });
    expect(await look('local-a', null)).toEqual({ seq: 2 });
  });

  it('says what was refused in the words of the refusal', async () => {
    const problem = { error: { code: 'stale', message: 'too late', where: 'body.step' } };
    provide(async () => fake(() => ({ status: 409, text: JSON.stringify(problem) })).tables);
    server.mockImplementation(async () => new Response(JSON.stringify(problem), { status: 409 }));
    for (const id of ['local-a', 'abc']) {
      const e = await look(id, null).catch((x: unknown) => x);
      expect(e).toBeInstanceOf(ApiError);
      expect(e).toMatchObject({ code: 'stale', message: 'too late', where: 'body.step', status: 409 });
    }
  });

  it('says "network" when nobody answers, and when what answers is no table', async () => {
    provide(async () => fake(() => Promise.reject(new Unreachable('dead worker'))).tables);
    server.mockRejectedValueOnce(new TypeError('no route'));
    for (const id of ['local-a', 'abc']) await expect(look(id, null)).rejects.toMatchObject({ code: 'network' });
    server.mockImplementation(async () => new Response('<html>a hotel</html>'));
    await expect(look('abc', null)).rejects.toMatchObject({ code: 'network' });
  });

  it('sends again what answers nothing, if it does no harm twice', async () => {
    const sent = (): number => server.mock.calls.filter((c) => c[0] !== '/healthz').length;
    server.mockRejectedValue(new DOMException('late', 'TimeoutError'));
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    await expect(look('abc', null)).rejects.toMatchObject({ code: 'network' });
    expect(sent()).toBe(3);
    server.mockClear();
    await expect(act('abc', 1, null, 'stay', 'm1')).rejects.toMatchObject({ code: 'network' });
    expect(sent()).toBe(3);
    server.mockClear();
    await expect(call('POST', '/tables', {})).rejects.toMatchObject({ code: 'network' });
    expect(sent()).toBe(1);
  });

  it('gives up what is not wanted any more', async () => {
    const stop = new AbortController();
    server.mockImplementation(
      (_, init) => new Promise((_ok, no) => init!.signal!.addEventListener('abort', () => no(init!.signal!.reason))),
    );
    const asked = call('GET', '/games', undefined, stop.signal);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(server).toHaveBeenCalledTimes(1);
  });
});

describe('without a network', () => {
  const bot = { game: 'nim', players: 2, seats: [{ kind: 'me' as const }, { kind: 'bot' as const, level: 3 }] };
  beforeEach(() => void server.mockRejectedValue(new TypeError('no route')));

  it('what needs nobody else is answered in the browser, and the rest says that there is none', async () => {
    const here = fake((_, path) => ok({ path }));
    provide(async () => here.tables);
    expect(await call('GET', '/games')).toEqual({ path: '/games' });
    expect(net.off).toBeGreaterThan(0);
    for (const path of ['/positions', '/positions/start', '/positions/analysis', '/records'])
      expect(await call('POST', path, {})).toEqual({ path });
    expect(await call('POST', '/tables', bot)).toEqual({ path: '/tables' });
    const asked = here.asked.length;
    for (const [method, path, body] of [
      ['GET', '/leaderboard', undefined],
      ['GET', '/tables/abc', undefined],
      ['POST', '/tables/abc/analysis', undefined],
      ['POST', '/tables', { ...bot, seats: [{ kind: 'me' }, { kind: 'open' }] }],
      ['POST', '/tables', { ...bot, seats: undefined }],
      ['POST', '/tables', { ...bot, rated: true }],
    ] as const)
      await expect(call(method, path, body), `${method} ${path}`).rejects.toMatchObject({ code: 'network' });
    expect(here.asked.length).toBe(asked);
  });

  it('a browser that cannot says why, in a sentence', async () => {
    for (const why of ['old', 'refused', 'full', 'died'] as const) {
      provide(() => Promise.reject(new Unreachable('no', why)));
      await expect(call('GET', '/games')).rejects.toMatchObject({ code: 'here' });
    }
  });

  it('the server is asked again as soon as it answers', async () => {
    const here = fake(() => ok('here'));
    provide(async () => here.tables);
    expect(await call('GET', '/games')).toBe('here');
    server.mockImplementation(async () => new Response('"there"'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(net.off).toBe(0);
    expect(await call('GET', '/games')).toBe('there');
  });

  it('one request that is lost does not make a network disappear', async () => {
    const here = fake(() => ok('here'));
    provide(async () => here.tables);
    server.mockReset();
    server.mockImplementation(async () => new Response('ok')).mockRejectedValueOnce(new TypeError('reset'));
    await expect(call('GET', '/games')).rejects.toMatchObject({ code: 'network' });
    expect(net.off).toBe(0);
    expect(here.asked).toEqual([]);
  });
});

describe('what the browser does itself first', () => {
  it('goes to the server if it cannot', async () => {
    const here = fake(() => ok('here'));
    provide(async () => here.tables);
    expect(await call('POST', '/positions/analysis', {}, undefined, 'here first')).toBe('here');
    provide(() => Promise.reject(new Unreachable('no wasm', 'refused')));
    expect(await call('POST', '/positions/analysis', {}, undefined, 'here first')).toEqual({ seq: 1 });
  });
});

describe('a stream of a table in this browser', () => {
  it('is no victim of the network, is not watched, and comes back when its worker has died', async () => {
    const here = fake(() => ok({}));
    provide(async () => here.tables);
    const links: Link[] = [];
    const heard: Frame[] = [];
    const live = new Live({
      address: () => '/tables/local-a/live?since=3',
      hear: (f) => heard.push(f),
      link: (l) => links.push(l),
    });
    live.connect();
    await vi.waitFor(() => expect(here.streams.length).toBe(1));
    here.streams[0]!.on.hear(JSON.stringify({ type: 'presence', presence: { online: ['S'], spectators: 0 } }));
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(3_600_000);
    expect(links).toEqual(['live']);
    expect(heard.length).toBe(1);
    here.streams[0]!.on.end();
    expect(links).toEqual(['live', 'offline']);
    vi.advanceTimersByTime(1000);
    await vi.waitFor(() => expect(here.streams.length).toBe(2));
    live.close();
    expect(here.streams.map((s) => s.closed)).toEqual([true, true]);
  });

  it('that is closed before it is there is never opened', async () => {
    const here = fake(() => ok({}));
    let ready = (): void => undefined;
    provide(() => new Promise((done) => (ready = () => done(here.tables))));
    const live = new Live({ address: () => '/tables/local-a/live', hear: () => undefined, link: () => undefined });
    live.connect();
    live.close();
    ready();
    await Promise.resolve();
    await Promise.resolve();
    expect(here.streams).toEqual([]);
  });
});

describe('the source', () => {
  // What is not about tables: whether the server and the parts of the program are there.
  const allowed = /\/tables\/|\/net\.svelte\.ts$|\/parts\.svelte\.ts$|\.test\.ts$/;
  const ways = /(?<![.\w])fetch\(|\b(EventSource|WebSocket|XMLHttpRequest|sendBeacon)\s*\(|new (Shared)?Worker\b/;
  it('knows of no way to the server but the port', () => {
    const files = import.meta.glob<string>('/src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true });
    expect(Object.keys(files).length).toBeGreaterThan(100);
    expect(ways.test(files['/src/lib/tables/http.ts']!)).toBe(true);
    const bad = Object.keys(files).filter((f) => !allowed.test(f) && ways.test(files[f]!));
    expect(bad).toEqual([]);
  });
});
