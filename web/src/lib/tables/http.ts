// Tables of the server that this page came from.
import type { Frame } from '../api/types';
import { answers } from '../net.svelte';
import { type Listener, type Stream, type Tables, Unreachable } from './port';

const root = '/api/v1';

// A dead connection answers nothing, for ever, and a browser may have several of them to use. What is done once however
// often it is sent is sent again.
const patience = 30_000;
const repeats = 3;

// Typed so that a type of frame that is missing here fails the type check.
const kinds: Record<Frame['type'], true> = {
  snapshot: true,
  delta: true,
  sealed: true,
  ready: true,
  clock: true,
  chat: true,
  presence: true,
  lobby: true,
  turn: true,
  beat: true,
  bye: true,
};

// Over HTTP/1.1 a browser opens six connections to a server in all, and a stream that is a plain request keeps one: four
// windows would leave none for anything else. WebSockets are counted apart. Where no WebSocket opens and a plain stream
// does, something on the way does not let them pass, and this page does not try again.
let passed = false; // one has opened
let refused = false;
let mute = 0; // in a row that neither opened nor failed until they were given up
const slow = 3000;
/** How many connections to a server a browser keeps for later use, over HTTP/1.1. */
export const spare = 6;

function socket(path: string, on: Listener): Stream {
  const began = performance.now();
  const address = location.origin.replace(/^http/, 'ws') + root + path.replace(/\/live(?=\?|$)/, '/ws');
  let s: WebSocket;
  try {
    s = new WebSocket(address);
  } catch {
    return events(path, on); // an old browser thinks that our policy forbids it
  }
  let wanted = true;
  let up = false;
  let other: Stream | null = null;
  s.onopen = () => {
    up = passed = true;
    mute = 0;
  };
  s.onmessage = (e: MessageEvent<string>) => wanted && on.hear(e.data);
  s.onclose = () => {
    if (!wanted) return;
    wanted = false;
    if (up) on.end();
    else other = events(path, on);
  };
  return {
    close(): void {
      if (wanted && !up && performance.now() - began > slow) mute++;
      wanted = false;
      s.close();
      other?.close();
    },
  };
}

function events(path: string, on: Listener): Stream {
  mute = 0;
  const s = new EventSource(root + path);
  let open = true;
  const close = (): void => {
    open = false;
    s.close();
  };
  s.onopen = () => {
    refused = !passed;
  };
  for (const kind of Object.keys(kinds)) s.addEventListener(kind, (e: MessageEvent<string>) => open && on.hear(e.data));
  s.onerror = () => {
    if (!open) return;
    close();
    on.end();
  };
  return { close };
}

export const http: Tables = {
  online: true,
  async request(method, path, body, signal) {
    const again = method === 'GET' || (body as { msg?: string } | undefined)?.msg ? repeats : 1;
    for (let left = again; ; left--) {
      const late = AbortSignal.timeout(patience / again);
      try {
        const res = await fetch(root + path, {
          method,
          headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
          body: body === undefined ? null : JSON.stringify(body),
          credentials: 'same-origin',
          signal: signal ? AbortSignal.any([signal, late]) : late,
        });
        return { status: res.status, text: await res.text() };
      } catch (e) {
        signal?.throwIfAborted();
        if (left > 1 && late.aborted) continue;
        throw new Unreachable(String(e));
      }
    }
  },
  stream: (path, on) => (refused || mute >= (passed ? 5 : 2) ? events(path, on) : socket(path, on)),
  // As many requests as there can be connections: those that answer nothing are closed, and what is asked next finds others.
  sweep() {
    for (let k = 0; k < spare; k++) void answers();
  },
};

/** Where a browser can fetch a record of the server by itself, as a download. */
export const recordFile = (id: string): string => `${root}/tables/${encodeURIComponent(id)}/record`;

/** A page of which the server says by a tag whether it is still the one that is known; then the text is empty. */
export async function tagged(path: string, tag: string): Promise<{ status: number; text: string; tag: string }> {
  try {
    const res = await fetch(root + path, {
      headers: tag ? { 'If-None-Match': tag } : {},
      credentials: 'same-origin',
      signal: AbortSignal.timeout(patience / repeats),
    });
    return { status: res.status, text: await res.text(), tag: res.headers.get('ETag') ?? '' };
  } catch (e) {
    throw new Unreachable(String(e));
  }
}

/** The HTML that puts a page of ours into another one; empty where the host does not let anybody. */
export async function embedCode(url: string): Promise<string> {
  const res = await fetch(`/oembed?url=${encodeURIComponent(url)}`, {
    signal: AbortSignal.timeout(patience / repeats),
  });
  if (!res.ok) throw new Unreachable(String(res.status));
  return ((await res.json()) as { html?: string }).html ?? '';
}
