// Which adapter is meant: a table's id says where the table is.
import { http } from './http';
import { isLocal, type Listener, type Stream, type Tables, Unreachable } from './port';

let load: (() => Promise<Tables>) | null = null;
let here: Promise<Tables> | null = null;

/** Says how the tables of this browser are had. They are loaded when they are first asked for. */
export function provide(how: (() => Promise<Tables>) | null): void {
  load = how;
  here = null;
}

function worker(): Promise<Tables> {
  if (!load) return Promise.reject(new Unreachable('no tables in this browser'));
  here ??= load().catch((e: unknown) => {
    here = null;
    throw e instanceof Unreachable ? e : new Unreachable(String(e));
  });
  return here;
}

/** The tables of this browser, as if they were there already. */
export const local: Tables = {
  online: false,
  request: async (method, path, body, signal) => (await worker()).request(method, path, body, signal),
  stream(path: string, on: Listener): Stream {
    let open = true;
    let stream: Stream | null = null;
    worker().then(
      (w) => void (open && (stream = w.stream(path, on))),
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

/** The adapter that a path is meant for. */
export function tablesFor(path: string): Tables {
  const id = /^\/tables\/([^/?]+)/.exec(path)?.[1];
  return id !== undefined && isLocal(decodeURIComponent(id)) ? local : http;
}
