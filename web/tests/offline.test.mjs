import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, becomes, caller, move, myTurn, result, seat, stage } from './helper.mjs';
import { keep, publish, release } from './releases.mjs';

const atoll = stage();

const caches = (page) =>
  page.evaluate(async () => {
    const all = [];
    for (const name of await window.caches.keys()) {
      const cache = await window.caches.open(name);
      for (const r of await cache.keys())
        all.push({ cache: name, path: new URL(r.url).pathname, text: await (await cache.match(r)).text() });
    }
    return all;
  });
const entry = (page) => page.evaluate(() => document.querySelector('script[type=module]').getAttribute('src'));
const waiting = (page) => page.waitForSelector('[data-notice=fresh]', { timeout: 240_000 });
const lookForNews = (page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update().catch(() => undefined)));

test('who never asks for it has no service worker and keeps nothing', async () => {
  const page = await atoll.person();
  await page.goto(atoll.base);
  await page.waitForSelector('[data-bot]');
  await page.goto(`${atoll.base}/settings`);
  await page.waitForSelector('[data-keep=no]');
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  assert.deepEqual(await page.evaluate(() => window.caches.keys()), []);
  await page.context().close();
});

test('kept on the device, every page opens from a cold start without a network', async (t) => {
  const site = await publish({ behind: atoll.base });
  t.after(() => site.close());
  site.put(release(0));
  const page = await atoll.person();
  await keep(page, `${site.base}/settings`);
  const ctx = page.context();
  await page.close();
  site.down();
  const cold = await ctx.newPage();
  const problems = [];
  cold.on('pageerror', (e) => problems.push(e.message));
  await cold.goto(site.base);
  await cold.waitForSelector('[data-notice=offline]');
  await cold.waitForSelector('[data-offline-page]');
  for (const path of ['/watch', '/leaderboards', '/programs']) {
    await cold.goto(site.base + path);
    await cold.waitForSelector('[data-needs-net]');
  }
  await cold.goto(`${site.base}/settings`);
  await cold.waitForSelector('[data-keep=kept]');
  // It is back by itself, and nothing was pressed.
  await cold.goto(`${site.base}/watch`);
  await cold.waitForSelector('[data-needs-net]');
  site.up();
  await cold.waitForSelector('[data-needs-net]', { state: 'detached', timeout: 30_000 });
  assert.deepEqual(problems, []);
  await ctx.close();
});

test('without a network: a game against a bot, a reload, its review, every game, a lesson, a puzzle, analysis, rules', async (t) => {
  const site = await publish({ behind: atoll.base });
  t.after(() => site.close());
  site.put(release(0));
  const before = await atoll.person();
  await keep(before, `${site.base}/settings`);
  const ctx = before.context();
  await before.close();
  site.down();
  const page = await ctx.newPage();
  const problems = [];
  page.on('pageerror', (e) => problems.push(e.message));
  await page.goto(site.base);
  await page.locator('[data-offline-page] [data-bot=evo]').click({ timeout: 60_000 });
  await page.waitForURL(/\/t\/local-/, { timeout: 60_000 });
  const at = page.url();
  await page.waitForSelector('.cell.live', { timeout: 60_000 });
  await move(page, 'evo');
  await page.reload();
  await page.waitForSelector('.cell.live', { timeout: 60_000 });
  assert.equal(page.url(), at);
  await move(page, 'evo');
  await page.waitForSelector('.cell.live', { timeout: 60_000 });
  await page.locator('[data-act=resign]:visible').first().click();
  await page.locator('[data-act=resign-sure]').click();
  assert.match(await result(page), /./);
  // The game is listed, and its review thinks here.
  await page.goto(site.base);
  await page.locator('[data-here]').first().click({ timeout: 60_000 });
  await page.waitForURL(/\/r\/local-/);
  await page.waitForSelector('.area', { timeout: 60_000 });
  for (const game of ['epigo', 'conqueror', 'earthquake']) {
    await page.goto(site.base);
    await page.locator(`[data-offline-page] [data-bot=${game}]`).click({ timeout: 60_000 });
    await page.waitForURL(/\/t\/local-/, { timeout: 60_000 });
    await page.waitForSelector('[data-act]', { timeout: 60_000 });
  }
  await page.goto(`${site.base}/learn/evo`);
  await page.waitForSelector('[role=grid]', { timeout: 60_000 });
  await page.goto(`${site.base}/puzzles`);
  await page.waitForSelector('[role=grid]', { timeout: 60_000 });
  // The game that was finished here is offered, and a file of another is replayed.
  await page.goto(`${site.base}/analysis`);
  await page.locator('.mine a[href*="/r/local-"]').first().waitFor({ timeout: 60_000 });
  const chosen = page.waitForEvent('filechooser');
  await page.locator('[data-act=file]').click();
  const name = 'board/examples/epigo.json';
  await (await chosen).setFiles({ name: 'a.jsonl', mimeType: 'application/json', buffer: release(0).get(name) });
  await page.waitForURL(/analysis\?p=/, { timeout: 60_000 });
  await page.waitForSelector('[role=grid]', { timeout: 60_000 });
  await page.goto(`${site.base}/analysis`);
  await page.locator('[data-begin=evo]').click({ timeout: 60_000 });
  await page.waitForSelector('[role=grid]', { timeout: 60_000 });
  await page.goto(`${site.base}/rules/evo`);
  await page.waitForSelector('h1');
  assert.deepEqual(problems, []);
  await ctx.close();
});

test('a choice that finds no line is kept, listed with the game as it was, and sent once the server is back', async (t) => {
  const site = await publish({ behind: atoll.base });
  t.after(() => site.close());
  site.put(release(0));
  const slow = { timeout: 60_000 };
  const mara = await caller(atoll.base, 'Mara', 'a long way home');
  const ben = await caller(atoll.base, 'Ben');
  const id = await seat([mara, ben], { game: 'evo' });
  const { step, acting, viewer } = (await mara.look(id)).view;
  const who = acting.includes(viewer) ? mara : ben;
  const page = await atoll.person();
  await become(page, who, site.base);
  await keep(page, `${site.base}/settings`);
  await page.goto(site.base);
  await page.locator('.resume').getByText('Your turn in EVO').waitFor(slow);
  await page.goto(`${site.base}/t/${id}`);
  await page.waitForSelector('.cell.live', slow);
  await myTurn(page);
  const ctx = page.context();
  site.down();
  await ctx.setOffline(true);
  await page.waitForSelector('[data-link=offline]', slow);
  await move(page, 'evo');
  await page.waitForSelector('[data-unsent]', slow);
  // Taken back it waits no more; chosen again it does.
  await page.locator('[data-act=unsend]').click();
  await page.waitForSelector('[data-unsent]', { state: 'detached', ...slow });
  await page.locator('[data-act=confirm]').click();
  await page.waitForSelector('[data-unsent]', slow);
  assert.equal((await who.look(id)).view.step, step);
  await page.close();

  const cold = await ctx.newPage();
  await cold.goto(site.base);
  const row = cold.locator(`[data-away="${id}"]`);
  await row.getByText('sent when you’re back online').waitFor(slow);
  assert.match(await row.innerText(), /EVO[^]*Your move is kept/);
  await cold.locator('[data-notice=offline]').getByText('Your move is kept here and sent').waitFor(slow);
  await cold.locator('header').getByText(who.name).waitFor(slow);
  // The table itself cannot be shown, and comes without a press.
  const table = await ctx.newPage();
  await table.goto(`${site.base}/t/${id}`);
  await table.getByText('Your move is kept here and sent when you’re back online').first().waitFor(slow);
  site.up();
  await ctx.setOffline(false);
  await becomes(async () => (await who.look(id)).view.step > step, true, 60_000);
  await table.waitForSelector('[role=grid]', slow);
  await table.waitForSelector('[data-unsent]', { state: 'detached', ...slow });
  await cold.waitForSelector('[data-away]', { state: 'detached', ...slow });
  assert.equal(await cold.evaluate(() => localStorage.getItem('atoll.moves')), null);
  await ctx.close();
});

test('the service worker keeps files of the release and nothing that the API has said', async (t) => {
  const site = await publish({ behind: atoll.base });
  t.after(() => site.close());
  site.put(release(0));
  const page = await atoll.person();
  await keep(page, `${site.base}/settings`);
  await page.goto(site.base);
  await page.locator('[data-bot]').first().click();
  await page.waitForURL(/\/t\//);
  const table = /\/t\/(\w+)/.exec(page.url())[1];
  await page.waitForSelector('[data-act]');
  await page.goto(`${site.base}/you`);
  await page.goto(`${site.base}/watch`);
  const own = [...release(0).keys()].map((f) => (f === 'index.html' ? '/' : `/${f}`));
  const all = await caches(page);
  assert.ok(all.length > 50);
  for (const c of all) {
    assert.ok(own.includes(c.path) || c.path === '/kept', `${c.cache} keeps ${c.path}`);
    assert.ok(!c.text.includes(table), `${c.path} knows of the table`);
  }
  await page.context().close();
});

test('three releases in a row: old windows keep their files, a game goes on, new windows get the new one', async (t) => {
  const site = await publish({ behind: atoll.base });
  t.after(() => site.close());
  site.put(release(0));
  const old = await atoll.person();
  await keep(old, `${site.base}/settings`);
  await old.goto(site.base);
  await old.waitForSelector('[data-bot]');
  const first = await entry(old);
  const ctx = old.context();
  // A game is open in a second window of the first release.
  const game = await ctx.newPage();
  const problems = [];
  game.on('pageerror', (e) => problems.push(e.message));
  await game.goto(site.base);
  await game.locator('[data-bot=evo]').click();
  await game.waitForURL(/\/t\//);
  await game.waitForSelector('.cell.live');
  const at = game.url();
  await game.evaluate(() => (window.untouched = true));

  let before = first;
  for (const n of [1, 2, 3]) {
    site.put(release(n));
    const fresh = await ctx.newPage();
    await fresh.goto(`${site.base}/about`);
    assert.equal(await entry(fresh), before, 'a new window before the start');
    await lookForNews(fresh);
    await waiting(fresh);
    // The server has no file of the old release any more; windows that were open load what they have not loaded yet.
    await old.bringToFront();
    const heading = () => old.locator('h1').first().innerText();
    const was = await heading();
    await old
      .locator(n === 1 ? 'a[href="/learn"]' : n === 2 ? 'a[href="/rules"]' : 'a[href="/about"]')
      .first()
      .click();
    await becomes(heading, (now) => now !== was); // of another page, or of one that lacks a part
    assert.equal(await old.locator('.broken').count(), 0, `the old window after release ${n}`);
    await fresh.bringToFront();
    // Chromium lets the new one start only when the old one has had nothing to do for half a minute.
    await Promise.all([
      fresh.waitForEvent('load', { timeout: 120_000 }),
      fresh.locator('[data-act=start-new]').click(),
    ]);
    await fresh.waitForFunction(
      (was) => document.querySelector('script[type=module]').getAttribute('src') !== was,
      before,
    );
    before = await entry(fresh);
    assert.ok(before.endsWith(`${n}.js`), `${before} is not of release ${n}`);
    // The game was neither loaded anew nor stopped.
    assert.equal(game.url(), at);
    assert.ok(await game.evaluate(() => window.untouched), `the game was loaded anew by release ${n}`);
    await fresh.close();
  }
  assert.equal(await entry(old), first);
  // Parts that the window of the first release has never loaded are still there for it.
  await old.bringToFront();
  await old.locator('a[href="/analysis"]').first().click();
  await old.waitForSelector('[data-begin]');
  await game.bringToFront();
  await game.locator('.cell.live').first().click();
  await game.waitForSelector('.to');
  assert.deepEqual(problems, []);
  // Once no old window is left, nor are their files.
  await old.close();
  await game.close();
  const last = await ctx.newPage();
  // A window that was just closed may be counted a moment longer: whoever opens Atoll next clears up after it.
  for (let tries = 0, tidy = false; !tidy; tries++) {
    assert.ok(tries < 30, 'files or pages of an older release are still there');
    await last.goto(site.base);
    await last.waitForSelector('[data-bot]');
    await last.waitForTimeout(500);
    tidy = await last.evaluate(async () => {
      const files = await (await window.caches.open('atoll-files')).keys();
      const pages = (await window.caches.keys()).filter((c) => c.startsWith('atoll-pages-'));
      return files.length > 50 && files.every((r) => /3\.[a-z0-9]+$|\/core\//.test(r.url)) && pages.length === 1;
    });
  }
  await ctx.close();
});

test('a fetch that breaks off says so, loses nothing, and goes on where it stopped', async (t) => {
  const site = await publish({ behind: atoll.base });
  t.after(() => site.close());
  const whole = release(0);
  const part = new Map(whole);
  const missing = [...whole.keys()].filter((f) => f.startsWith('assets/Analysis'));
  for (const f of missing) part.delete(f);
  site.put(part);
  const page = await atoll.person();
  await page.goto(`${site.base}/settings`);
  await page.locator('[data-act=keep]').click();
  await page.waitForSelector('[data-keep=network]', { timeout: 120_000 });
  site.put(whole);
  const asked = site.asked.length;
  await page.locator('[data-act=keep]').click();
  await page.waitForSelector('[data-keep=kept]', { timeout: 120_000 });
  const again = new Set(site.asked.slice(asked).filter((a) => a.includes('/assets/')));
  assert.ok(again.size < whole.size / 2, `${again.size} files were fetched again`);
  await page.context().close();
});
