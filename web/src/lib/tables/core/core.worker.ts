// A worker with the rules and bots of Go, as WebAssembly. One of them has the tables; another, where the machine has
// cores to spare, thinks for the bots. Both run the same program.
import type { FromMind, FromWorker, Manifest, Start, ToMind, ToWorker } from './messages';
import { storage, type Storage } from './storage';

/** What the program offers, see cmd/wasm. */
interface Core {
  request(id: number, method: string, path: string, body: string, done: (status: number, text: string) => void): void;
  follow(id: number, path: string, hear: (frame: string) => void, end: () => void): void;
  think(
    id: number,
    job: string,
    step: (text: string) => void,
    done: (error: string | null, text: string) => void,
  ): void;
  cancel(id: number): void;
  heard(table: string): void;
}
interface Thought {
  answer: Promise<string>;
  cancel(): void;
}
/** What the program asks of its worker. */
interface Host {
  store: Storage;
  mind: { think(job: string, step: (text: string) => void): Thought } | null;
  learn(game: string): Promise<[string, Uint8Array][]>;
  changed(table: string): void;
  soon(f: () => void): void;
  ready(): void;
}
interface GoRun {
  importObject: WebAssembly.Imports;
  run(i: WebAssembly.Instance): Promise<void>;
}
const scope = self as unknown as {
  Go: new () => GoRun;
  atollCore: Core;
  atollHost: Host;
  onmessage: ((e: MessageEvent<ToWorker>) => void) | null;
  postMessage(m: FromWorker): void;
};
const say = (m: FromWorker): void => scope.postMessage(m);

/**
 * Fetches a file of the rules. On web spaces, which may not compress, it is packed; but some of those have the browser
 * unpack what ends in .gz. Only the first byte tells: no file of ours has that of gzip.
 */
async function fetched(url: URL, kind: string): Promise<Response> {
  const res = await fetch(url);
  if (!res.ok) throw new Error(`${url.pathname}: ${res.status}`);
  if (!url.pathname.endsWith('.gz') || !res.body) return res;
  const [look, body] = res.body.tee();
  const reader = look.getReader();
  const { value } = await reader.read();
  void reader.cancel();
  return new Response(value?.[0] === 0x1f ? body.pipeThrough(new DecompressionStream('gzip')) : body, {
    headers: { 'Content-Type': kind },
  });
}

async function compiled(url: URL): Promise<WebAssembly.Module> {
  const res = await fetched(url, 'application/wasm');
  // A web space may not know what wasm is; then it is not compiled while it comes.
  if (res.headers.get('Content-Type') === 'application/wasm') return WebAssembly.compileStreaming(res);
  return WebAssembly.compile(await res.arrayBuffer());
}

/** How long the worker that thinks may say nothing while something is asked of it. */
const silence = 12_000;

/** The worker that thinks, as the other one sees it. */
function mindAt(port: MessagePort, gone: () => void): NonNullable<Host['mind']> {
  const open = new Map<number, { step: (t: string) => void; done: (t: string) => void; failed: (e: Error) => void }>();
  let next = 1;
  let heard = 0;
  let watch: ReturnType<typeof setInterval> | undefined;
  const check = (): void => {
    if (!open.size) {
      clearInterval(watch);
      watch = undefined;
    } else if (performance.now() - heard > silence) {
      gone();
      clearInterval(watch);
      for (const o of open.values()) o.failed(new Error('the worker that thinks is dead'));
      open.clear();
    }
  };
  port.onmessage = ({ data: m }: MessageEvent<FromMind>) => {
    heard = performance.now();
    if (m.kind === 'alive') return;
    const o = open.get(m.id);
    if (!o) return;
    if (m.kind === 'step') return o.step(m.text);
    open.delete(m.id);
    if (m.error === null) o.done(m.text);
    else o.failed(new Error(m.error));
  };
  return {
    think(job, step) {
      const id = next++;
      if (!open.size) heard = performance.now();
      watch ??= setInterval(check, 1000);
      const answer = new Promise<string>((done, failed) => open.set(id, { step, done, failed }));
      port.postMessage({ kind: 'think', id, job } satisfies ToMind);
      return { answer, cancel: () => port.postMessage({ kind: 'cancel', id } satisfies ToMind) };
    },
  };
}

/** The same from the other side: somebody asks, and hears that this worker is alive while it thinks. */
function serve(port: MessagePort, core: Core): void {
  let busy = 0;
  let beat: ReturnType<typeof setInterval> | undefined;
  const tell = (m: FromMind): void => port.postMessage(m);
  port.onmessage = ({ data: m }: MessageEvent<ToMind>) => {
    if (m.kind === 'cancel') return core.cancel(m.id);
    busy++;
    beat ??= setInterval(() => tell({ kind: 'alive' }), 2000);
    core.think(
      m.id,
      m.job,
      (text) => tell({ kind: 'step', id: m.id, text }),
      (error, text) => {
        if (--busy === 0) {
          clearInterval(beat);
          beat = undefined;
        }
        tell({ kind: 'thought', id: m.id, error, text });
      },
    );
  };
}

async function start(s: Start): Promise<void> {
  const manifestAt = new URL(s.core);
  const res = await fetch(manifestAt);
  if (!res.ok) throw new Error(`${manifestAt.pathname}: ${res.status}`);
  const files = (await res.json()) as Manifest;
  const at = (file: string): URL => new URL(file, manifestAt);
  const [module] = await Promise.all([
    s.module ?? compiled(at(files.wasm)),
    import(/* @vite-ignore */ at(files.exec).href) as Promise<unknown>,
  ]);
  const soon = new MessageChannel();
  const waiting: (() => void)[] = [];
  soon.port1.onmessage = () => waiting.shift()?.();
  const others = new BroadcastChannel('atoll.tables');
  const ready = new Promise<void>((done) => {
    scope.atollHost = {
      store: storage(),
      mind: null,
      async learn(game) {
        const list = Object.entries(files.learnt[game] ?? {});
        return Promise.all(
          list.map(async ([name, file]): Promise<[string, Uint8Array]> => {
            const data = await (await fetched(at(file), 'application/octet-stream')).arrayBuffer();
            return [name, new Uint8Array(data)];
          }),
        );
      },
      changed: (table) => others.postMessage(table),
      soon(f) {
        waiting.push(f);
        soon.port2.postMessage(null);
      },
      ready: done,
    };
  });
  const go = new scope.Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  // It never ends by itself.
  void go.run(instance).then(
    () => say({ kind: 'failed', why: 'the program ended' }),
    (e: unknown) => say({ kind: 'failed', why: String(e) }),
  );
  await ready;
  const core = scope.atollCore;
  if (s.role === 'mind' && s.port) serve(s.port, core);
  if (s.role === 'tables') {
    const host = scope.atollHost;
    if (s.port) host.mind = mindAt(s.port, () => (host.mind = null));
    others.onmessage = (e: MessageEvent<string>) => core.heard(e.data);
  }
  say({ kind: 'ready', module });
}

scope.onmessage = ({ data: m }) => {
  const core = scope.atollCore;
  switch (m.kind) {
    case 'start':
      start(m).catch((e: unknown) => say({ kind: 'failed', why: e instanceof Error ? e.message : String(e) }));
      break;
    case 'request':
      core.request(m.id, m.method, m.path, m.body, (status, text) => say({ kind: 'answer', id: m.id, status, text }));
      break;
    case 'stream':
      core.follow(
        m.id,
        m.path,
        (text) => say({ kind: 'frame', id: m.id, text }),
        () => say({ kind: 'end', id: m.id }),
      );
      break;
    case 'cancel':
      core.cancel(m.id);
      break;
    case 'ping':
      say({ kind: 'pong' });
  }
};
