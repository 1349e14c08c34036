// News while no page is open. One notice for one thing: its tag says which, on every device.

interface News {
  tag: string;
  kind: string;
  title: string;
  body: string;
  path: string;
  table?: string;
  open: string;
  mute?: string;
  lang: string;
  /** Tables that wait for this person; notices of others are past. */
  waiting: string[];
}

sw.addEventListener('push', (e) => e.waitUntil(tellNews(e.data?.json() as News | undefined)));

async function tellNews(news: News | undefined): Promise<void> {
  if (!news) return;
  for (const n of await sw.registration.getNotifications()) {
    const old = n.data as News | undefined;
    if (old?.kind === 'turn' && old.table && !news.waiting.includes(old.table)) n.close();
  }
  const actions = [{ action: 'open', title: news.open }];
  if (news.mute) actions.push({ action: 'mute', title: news.mute });
  const options = {
    body: news.body,
    tag: news.tag,
    data: news,
    lang: news.lang,
    icon: at('icon-192.png'),
    badge: at('icon-192.png'),
    actions,
  };
  await sw.registration.showNotification(news.title, options as NotificationOptions);
  const count = (navigator as { setAppBadge?: (n: number) => Promise<void> }).setAppBadge;
  if (news.waiting.length) await count?.call(navigator, news.waiting.length).catch(() => undefined);
}

sw.addEventListener('notificationclick', (e) => {
  e.notification.close();
  const news = e.notification.data as News | undefined;
  if (news) e.waitUntil(e.action === 'mute' ? mute(news) : openPage(news.path));
});

async function mute(news: News): Promise<void> {
  await fetch(at('api/v1/notices/mute'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ table: news.table, on: true }),
  });
}

/** Shows the window that has the page, or any, or a new one. */
async function openPage(path: string): Promise<void> {
  const url = at(path.replace(/^\//, ''));
  const all = await sw.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = all.find((c) => c.url.split(/[?#]/)[0] === url);
  if (there) return void (await there.focus());
  await sw.clients.openWindow(url);
}

// A page says that something was seen: its notice goes, here at once.
sw.addEventListener('message', (e) => {
  const seen = (e.data as { seen?: string } | null)?.seen;
  if (typeof seen !== 'string') return;
  e.waitUntil(
    sw.registration.getNotifications().then((all) => {
      for (const n of all) if ((n.data as News | undefined)?.table === seen) n.close();
    }),
  );
});

// A browser has renewed its subscription: the server must know.
sw.addEventListener('pushsubscriptionchange', (event) => {
  const e = event as ExtendableEvent & { oldSubscription?: PushSubscription; newSubscription?: PushSubscription };
  e.waitUntil(renew(e.oldSubscription, e.newSubscription));
});

async function renew(old?: PushSubscription, fresh?: PushSubscription): Promise<void> {
  const send = (path: string, body: object): Promise<Response> =>
    fetch(at(`api/v1/notices/${path}`), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  if (!fresh && old?.options.applicationServerKey)
    fresh = await sw.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: old.options.applicationServerKey,
    });
  if (fresh) await send('push', fresh.toJSON());
  if (old && old.endpoint !== fresh?.endpoint) await send('push/end', { endpoint: old.endpoint });
}
