import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromWorker, ToWorker } from './messages';

/** A worker that does what the test says. */
class Fake {
  static all: Fake[] = [];
  static start: (w: Fake) => void = (w) => w.say({ kind: 'ready', module: {} as WebAssembly.Module });
  onmessage: ((e: { data: FromWorker }) => void) | null = null;
  onerror: ((e: { message: string }) => void) | null = null;
  heard: ToWorker[] = [];
  dead = false;
  constructor() {
    Fake.all.push(this);
  }
  postMessage(m: ToWorker): void {
    if (this.dead) return;
    this.heard.push(m);
    if (m.kind === 'start' && m.role === 'tables') queueMicrotask(() => Fake.start(this));
  }
  say(m: FromWorker): void {
    this.onmessage?.({ data: m });
  }
  terminate(): void {
    this.dead = true;
  }
}
const tablesWorker = (): Fake =>
  Fake.all.findLast((w) => w.heard.some((m) => m.kind === 'start' && m.role === 'tables'))!;
const last = (w: Fake, kind: ToWorker['kind']): ToWorker & { id: number } =>
  w.heard.findLast((m) => m.kind === kind) as ToWorker & { id: number };

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  Fake.all = [];
  Fake.start = (w) => w.say({ kind: 'ready', module: {} as WebAssembly.Module });
  vi.stubGlobal('Worker', Fake);
  vi.stubGlobal('indexedDB', {});
  vi.stubGlobal('document', { baseURI: 'https://atoll.example/' });
  vi.stubGlobal('navigator', { hardwareConcurrency: 4 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const open = async () => (await import('./index')).openTables();

describe('tables in workers', () => {
  it('answer what was asked, each request its own', async () => {
    const tables = await open();
    const one = tables.request('GET', '/me');
    const two = tables.request('POST', '/positions', { position: 'x' });
    await Promise.resolve();
    const w = tablesWorker();
    const [a, b] = w.heard.filter((m) => m.kind === 'request');
    w.say({ kind: 'answer', id: b!.id, status: 422, text: '{"two":2}' });
    w.say({ kind: 'answer', id: a!.id, status: 200, text: '{"one":1}' });
    expect(await one).toEqual({ status: 200, text: '{"one":1}' });
    expect(await two).toEqual({ status: 422, text: '{"two":2}' });
    expect(b).toMatchObject({ method: 'POST', path: '/positions', body: '{"position":"x"}' });
  });

  it('say why they cannot start, and try again the next time', async () => {
    Fake.start = (w) => w.say({ kind: 'failed', why: 'wasm is refused by the policy of this page' });
    await expect(open()).rejects.toMatchObject({ why: 'refused' });
    await expect(open()).rejects.toBeInstanceOf((await import('../port')).Unreachable);
    Fake.start = (w) => w.say({ kind: 'ready', module: {} as WebAssembly.Module });
    await expect(open()).resolves.toBeTruthy();
  });

  it('say so in a browser that cannot run them', async () => {
    for (const lacks of ['Worker', 'WebAssembly', 'indexedDB', 'BroadcastChannel', 'DecompressionStream']) {
      const had = (globalThis as Record<string, unknown>)[lacks];
      vi.stubGlobal(lacks, undefined);
      await expect(open(), lacks).rejects.toMatchObject({ message: 'this browser cannot run the rules', why: 'old' });
      vi.stubGlobal(lacks, had);
    }
    // One that takes no modules for workers stumbles over the first import.
    Fake.start = (w) => w.onerror?.({ message: 'SyntaxError: import declarations may only appear at top level' });
    await expect(open()).rejects.toMatchObject({ why: 'old' });
  });

  it('say that there is no room, and that what bots have learnt is missing', async () => {
    const tables = await open();
    for (const [status, text, why] of [
      [0, 'this browser has no room for more games', 'full'],
      [0, 'QuotaExceededError: quota', 'full'],
      [0, 'UnknownError: io', 'died'],
      [503, '{}', 'learnt'],
    ] as const) {
      const asked = tables.request('GET', '/me');
      await vi.advanceTimersByTimeAsync(0);
      const w = tablesWorker();
      w.say({ kind: 'answer', id: last(w, 'request').id, status, text });
      await expect(asked).rejects.toMatchObject({ why });
    }
  });

  it('tell whoever waits that the worker has died, and start another', async () => {
    const tables = await open();
    const ended = vi.fn();
    const asked = tables.request('GET', '/me');
    tables.stream('/tables/local-a/live', { hear: () => undefined, end: ended });
    await vi.advanceTimersByTimeAsync(0);
    const first = tablesWorker();
    asked.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(last(first, 'ping')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(12_000);
    await expect(asked).rejects.toMatchObject({ message: 'the worker is dead', why: 'died' });
    expect(ended).toHaveBeenCalledTimes(1);
    expect(first.dead).toBe(true);
    const again = tables.request('GET', '/me');
    await vi.advanceTimersByTimeAsync(0);
    const second = tablesWorker();
    expect(second).not.toBe(first);
    second.say({ kind: 'answer', id: last(second, 'request').id, status: 200, text: '{}' });
    expect((await again).status).toBe(200);
  });

  it('a worker that is busy but answers a ping is left alone', async () => {
    const tables = await open();
    const asked = tables.request('GET', '/me');
    await vi.advanceTimersByTimeAsync(0);
    const w = tablesWorker();
    for (let n = 0; n < 5; n++) {
      await vi.advanceTimersByTimeAsync(12_000);
      w.say({ kind: 'pong' });
    }
    expect(w.dead).toBe(false);
    w.say({ kind: 'answer', id: last(w, 'request').id, status: 200, text: '{}' });
    expect((await asked).status).toBe(200);
  });

  it('are told that nobody wants an answer any more', async () => {
    const tables = await open();
    const stop = new AbortController();
    const asked = tables.request('POST', '/positions/analysis', {}, stop.signal);
    asked.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    const w = tablesWorker();
    expect(last(w, 'cancel').id).toBe(last(w, 'request').id);
  });

  it('a second worker thinks where there are cores, and only there', async () => {
    await open();
    expect(Fake.all.length).toBe(2);
    expect(Fake.all[1]!.heard[0]).toMatchObject({ kind: 'start', role: 'mind' });
    vi.resetModules();
    Fake.all = [];
    vi.stubGlobal('navigator', { hardwareConcurrency: 1 });
    await open();
    expect(Fake.all.length).toBe(1);
  });

  it('show on the icon of the app how many games wait, and nothing when none does', async () => {
    const shown: number[] = [];
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (k: string) => kept.get(k) ?? null,
      setItem: (k: string, v: string) => void kept.set(k, v),
      removeItem: (k: string) => void kept.delete(k),
    });
    vi.stubGlobal('navigator', {
      hardwareConcurrency: 4,
      setAppBadge: async (n: number) => void shown.push(n),
      clearAppBadge: async () => void shown.push(0),
    });
    const tables = await open();
    const { badge } = await import('../../badge');
    tables.stream('/tables/local-a/live', { hear: () => undefined, end: () => undefined });
    await vi.advanceTimersByTimeAsync(0);
    const w = tablesWorker();
    /** Something changes, and these games wait for a person then. */
    const changes = async (...turns: boolean[]) => {
      w.say({ kind: 'frame', id: last(w, 'stream').id, text: '{}' });
      await vi.advanceTimersByTimeAsync(600);
      const asked = last(w, 'request');
      expect(asked).toMatchObject({ method: 'GET', path: '/my/tables?status=running' });
      const text = JSON.stringify({ tables: turns.map((your_turn) => ({ your_turn })) });
      w.say({ kind: 'answer', id: asked.id, status: 200, text });
      await vi.advanceTimersByTimeAsync(0);
    };
    await changes(true, false, true);
    badge(1); // one of the server's as well
    await changes(true, false, false);
    badge(0);
    await changes(false);
    expect(shown).toEqual([2, 3, 2, 1, 0]);
    // Several changes at once are counted once.
    const before = w.heard.length;
    for (let n = 0; n < 5; n++) w.say({ kind: 'frame', id: last(w, 'stream').id, text: '{}' });
    await vi.advanceTimersByTimeAsync(600);
    expect(w.heard.slice(before).filter((m) => m.kind === 'request')).toHaveLength(1);
  });
});
