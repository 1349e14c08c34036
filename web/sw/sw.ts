// The service worker: Atoll without a network, and news when no page is open. It is registered for those who ask for
// either, never for a visitor who only plays.
//
// Files under assets/ and core/ carry a hash of their content, so all releases share one cache and old windows go on finding theirs.
// The rest (the page, its icons) is kept for each release. Answers of the API are never touched, let alone kept.

const sw = self as unknown as ServiceWorkerGlobalScope;
/** Put here by tools/offline.js: what belongs to this release. */
declare const release: {
  version: string;
  /** The script that index.html begins with. */
  entry: string;
  /** Names with a hash of their content. */
  assets: string[];
  /** Names without one. */
  plain: string[];
};

const files = 'atoll-files';
const pages = 'atoll-pages-';
const page = pages + release.version;
// What pages put here, and read: the wish to have everything on this device, and records that were shared with Atoll.
const wishes = 'atoll-wishes';
const scope = new URL(sw.registration.scope);
const at = (name: string): string => new URL(name, scope).href;
const wanted = at('kept');
const shared = at('shared');

// --- everything on this device ---

sw.addEventListener('install', (e) => e.waitUntil(install()));

async function install(): Promise<void> {
  if (await (await caches.open(wishes)).match(wanted)) await fill();
}

/** Fetches what is missing of this release. What has come stays, so a second try goes on where the first one stopped. */
async function fill(): Promise<void> {
  try {
    const [all, own] = await Promise.all([caches.open(files), caches.open(page)]);
    const have = new Set((await all.keys()).map((r) => r.url));
    const left = release.assets.map(at).filter((url) => !have.has(url));
    const total = left.length;
    let come = 0;
    const work = async (): Promise<void> => {
      for (let url = left.pop(); url; url = left.pop()) {
        await all.put(url, await whole(url));
        void tell({ filling: (0.99 * ++come) / total }); // 1 is for the end alone
      }
    };
    await Promise.all(Array.from({ length: 6 }, work));
    for (const name of release.plain) {
      const res = await whole(new Request(at(name), { cache: 'reload' }));
      // A newer release was put up meanwhile: its own service worker will come.
      if (name === '' && !(await res.clone().text()).includes(release.entry)) throw new Error('another release');
      await own.put(at(name), res);
    }
    await tell({ filling: 1 });
  } catch (e) {
    await tell({ failed: e instanceof DOMException && e.name === 'QuotaExceededError' ? 'full' : 'network' });
    throw e;
  }
}

async function whole(what: RequestInfo): Promise<Response> {
  const res = await fetch(what, { credentials: 'same-origin' });
  if (!res.ok || res.redirected) throw new Error(`${res.url}: ${res.status}`);
  return res;
}

async function tell(what: object): Promise<void> {
  for (const c of await sw.clients.matchAll({ type: 'window', includeUncontrolled: true })) c.postMessage(what);
}

// A new release waits until no window of the old one is open, or somebody says start. Old windows work on even then:
// their files stay until no window is left that could ask for them.
sw.addEventListener('activate', (e) => e.waitUntil(sw.clients.claim()));

sw.addEventListener('message', (e) => {
  if (e.data === 'start') e.waitUntil(sw.skipWaiting());
  else if (e.data === 'fill') e.waitUntil(fill().catch(() => undefined));
});

/** Removes what older releases have left, when no window but the one that is being opened could need it. */
async function clean(opened: string): Promise<void> {
  const open = await sw.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (sw.registration.waiting || sw.registration.installing || open.some((c) => c.id !== opened)) return;
  const all = await caches.open(files);
  const mine = new Set(release.assets.map(at));
  for (const r of await all.keys()) if (!mine.has(r.url)) await all.delete(r);
  for (const name of await caches.keys()) if (name.startsWith(pages) && name !== page) await caches.delete(name);
}

// --- requests ---

// What the server answers by itself, beside files with an ending.
const servers = /^(api\/|docs(\/|$)|metrics$|healthz$|readyz$)|\.[a-z0-9]+$/;

sw.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url);
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const name = url.pathname.slice(scope.pathname.length);
  if (e.request.method === 'POST' && name === 'open') return e.respondWith(take(e.request));
  if (e.request.method !== 'GET') return;
  if (/^(assets|core)\//.test(name) && name !== 'core/core.json') e.respondWith(kept(files, e.request));
  else if (e.request.mode === 'navigate' && !servers.test(name)) {
    e.respondWith(kept(page, e.request, at('')));
    e.waitUntil(clean(e.resultingClientId));
  } else if (name && release.plain.includes(name)) e.respondWith(kept(page, e.request, at(name)));
});

async function kept(cache: string, request: Request, key: RequestInfo = request.url): Promise<Response> {
  return (await (await caches.open(cache)).match(key)) ?? fetch(request);
}

/** A record that was shared with Atoll waits until the page has opened. */
async function take(request: Request): Promise<Response> {
  const form = await request.formData();
  const file = form.get('record');
  const text = typeof file === 'string' ? file : await file?.text();
  await (await caches.open(wishes)).put(shared, new Response(text || String(form.get('text') ?? '')));
  return Response.redirect(at('analysis?shared'), 303);
}

// News while no page is open: push.ts.
