import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import './http'; // so that hooks do not wait for it to be read
import type { Stream, Tables } from './port';

/** What the browser has opened, in order: sockets and plain requests. */
const opened: Way[] = [];
class Way extends EventTarget {
  closed = false;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((e: { data: string }) => void) | null = null;
  constructor(readonly url: string) {
    super();
    opened.push(this);
  }
  close(): void {
    this.closed = true;
  }
}
class Socket extends Way {}
class Events extends Way {}

let http: Tables;
let heard: string[];
let ends: number;
const last = (): Way => opened[opened.length - 1]!;
const kinds = (): string => opened.map((w) => (w instanceof Socket ? 's' : 'e')).join('');
const open = (path = '/tables/a/live?since=3'): Stream =>
  http.stream(path, { hear: (text) => heard.push(text), end: () => ends++ });
/** A stream that does not open, and is given up as Live does. */
function hang(): void {
  const s = open();
  vi.advanceTimersByTime(5000);
  s.close();
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('EventSource', Events);
  vi.stubGlobal('location', { origin: 'https://atoll.example:8443' });
  vi.resetModules();
  ({ http } = await import('./http'));
  opened.length = ends = 0;
  heard = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a stream of the server', () => {
  it('is a WebSocket at the same host, which a browser counts apart from its six connections', () => {
    open('/live');
    open('/tables/live/live?seat=S&since=3');
    expect(opened.map((w) => w.url)).toEqual([
      'wss://atoll.example:8443/api/v1/ws',
      'wss://atoll.example:8443/api/v1/tables/live/ws?seat=S&since=3',
    ]);
    last().onopen?.();
    last().onmessage?.({ data: 'one' });
    expect(heard).toEqual(['one']);
    last().onclose?.();
    expect([kinds(), ends]).toEqual(['ss', 1]);
  });

  it('that is refused a WebSocket is a plain request at once, and so is the next', () => {
    open();
    last().onclose?.();
    expect([kinds(), ends]).toEqual(['se', 0]);
    expect(last().url).toBe('/api/v1/tables/a/live?since=3');
    last().onopen?.();
    last().dispatchEvent(new MessageEvent('delta', { data: 'one' }));
    expect(heard).toEqual(['one']);
    last().onerror?.();
    expect(ends).toBe(1);
    open();
    expect(kinds()).toBe('see');
  });

  it('tries a WebSocket again where nothing at all was answered', () => {
    for (let i = 0; i < 3; i++) {
      open();
      last().onclose?.();
      last().onerror?.();
    }
    expect([kinds(), ends]).toEqual(['sesese', 3]);
  });

  it('tries a WebSocket again where one has passed before', () => {
    open();
    last().onopen?.();
    last().onclose?.();
    for (let i = 0; i < 3; i++) {
      open();
      last().onclose?.();
      last().onopen?.();
      last().onerror?.();
    }
    expect(kinds()).toBe('ssesese');
  });

  it('is a plain request where sockets are swallowed', () => {
    for (let i = 0; i < 3; i++) hang();
    expect(kinds()).toBe('sse');
    hang(); // the line was dead all the time, for all that is known
    expect(kinds()).toBe('sses');
    hang();
    open();
    last().onopen?.();
    for (let i = 0; i < 3; i++) open();
    expect(kinds()).toBe('ssesseeee');
  });

  it('is more patient where a WebSocket has passed before: lines die more often than they change', () => {
    open();
    last().onopen?.();
    for (let i = 0; i < 6; i++) hang();
    last().onopen?.();
    open();
    expect(kinds()).toBe('ssssss' + 'es');
  });

  it('that is given up soon says nothing about the way', () => {
    for (let i = 0; i < 9; i++) open().close();
    expect(kinds()).toBe('sssssssss');
    expect(opened.every((w) => w.closed)).toBe(true);
  });

  it('that is given up opens nothing any more, and is not heard', () => {
    const s = open();
    const way = last();
    s.close();
    way.onopen?.();
    way.onmessage?.({ data: 'late' });
    way.onclose?.();
    expect([kinds(), heard, ends]).toEqual(['s', [], 0]);
    const t = open();
    last().onclose?.();
    t.close();
    last().onerror?.();
    expect([kinds(), ends, last().closed]).toEqual(['sse', 0, true]);
  });

  it('is a plain request where the browser knows no WebSocket or forbids it', () => {
    vi.stubGlobal('WebSocket', undefined);
    open();
    expect(kinds()).toBe('e');
  });
});
