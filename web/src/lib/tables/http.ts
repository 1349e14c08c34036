// Tables of the server that this page came from.
import type { Frame } from '../api/types';
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
  stream(path: string, on: Listener): Stream {
    const s = new EventSource(root + path);
    let open = true;
    const close = (): void => {
      open = false;
      s.close();
    };
    for (const kind of Object.keys(kinds))
      s.addEventListener(kind, (e: MessageEvent<string>) => open && on.hear(e.data));
    s.onerror = () => {
      if (!open) return;
      close();
      on.end();
    };
    return { close };
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
