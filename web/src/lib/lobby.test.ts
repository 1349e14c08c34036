import { expect, it, vi } from 'vitest';

const opened = vi.hoisted(() => ({ streams: 0, connects: 0, closed: 0 }));
vi.mock('./live', () => ({
  Live: class {
    constructor() {
      opened.streams++;
    }
    connect(): void {
      opened.connects++;
    }
    close(): void {
      opened.closed++;
    }
  },
}));
import { take } from './api/client';
import { Lobby } from './lobby.svelte';

const is = (id: string): unknown => take({ id, name: id, kind: 'guest', time: 0 });

it('a page has one stream, and opens it anew for whoever signs in', async () => {
  vi.useFakeTimers();
  const front = new Lobby(() => undefined);
  is('');
  const nobody = new Lobby(() => undefined);
  expect(opened).toEqual({ streams: 1, connects: 1, closed: 0 });
  is('guest'); // sat down at a table
  const calls = new Lobby(() => undefined);
  expect(opened).toEqual({ streams: 1, connects: 2, closed: 0 });
  is('guest');
  new Lobby(() => undefined).close();
  expect(opened.connects).toBe(2);
  is('account');
  const again = new Lobby(() => undefined);
  expect(opened.connects).toBe(3);
  for (const l of [front, nobody, calls, again]) l.close();
  await vi.advanceTimersByTimeAsync(1100);
  expect(opened).toEqual({ streams: 1, connects: 3, closed: 1 });
  vi.useRealTimers();
});
