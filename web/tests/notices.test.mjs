// What a person is told while away: the page of it, and the service worker that shows it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, becomes, caller, clean, seat, stage, violations } from './helper.mjs';

const atoll = stage();

for (const scheme of ['light', 'dark'])
  test(`notices are chosen, and stay so, ${scheme}`, { timeout: 120_000 }, async () => {
    const ada = await caller(atoll.base, `AdaNotice${scheme}`, 'a long password');
    const bad = [];
    for (const [viewport, lang] of [
      [{ width: 1280, height: 800 }, 'en'],
      [{ width: 360, height: 640 }, 'de'],
    ]) {
      const p = await atoll.person({ colorScheme: scheme, bypassCSP: true, viewport, settings: { lang } });
      await become(p, ada, atoll.base);
      await p.goto(`${atoll.base}/notices`);
      const chat = p.locator('[data-switch="chat push"]');
      await chat.waitFor();
      const was = await chat.getAttribute('aria-checked');
      const saved = p.waitForResponse((r) => r.url().endsWith('/api/v1/notices') && r.request().method() === 'POST');
      await chat.click();
      assert.equal((await saved).status(), 204);
      await p.reload();
      await chat.waitFor();
      await becomes(
        () => chat.getAttribute('aria-checked'),
        (now) => now !== null && now !== was,
      );
      for (const v of await violations(p)) bad.push(`${viewport.width} ${v}`);
      const wide = await p.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wide > 0) bad.push(`${wide} wider than ${viewport.width}`);
      clean(p);
      await p.context().close();
    }
    assert.deepEqual(bad, []);
    const { settings } = await ada.call('GET', '/notices');
    assert.equal(settings.lang, 'de');
  });

test('a push is shown once for one thing, and closed when it is past', { timeout: 120_000 }, async () => {
  const p = await atoll.person({ permissions: ['notifications'] });
  await p.goto(`${atoll.base}/about`);
  await p.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const browser = await p.context().newCDPSession(p);
  const found = new Promise((r) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) r(registrations[0].registrationId);
    }),
  );
  await browser.send('ServiceWorker.enable');
  const registrationId = await found;
  const push = (table, waiting) =>
    browser.send('ServiceWorker.deliverPushMessage', {
      origin: atoll.base,
      registrationId,
      data: JSON.stringify({
        tag: `turn table:${table}`,
        kind: 'turn',
        title: `Your turn ${table}`,
        body: 'With Ben.',
        path: `/t/${table}`,
        table,
        open: 'Open',
        mute: 'Mute',
        lang: 'en',
        waiting,
      }),
    });
  const shown = () =>
    p.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications())
        .map((n) => n.title)
        .sort()
        .join(),
    );
  const becomes = async (want) => {
    for (let i = 0; i < 300 && (await shown()) !== want; i++) await p.waitForTimeout(100);
    assert.equal(await shown(), want);
  };
  await push('one', ['one']);
  await becomes('Your turn one');
  await push('one', ['one']);
  await push('two', ['one', 'two']);
  await becomes('Your turn one,Your turn two');
  await push('three', ['two', 'three']);
  await becomes('Your turn three,Your turn two');
  await p.evaluate(async () => (await navigator.serviceWorker.ready).active.postMessage({ seen: 'two' }));
  await becomes('Your turn three');
  clean(p);
  await p.context().close();
});

test('who has games that wait sees it on the icon of the page', { timeout: 120_000 }, async () => {
  const ada = await caller(atoll.base, 'AdaDot', 'a long password');
  const ben = await caller(atoll.base, 'BenDot', 'a long password');
  await seat([ada, ben], { game: 'epigo', clock: { kind: 'correspondence', days: 3 } });
  const p = await atoll.person();
  await become(p, ada, atoll.base);
  await p.goto(`${atoll.base}/rules`);
  await p.waitForFunction(() => document.querySelector('link[rel=icon]').href.endsWith('/mark-dot.svg'));
  clean(p);
  await p.context().close();
});

for (const [scheme, viewport, lang] of [
  ['light', { width: 1280, height: 800 }, 'en'],
  ['dark', { width: 360, height: 640 }, 'de'],
])
  test(`a vacation is announced and taken back, ${scheme}, ${lang}`, { timeout: 120_000 }, async () => {
    const ada = await caller(atoll.base, `AdaAway${lang}`, 'a long password');
    const ben = await caller(atoll.base, `BenAway${lang}`, 'a long password');
    const table = await seat([ada, ben], { game: 'evo', clock: { kind: 'correspondence', days: 3 } });
    const p = await atoll.person({ colorScheme: scheme, bypassCSP: true, viewport, settings: { lang } });
    await become(p, ada, atoll.base);
    await p.goto(`${atoll.base}/notices`);
    const saved = p.waitForResponse((r) => r.url().endsWith('/vacations') && r.request().method() === 'POST');
    await p.locator('[data-act=announce]').click();
    assert.equal((await saved).status(), 204);
    await p.locator('[data-act=end-vacation]').waitFor();
    assert.deepEqual(await violations(p), []);
    const wide = await p.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `${wide} too wide`);
    const { vacations, left } = await ben.call('GET', '/vacations').then(() => ada.call('GET', '/vacations'));
    assert.equal(vacations.length, 1);
    assert.ok(left < 30);
    const { view } = await ben.call('GET', `/tables/${table}`);
    assert.ok(view.clocks.seats.some((c) => c.vacation?.since === vacations[0].since));
    await p.locator('[data-act=end-vacation]').click();
    await p.locator('[data-act=end-vacation]').waitFor({ state: 'detached' });
    assert.equal((await ada.call('GET', '/vacations')).left, 30);
    clean(p);
    await p.context().close();
  });

test(
  'a browser that renews its subscription tells the server, and the old one ends',
  { timeout: 120_000 },
  async () => {
    const ada = await caller(atoll.base, 'AdaRenews', 'a long password');
    const keys = await newKeys();
    const device = (n) => ({ endpoint: `https://push.example/renewed/${n}`, keys });
    await ada.call('POST', '/notices/push', device('old'));
    const p = await atoll.person();
    await become(p, ada, atoll.base);
    await p.goto(`${atoll.base}/about`);
    await p.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js');
      await navigator.serviceWorker.ready;
    });
    const worker = p.context().serviceWorkers()[0] ?? (await p.context().waitForEvent('serviceworker'));
    // As a browser does, but for its own push service, which is not here.
    await worker.evaluate(
      async ([old, fresh]) => {
        const e = new Event('pushsubscriptionchange');
        const work = [];
        e.waitUntil = (w) => work.push(w);
        e.oldSubscription = { ...old, options: {} };
        e.newSubscription = { ...fresh, toJSON: () => fresh };
        self.dispatchEvent(e);
        await Promise.all(work);
      },
      [device('old'), device('new')],
    );
    assert.equal((await ada.call('GET', '/notices')).devices, 1);
    await ada.call('POST', '/notices/push/end', { endpoint: device('new').endpoint });
    assert.equal((await ada.call('GET', '/notices')).devices, 0, 'the one that was left is the new one');
    clean(p);
    await p.context().close();
  },
);

/** Keys as a browser has them for a subscription. */
async function newKeys() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const text = (b) => Buffer.from(b).toString('base64url');
  return {
    p256dh: text(await crypto.subtle.exportKey('raw', pair.publicKey)),
    auth: text(crypto.getRandomValues(new Uint8Array(16))),
  };
}

test('nobody is asked for permission but by a switch of theirs', { timeout: 120_000 }, async () => {
  const [ada, ben] = [await caller(atoll.base, 'AdaAsked', 'a long password'), await caller(atoll.base, 'BenAsked')];
  const table = await seat([ada, ben], { game: 'evo' });
  const p = await atoll.person();
  await p.addInitScript(() => {
    globalThis.asked = 0;
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = async () => {
      globalThis.asked++;
      return 'denied';
    };
  });
  await become(p, ada, atoll.base);
  const asked = () => p.evaluate(() => globalThis.asked);
  for (const path of ['/', `/t/${table}`, '/friends', '/tournaments', '/settings', '/notices']) {
    await p.goto(atoll.base + path);
    await p.locator('h1, [role=grid]').first().waitFor();
    await p.waitForTimeout(300);
    assert.equal(await asked(), 0, path);
  }
  const saved = p.waitForResponse((r) => r.url().endsWith('/api/v1/notices') && r.request().method() === 'POST');
  await p.locator('[data-switch="turn push"]').click();
  await saved;
  assert.equal(await asked(), 0, 'what is told is no question of where');
  await p.getByRole('switch', { name: 'Push on this device' }).click();
  await p.waitForFunction(() => globalThis.asked === 1);
  clean(p);
  await p.context().close();
});
