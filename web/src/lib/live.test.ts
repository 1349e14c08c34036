import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Frame } from './api/types';
import { type Link, type Live, patience } from './live';

/** A stream of either kind that does what the test says. */
class Source extends EventTarget {
  static all: Source[] = [];
  closed = false;
  opened = false;
  onopen: (() => void) | null = null;
  constructor(readonly url: string) {
    super();
    Source.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
  say(frame: Partial<Frame> & { type: Frame['type'] }): void {
    if (!this.opened) this.onopen?.();
    this.opened = true;
    this.hand(frame.type, JSON.stringify(frame));
  }
  protected hand(_type: string, _data: string): void {}
  fail(): void {}
  beat(every_ms = 1000): void {
    this.say({ type: 'beat', beat: { every_ms } });
  }
}
class Events extends Source {
  onerror: (() => void) | null = null;
  protected override hand(type: string, data: string): void {
    this.dispatchEvent(new MessageEvent(type, { data }));
  }
  override fail(): void {
    this.onerror?.();
  }
}
class Socket extends Source {
  onclose: (() => void) | null = null;
  onmessage: ((e: { data: string }) => void) | null = null;
  protected override hand(_type: string, data: string): void {
    this.onmessage?.({ data });
  }
  override fail(): void {
    this.onclose?.();
  }
}
const latest = (): Source => Source.all[Source.all.length - 1]!;
/** The server is not there: neither a socket opens, nor the plain stream that is tried in its place. */
function lose(): void {
  const n = Source.all.length;
  latest().fail();
  if (Source.all.length > n) latest().fail();
}

let live: Live;
const asked = vi.fn(async () => new Response('ok'));
let heard: Frame[];
let links: Link[];
let doubts: number;
const page = (): { visibilityState: string; readyState: string } & EventTarget => document as never;

const ways = {
  WebSocket: { WebSocket: Socket, EventSource: Events, at: 'ws://atoll.example/api/v1' },
  EventSource: { WebSocket: undefined, EventSource: Events, at: '/api/v1' },
};

describe.each(['WebSocket', 'EventSource'] as const)('a live stream by %s', (way) => {
  const { at, ...globals } = ways[way];

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
    vi.stubGlobal('window', Object.assign(new EventTarget(), { stop: vi.fn() }));
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', readyState: 'complete' }));
    vi.stubGlobal('fetch', asked);
    asked.mockClear();
    vi.stubGlobal('location', { origin: 'http://atoll.example' });
    for (const [name, stub] of Object.entries(globals)) vi.stubGlobal(name, stub);
    vi.resetModules(); // a page learns which way is open
    const module = await import('./live');
    Source.all = [];
    [heard, links, doubts] = [[], [], 0];
    live = new module.Live({
      address: (fresh) => (fresh ? '/fresh' : '/since'),
      hear: (f) => heard.push(f),
      link: (now) => links.push(now),
      doubt: () => doubts++,
    });
  });
  afterEach(() => {
    live.close();
    expect(vi.getTimerCount()).toBe(0);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('goes on for ever while heartbeats come, and hands on all else', () => {
    live.connect();
    for (let i = 0; i < 100; i++) {
      latest().beat();
      vi.advanceTimersByTime(2000);
    }
    latest().say({ type: 'presence', presence: { online: [], spectators: 3 } });
    expect(Source.all.length).toBe(1);
    expect(links).toEqual(['live']);
    expect(heard.map((f) => f.type)).toEqual(['presence']);
  });

  it('that is silent for two and a half intervals is ended, said to be, and begun afresh', () => {
    live.connect();
    latest().beat();
    vi.advanceTimersByTime(patience * 1000);
    expect(links).toEqual(['live']);
    vi.advanceTimersByTime(1000);
    expect(links).toEqual(['live', 'offline']);
    expect(Source.all[0]!.closed).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(Source.all.map((s) => s.url)).toEqual([`${at}/since`, `${at}/fresh`]);
    Source.all[0]!.say({ type: 'presence', presence: { online: [], spectators: 1 } });
    expect(heard).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
    latest().beat();
    expect(links).toEqual(['live', 'offline', 'live']);
    // What the browser keeps open may be as dead: all of it is tried.
    expect(asked.mock.calls.map((c: unknown[]) => c[0])).toEqual(Array.from({ length: 6 }, () => '/healthz'));
    latest().beat();
    expect(asked).toHaveBeenCalledTimes(6);
  });

  it('that does not open is tried again at once, as often as a browser has connections to spare, and then with patience', () => {
    live.connect();
    vi.advanceTimersByTime(30_500);
    expect(links).toEqual(['offline']);
    expect(Source.all.length).toBe(7);
    vi.advanceTimersByTime(600_000);
    expect(Source.all.length).toBeLessThan(30);
  });

  it('is tried ever more seldom, and doubted once', () => {
    live.connect();
    const waits = [];
    for (let i = 0; i < 8; i++) {
      lose();
      const n = Source.all.length;
      let ms = 0;
      for (; Source.all.length === n; ms += 50) vi.advanceTimersByTime(50);
      waits.push(ms);
    }
    expect(waits[0]).toBeLessThan(700);
    expect(waits[7]).toBeGreaterThan(5900);
    expect(Math.max(...waits)).toBeLessThan(10_100);
    expect(doubts).toBe(1);
  });

  for (const state of ['new', 'connecting', 'live', 'offline'] as const)
    it(`hears of the network's end and return when ${state}`, () => {
      if (state !== 'new') live.connect();
      if (state === 'live') latest().beat();
      if (state === 'offline') lose();
      window.dispatchEvent(new Event('offline'));
      expect(links[links.length - 1]).toBe('offline');
      const n = Source.all.length;
      window.dispatchEvent(new Event('online'));
      if (state === 'new') {
        vi.advanceTimersByTime(10_000);
        expect(Source.all.length).toBe(0);
        live.connect();
      } else expect(Source.all.length).toBe(n + 1);
      latest().beat();
      expect(links[links.length - 1]).toBe('live');
    });

  it('is looked at as soon as a machine wakes from sleep, by whichever clock went on', () => {
    live.connect();
    latest().beat(15_000);
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(1000);
    expect(links).toEqual(['live', 'offline']);
  });

  it('is not kept by a clock that was put back', () => {
    live.connect();
    latest().beat();
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(5000);
    expect(links).toEqual(['live', 'offline']);
  });

  it('is looked at when the page is', () => {
    live.connect();
    latest().beat(15_000);
    page().visibilityState = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    vi.setSystemTime(Date.now() + 3_600_000);
    page().visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(links).toEqual(['live', 'offline']);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(Source.all.length).toBe(2);
  });

  for (const [state, times] of [
    ['complete', 1],
    ['interactive', 0],
  ] as const)
    it(`that does not open for long lets go of all that hangs on the same line (${state})`, () => {
      page().readyState = state;
      live.connect();
      vi.advanceTimersByTime(2 * 5000);
      expect(Source.all.length).toBe(3);
      expect(window.stop).not.toHaveBeenCalled();
      vi.advanceTimersByTime(5000);
      expect(Source.all.length).toBe(4);
      expect(window.stop).toHaveBeenCalledTimes(times);
      latest().beat();
      expect(links[links.length - 1]).toBe('live');
    });

  it('comes back after the server said goodbye', () => {
    live.connect();
    latest().beat();
    latest().say({ type: 'bye', bye: 'the server restarts' });
    expect(links).toEqual(['live', 'offline']);
    vi.advanceTimersByTime(1000);
    expect(latest().url).toBe(`${at}/since`);
  });
});
