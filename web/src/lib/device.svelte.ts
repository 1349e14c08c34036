// Atoll on this device: kept by the service worker for those who ask for it, who install it, or who let it send them news.
import { net } from './net.svelte';
import { root } from './root';

const wishes = 'atoll-wishes';
const wanted = `${root}kept`;
const shared = `${root}shared`;
const flag = 'atoll.kept';
const look = 60 * 60 * 1000;

export const device: { filling: number; failed: '' | 'old' | 'full' | 'network' } = $state({
  /** How much of Atoll has come, 0 to 1; -1 while nothing is being fetched. */
  filling: -1,
  failed: '',
});

// Without https there is none; nor in old browsers and some private windows.
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker;

function note(kept: boolean): void {
  net.kept = kept;
  try {
    if (kept) localStorage.setItem(flag, '1');
    else localStorage.removeItem(flag);
  } catch {
    // Without storage the next visit looks for itself.
  }
}

/** The registration of the service worker, made if need be. Whoever wants to send news asks for it too. */
export const register = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(`${root}sw.js`);

/** Fetches all of Atoll to this device. Answers whether it is there. */
export async function keep(): Promise<boolean> {
  const all = workers();
  device.failed = '';
  if (!all || !('caches' in window)) {
    device.failed = 'old';
    return false;
  }
  device.filling = 0;
  try {
    // Asked for, a browser does not throw it away when room gets scarce.
    await navigator.storage?.persist?.();
    await (await caches.open(wishes)).put(wanted, new Response('yes'));
    watch();
    const said = new Promise<boolean>((done) => (finish = done));
    const reg = await register();
    // One that only sends news has fetched nothing yet; one that is being installed fetches by itself.
    if (reg.active && !reg.installing) reg.active.postMessage('fill');
    const ok = await said;
    note(ok);
    return ok;
  } catch (e) {
    // The wish itself may find no room.
    device.failed ||= e instanceof DOMException && e.name === 'QuotaExceededError' ? 'full' : 'network';
    return false;
  } finally {
    device.filling = -1;
  }
}
let finish: (ok: boolean) => void = () => undefined;

/** Removes all of Atoll from this device but the games, which are somebody's. */
export async function forget(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('atoll-')) await caches.delete(name);
  note(false);
}

/** What the files take here, in bytes. */
export async function size(): Promise<number> {
  let sum = 0;
  for (const name of await caches.keys()) {
    if (!name.startsWith('atoll-')) continue;
    const cache = await caches.open(name);
    for (const r of await cache.keys()) sum += (await (await cache.match(r))?.blob())?.size ?? 0;
  }
  return sum;
}

let watched = false;
/** Follows the service worker, if there is one: what it fetches, and whether a new release waits. */
export function watch(): void {
  const all = workers();
  if (!all || watched) return;
  watched = true;
  all.addEventListener('message', (e: MessageEvent<{ filling?: number; failed?: 'full' | 'network' }>) => {
    const { filling, failed } = e.data;
    if (filling !== undefined && device.filling >= 0) device.filling = filling;
    if (failed) device.failed = failed;
    if (failed || filling === 1) finish(!failed);
  });
  const waits = (reg: ServiceWorkerRegistration): void => {
    net.fresh = reg.waiting !== null && reg.active !== null;
  };
  void all.ready.then((reg) => {
    // Opening a page makes a browser look as well: one may be under way already.
    const follow = (): void => reg.installing?.addEventListener('statechange', () => waits(reg));
    follow();
    waits(reg);
    reg.addEventListener('updatefound', follow);
    const ask = (): void => void reg.update().catch(() => undefined);
    setInterval(ask, look);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && ask());
  });
}

/** Starts the release that waits, here. Other windows work on with their own until they are closed. */
export async function start(): Promise<void> {
  const reg = await workers()?.getRegistration();
  if (!reg?.waiting) return window.location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  reg.waiting.postMessage('start');
}

/** The record that another program has shared with Atoll; told once. */
export async function sharedRecord(): Promise<string> {
  const cache = await caches.open(wishes);
  const text = await (await cache.match(shared))?.text();
  await cache.delete(shared);
  return text ?? '';
}
