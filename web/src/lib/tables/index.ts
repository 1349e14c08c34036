// Which adapter is meant. A table's id says where the table is; what needs nobody else can be had in both places.
import { doubt, net } from '../net.svelte';
import { site } from '../root';
import { http } from './http';
import { type Answer, isLocal, type Listener, type Stream, type Tables, Unreachable } from './port';

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
    throw e instanceof Unreachable ? e : new Unreachable(String(e), 'died');
  });
  return here;
}

/** Starts what the tables of this browser need, before it is asked for. Who asks is told if it fails. */
export const startHere = (): void => void worker().catch(() => undefined);

/** The tables of this browser, as if they were there already. */
const local: Tables = {
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

const tableOf = (path: string): string => decodeURIComponent(/^\/tables\/([^/?]+)/.exec(path)?.[1] ?? '');
// Rules, positions and records are the same everywhere; so is a table at which nobody else sits.
const anywhere = /^(GET \/games|POST \/(positions|records|tables)(\/start|\/analysis)?)$/;
interface Seated {
  seats?: { kind: string }[] | null;
  rated?: boolean;
}
function needsNobody(method: string, path: string, body: unknown): boolean {
  if (!anywhere.test(`${method} ${path}`)) return false;
  if (path !== '/tables') return true;
  const { seats, rated } = body as Seated;
  return !rated && (seats ?? []).length > 0 && seats!.every((s) => s.kind === 'me' || s.kind === 'bot');
}

export type Where = 'server' | 'here first' | 'here';

/** Whether a request will be answered in this browser, as things stand. */
export const staysHere = (method: string, path: string, body?: unknown): boolean =>
  isLocal(tableOf(path)) || (net.off > 0 && load !== null && needsNobody(method, path, body));

/**
 * Asks whoever has what is asked for. While the server cannot be reached, what needs nobody else is answered here. With
 * 'here first' it is even otherwise, and the server is the way out for a browser that cannot; 'here' asks nobody else.
 */
export async function ask(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  where: Where = 'server',
): Promise<Answer> {
  if (site || where === 'here' || isLocal(tableOf(path))) return local.request(method, path, body, signal);
  const both = load !== null && needsNobody(method, path, body);
  const order = !both ? [http] : where === 'here first' || net.off ? [local, http] : [http, local];
  try {
    return await order[0]!.request(method, path, body, signal);
  } catch (e) {
    if (!(e instanceof Unreachable)) throw e;
    const other = order[1];
    const looked = order[0] === http ? doubt() : null;
    if (!other) throw e;
    await looked;
    if (other === local ? !net.off : net.off) throw e;
    return other.request(method, path, body, signal);
  }
}

/** The adapter whose stream a path is. */
export const streamsAt = (path: string): Tables => (site || isLocal(tableOf(path)) ? local : http);
