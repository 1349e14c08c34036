// The tables of this browser: the second adapter of the port, over workers with the rules and bots. Everything of it is
// loaded when it is first wanted.
import { root } from '../../root';
import { type Answer, type Listener, type Stream, type Tables, Unreachable } from '../port';
import { badge } from '../../badge';
import { noteHere, noteWaiting } from '../here';
import type { FromWorker, ToWorker } from './messages';

/** How long a worker may say nothing before it is asked whether it lives, and then before it is given up. */
const quietFor = 3_000;
const patience = 10_000;

interface Waiting {
  done(a: Answer): void;
  failed(e: unknown): void;
}

const needs = ['WebAssembly', 'Worker', 'indexedDB', 'BroadcastChannel', 'MessageChannel', 'DecompressionStream'];
/** Whether this browser has all that the workers need. */
const able = (): boolean => needs.every((n) => (globalThis as Record<string, unknown>)[n] !== undefined);

/** Why the workers do not start, from what they or the browser say. An old one takes no modules for workers. */
const whyNot = (said: string): 'refused' | 'old' | 'network' =>
  /content security|policy|unsafe-eval|disallowed/i.test(said)
    ? 'refused'
    : /syntaxerror|import declaration|outside a module/i.test(said)
      ? 'old'
      : 'network';

/** One life of the workers. */
class Life {
  private readonly asked = new Map<number, Waiting>();
  private readonly streams = new Map<number, Listener>();
  private next = 1;
  private heard = performance.now();
  private watch: ReturnType<typeof setInterval> | undefined;
  private pinged = false;
  private mind: Worker | null = null;
  ended = false;

  private constructor(
    private readonly worker: Worker,
    private readonly gone: () => void,
  ) {
    worker.onmessage = (e: MessageEvent<FromWorker>) => this.hear(e.data);
    worker.onerror = () => this.end('the worker failed');
    worker.onmessageerror = () => this.end('the worker spoke nonsense');
  }

  static start(gone: () => void): Promise<Life> {
    if (!able()) return Promise.reject(new Unreachable('this browser cannot run the rules', 'old'));
    const core = new URL(`${root}core/core.json`, document.baseURI).href;
    const make = (): Worker => new Worker(new URL('./core.worker.ts', import.meta.url), { type: 'module' });
    return new Promise((done, failed) => {
      const worker = make();
      // A second one thinks, so that the tables never wait; with one core it would only take turns.
      const spare = (navigator.hardwareConcurrency || 1) > 1 ? new MessageChannel() : null;
      const life = new Life(worker, gone);
      const fail = (why: string): void => {
        worker.terminate();
        failed(new Unreachable(why, whyNot(why)));
      };
      const late = setTimeout(() => fail('the rules did not start'), 60_000);
      worker.onerror = (e) => {
        clearTimeout(late);
        fail(e.message || 'the worker did not start');
      };
      worker.onmessage = ({ data: m }: MessageEvent<FromWorker>) => {
        if (m.kind !== 'ready' && m.kind !== 'failed') return;
        clearTimeout(late);
        if (m.kind === 'failed') return fail(m.why);
        worker.onmessage = (e: MessageEvent<FromWorker>) => life.hear(e.data);
        worker.onerror = () => life.end('the worker failed');
        if (spare) life.think(make(), core, m.module, spare.port2);
        done(life);
      };
      const start: ToWorker = { kind: 'start', role: 'tables', core, ...(spare ? { port: spare.port1 } : {}) };
      worker.postMessage(start, spare ? [spare.port1] : []);
    });
  }

  private think(mind: Worker, core: string, module: WebAssembly.Module, port: MessagePort): void {
    this.mind = mind;
    mind.onerror = () => mind.terminate(); // the worker with the tables finds out, and thinks itself
    const start: ToWorker = { kind: 'start', role: 'mind', core, module, port };
    mind.postMessage(start, [port]);
  }

  private say(m: ToWorker): void {
    if (!this.watch) this.heard = performance.now();
    this.watch ??= setInterval(() => this.check(), 1000);
    this.worker.postMessage(m);
  }

  private check(): void {
    if (!this.asked.size && !this.streams.size) {
      clearInterval(this.watch);
      this.watch = undefined;
      return;
    }
    const quiet = performance.now() - this.heard;
    if (quiet < (this.pinged ? patience : quietFor)) return;
    if (!this.pinged) {
      this.pinged = true;
      this.heard = performance.now();
      this.worker.postMessage({ kind: 'ping' } satisfies ToWorker);
    } else this.end('the worker is dead');
  }

  private hear(m: FromWorker): void {
    this.heard = performance.now();
    this.pinged = false;
    switch (m.kind) {
      case 'answer': {
        const w = this.asked.get(m.id);
        this.asked.delete(m.id);
        if (m.status === 503) w?.failed(new Unreachable(m.text, 'learnt'));
        else if (m.status) w?.done({ status: m.status, text: m.text });
        else w?.failed(new Unreachable(m.text, /quota|no room/i.test(m.text) ? 'full' : 'died'));
        break;
      }
      case 'frame':
        this.streams.get(m.id)?.hear(m.text);
        break;
      case 'end': {
        const on = this.streams.get(m.id);
        this.streams.delete(m.id);
        on?.end();
        break;
      }
      case 'failed':
        this.end(m.why);
    }
  }

  /** Nothing more comes from these workers; whoever waits is told. */
  end(why: string): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.watch);
    this.worker.terminate();
    this.mind?.terminate();
    this.gone();
    for (const w of this.asked.values()) w.failed(new Unreachable(why, 'died'));
    for (const on of this.streams.values()) on.end();
    this.asked.clear();
    this.streams.clear();
  }

  request(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    const id = this.next++;
    return new Promise((done, failed) => {
      const given = (): void => {
        this.asked.delete(id);
        this.say({ kind: 'cancel', id });
        failed(signal?.reason);
      };
      const over = (): void => signal?.removeEventListener('abort', given);
      this.asked.set(id, {
        done: (a) => (over(), done(a)),
        failed: (e) => (over(), failed(e)),
      });
      signal?.addEventListener('abort', given, { once: true });
      this.say({ kind: 'request', id, method, path, body: body === undefined ? '' : JSON.stringify(body) });
    });
  }

  stream(path: string, on: Listener): Stream {
    const id = this.next++;
    this.streams.set(id, on);
    this.say({ kind: 'stream', id, path });
    return {
      close: () => {
        if (this.streams.delete(id)) this.say({ kind: 'cancel', id });
      },
    };
  }
}

let life: Promise<Life> | null = null;
function alive(): Promise<Life> {
  life ??= Life.start(() => (life = null)).catch((e: unknown) => {
    life = null;
    throw e;
  });
  return life;
}

let lasting = false;
/** Asks the browser not to throw the games away when its disk is full. Once, when there is something to lose. */
function last(): void {
  if (lasting) return;
  lasting = true;
  void navigator.storage?.persist?.().catch(() => undefined);
}

let look: ReturnType<typeof setTimeout> | undefined;
/** Counts the games that wait for a person, a moment after something has changed, and shows it on the icon of the app. */
function count(): void {
  clearTimeout(look);
  look = setTimeout(() => {
    void (async () => {
      try {
        const { status, text } = await (await alive()).request('GET', '/my/tables?status=running', undefined);
        if (status !== 200) return;
        const { tables } = JSON.parse(text) as { tables: { your_turn?: boolean }[] };
        noteWaiting(tables.filter((x) => x.your_turn).length);
        badge();
      } catch {
        // Whoever asks for something that matters is told what is wrong.
      }
    })();
  }, 500);
}

const tables: Tables = {
  online: false,
  async request(method, path, body, signal) {
    const answer = await (await alive()).request(method, path, body, signal);
    if (method !== 'GET' && path.startsWith('/tables') && answer.status < 300) {
      if (method === 'POST') {
        last();
        noteHere(true);
      }
      count();
    }
    return answer;
  },
  stream(path, on) {
    let open = true;
    let stream: Stream | null = null;
    alive().then(
      (l) => {
        // What is heard may be a bot's move.
        const hear = (frame: string): void => (count(), on.hear(frame));
        if (open) stream = l.stream(path, { hear, end: () => on.end() });
      },
      () => open && on.end(),
    );
    return {
      close() {
        open = false;
        stream?.close();
      },
    };
  },
};

/** Starts the workers. Rejects with Unreachable where they cannot run. */
export async function openTables(): Promise<Tables> {
  await alive();
  return tables;
}
