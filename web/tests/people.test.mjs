// Friends, challenges and the first page of somebody with games that wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, caller, clean, seat, stage, violations } from './helper.mjs';

const atoll = stage();
const clock = { kind: 'fischer', initial_s: 600, increment_s: 5 };

test('a challenge by name is seen at once, accepted, and both sit at the table', { timeout: 120_000 }, async () => {
  const ada = await caller(atoll.base, 'AdaLove', 'a long password');
  const ben = await caller(atoll.base, 'BenLove', 'a long password');
  const [a, b] = [await atoll.person(), await atoll.person()];
  await become(a, ada, atoll.base);
  await become(b, ben, atoll.base);
  await b.goto(`${atoll.base}/rules`);
  await b.locator('h1').first().waitFor();
  await a.goto(`${atoll.base}/u/BenLove`);
  await a.locator('[data-act=follow]').click();
  await a.locator('[data-act=follow][aria-pressed=true]').waitFor();
  await a.locator('[data-act=challenge]').click();
  await a.locator('[data-act=send-challenge]').click();
  await b.locator('[data-act=accept-challenge]').click({ timeout: 30_000 });
  await b.waitForURL('**/t/*');
  await a.waitForURL('**/t/*', { timeout: 60_000 });
  assert.equal(new URL(a.url()).pathname, new URL(b.url()).pathname);
  await a.goto(`${atoll.base}/friends`);
  await a.getByText('BenLove').first().waitFor();
  await a.locator('[data-takes=nobody]').click();
  await a.locator('[data-takes=nobody][aria-pressed=true]').waitFor();
  clean(a, b);
  await a.context().close();
  await b.context().close();
});

for (const scheme of ['light', 'dark'])
  test(`the first page of one who is awaited, friends and a person, ${scheme}`, { timeout: 180_000 }, async () => {
    const ada = await caller(atoll.base, `Ada${scheme}`, 'a long password');
    const ben = await caller(atoll.base, `Ben${scheme}`, 'a long password');
    const games = [];
    for (const setup of [
      { game: 'epigo', clock: { kind: 'correspondence', days: 3 } },
      { game: 'epigo', clock },
      { game: 'epigo' },
      { game: 'epigo', rated: true },
    ])
      games.push(await seat([ada, ben], setup));
    await ben.call('POST', `/tables/${games[3]}/do`, { msg: 'r', do: 'resign' });
    await ada.call('POST', `/users/${ben.id}/follow`, { on: true });
    const bad = [];
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 360, height: 640 },
    ]) {
      const p = await atoll.person({ colorScheme: scheme, bypassCSP: true, viewport });
      await become(p, ada, atoll.base);
      // A browser that is new here names one game; from the next visit on it keeps the place for all of them.
      await p.goto(atoll.base);
      await p.waitForFunction(() => localStorage.getItem('atoll.running') === '1');
      await p.reload();
      await p.locator('[data-await]').first().waitFor();
      // The clock that runs out first stands first; what has ended is told.
      const order = await p.locator('[data-await]').evaluateAll((list) => list.map((e) => e.dataset.await));
      assert.deepEqual(order, [games[1], games[0], games[2]]);
      await p.locator('[data-finished]').waitFor();
      await p.locator('[data-act=waiting]').waitFor();
      // The very boards, to look at: no cell to press or to find by Tab.
      for (const id of order) await p.locator(`[data-await="${id}"] .mini svg`).waitFor();
      assert.equal(await p.locator('.mini [data-cell], .mini [role=grid], .mini [tabindex="0"]').count(), 0);
      for (const path of ['/', '/friends', `/u/${ben.id}`]) {
        if (path !== '/') {
          await p.goto(atoll.base + path);
          await p.locator('h1').filter({ hasNotText: 'Loading' }).waitFor();
          await p.waitForTimeout(500);
        }
        for (const v of await violations(p)) bad.push(`${path} ${viewport.width} ${v}`);
        const wide = await p.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (wide > 0) bad.push(`${path} is ${wide} wider than ${viewport.width}`);
      }
      clean(p);
      await p.context().close();
    }
    assert.deepEqual(bad, []);
    const p = await atoll.person();
    await become(p, ada, atoll.base);
    await p.goto(atoll.base);
    await p.waitForFunction(() => localStorage.getItem('atoll.running') === '1');
    await p.reload();
    await p.locator('[data-act=seen]').click();
    await p.locator('[data-finished]').waitFor({ state: 'detached' });
    await p.context().close();
  });

test('a stranger sees a game being played', { timeout: 120_000 }, async () => {
  const p = await atoll.person({ bypassCSP: true });
  await p.goto(atoll.base);
  await p.locator('[data-now-slot]').scrollIntoViewIfNeeded();
  await p.locator('[data-now] [role=img] svg').waitFor({ timeout: 60_000 });
  assert.deepEqual(await violations(p), []);
  clean(p);
  await p.context().close();
});
