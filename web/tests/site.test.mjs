// The folder that `atoll site` writes, from a server of files that knows nothing else, below a path.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { becomes, bin, launch, move, person } from './helper.mjs';
import { filesIn, keep, publish } from './releases.mjs';

test('a folder on a web space: a game, a reload, a lesson, a puzzle, analysis, rules, and all again without a network', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'atoll-site-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  execFileSync(bin, ['site', dir]);
  const site = await publish({ below: '/club/games/', pages: false });
  t.after(() => site.close());
  const files = filesIn(dir);
  site.put(files);
  const browser = await launch();
  t.after(() => browser.close());
  const page = await person(browser);
  const home = `${site.base}/`;
  const to = async (path) => {
    await page.goto(`${home}#${path}`);
    await page.reload(); // from the start, as somebody who follows a link
  };
  const slow = { timeout: 60_000 };

  // The games can be pressed before the rules have come; the press waits for them.
  let come;
  const gate = new Promise((r) => (come = r));
  await page.context().route('**/core/*.wasm*', async (r) => (await gate, r.continue()));
  await page.goto(home);
  await page.locator('[data-bot=evo]').click(slow);
  assert.equal(await page.locator('[data-bot]').count(), 4);
  // What needs a server is not offered where there is none.
  const links = await page.locator('a[href]').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  assert.ok(links.some((to) => to.endsWith('/learn')));
  assert.deepEqual(
    links.filter((to) => /\/(watch|tournaments|leaderboards|you|friends|api)$/.test(to)),
    [],
  );
  come();
  await page.waitForURL(/#\/t\/local-/, slow);
  await page.waitForSelector('.cell.live', slow);
  const at = page.url();
  await move(page, 'evo');
  await page.reload();
  await page.waitForSelector('.cell.live', slow);
  assert.equal(page.url(), at);
  await to('/');
  await page.waitForSelector('[data-here]', slow);
  await page.locator('a[href="/learn"], a[href$="#/learn"]').first().click();
  await page.waitForURL(/\/club\/games\/#\/learn$/);
  await to('/learn/evo');
  await page.waitForSelector('[role=grid]', slow);
  await to('/puzzles');
  await page.waitForSelector('[role=grid]', slow);
  await to('/analysis');
  await page.locator('[data-begin=evo]').click(slow);
  await page.waitForSelector('[role=grid]', slow);
  await to('/rules/evo');
  await page.waitForSelector('h1');
  await to('/watch');
  await page.waitForSelector('[data-needs-net]', slow);
  // Each file of the rules was asked for under the name that it has there.
  const rules = site.asked.filter((a) => a.includes('/core/'));
  assert.ok(rules.some((a) => a.endsWith('.wasm.gz')));
  assert.deepEqual(
    rules.filter((a) => !files.has(a.slice('GET /club/games/'.length))),
    [],
  );
  // Nothing was asked of a server that is not there.
  assert.deepEqual(
    site.asked.filter((a) => !a.startsWith('GET /club/games/') || a.includes('/api/') || a.includes('healthz')),
    [],
  );

  await to('/settings');
  await keep(page, page.url());
  site.down();
  const cold = await page.context().newPage();
  await page.close();
  await cold.goto(home);
  await cold.locator('[data-bot=evo]').click(slow);
  await cold.waitForSelector('.cell.live', slow);
  assert.deepEqual(page.problems, []);
});

test('a web space that has the browser unpack what ends in .gz, and browsers that cannot: a game, or a sentence that is true', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'atoll-site-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  execFileSync(bin, ['site', dir]);
  const browser = await launch();
  t.after(() => browser.close());
  const slow = { timeout: 60_000 };
  const visit = async (options, before = () => undefined) => {
    const site = await publish({ pages: false, ...options });
    t.after(() => site.close());
    site.put(filesIn(dir));
    const page = await person(browser);
    await page.addInitScript(before);
    await page.goto(`${site.base}/`);
    return page;
  };
  const unpacks = await visit({ encoded: true });
  await unpacks.locator('[data-bot=evo]').click(slow);
  await unpacks.waitForSelector('.cell.live', slow);
  const strict = { headers: { 'Content-Security-Policy': "script-src 'self'" } };
  for (const [page, words] of [
    [await visit({}, () => delete window.WebAssembly), /too old to run the games itself\. Another browser may/],
    [await visit(strict), /won’t run the games itself\. Another browser may/],
  ]) {
    await page.locator('[data-bot=evo]').click(slow);
    await page.locator('.toast').getByText(words).waitFor(slow);
    // The page says it for as long as it is so.
    await page.locator('[data-offline-page]').getByText(words).waitFor(slow);
    for (const path of ['/learn/evo', '/puzzles/evo/1']) {
      await page.goto(`${page.url().split('#')[0]}#${path}`);
      await page.locator('main').getByText(words).first().waitFor(slow);
    }
  }
});

test('no room on the device: a sentence, a game that can be removed, and nothing lost', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'atoll-site-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  execFileSync(bin, ['site', dir]);
  const site = await publish({ below: '/club/', pages: false });
  t.after(() => site.close());
  site.put(filesIn(dir));
  const browser = await launch();
  t.after(() => browser.close());
  const page = await person(browser);
  const slow = { timeout: 60_000 };
  const home = async (path = '/') => {
    await page.goto(`${site.base}/#${path}`);
    await page.reload();
  };
  const sit = async () => {
    await home();
    await page.locator('[data-bot=evo]').click(slow);
    const made = page.waitForURL(/#\/t\/local-/, slow).then(() => true);
    return Promise.race([made, page.locator('.toast').first().waitFor(slow)]);
  };
  const cdp = await page.context().newCDPSession(page);
  const quota = (bytes) =>
    cdp.send('Storage.overrideQuotaForOrigin', { origin: new URL(site.base).origin, quotaSize: bytes });

  assert.ok(await sit());
  const at = page.url();
  await page.waitForSelector('.cell.live', slow);
  await move(page, 'evo');
  // Before it is told, it may not be kept either: whoever leaves then has not made it.
  await page
    .getByText(/You (move|turn)/)
    .first()
    .waitFor(slow);
  await page.waitForSelector('.cell.live', slow);
  assert.ok(await sit());
  await quota(1);
  // The browser does not count anew for every write: it takes what is small for half a minute.
  let games = 2;
  for (const end = Date.now() + 120_000; await sit(); games++) assert.ok(Date.now() < end, 'there is always room');
  await page.locator('.toast').getByText('this browser has no room for more games: delete some').first().waitFor(slow);
  // All of it on this device does not fit either; the page says why.
  await home('/settings');
  await page.locator('[data-act=keep]').click(slow);
  await page.locator('[data-keep=full]').getByText('This device is out of space').waitFor(slow);
  await quota(3_000_000);
  await page.locator('[data-act=keep]').click(slow);
  await page.locator('[data-keep=full]').getByText('This device is out of space').waitFor(slow);
  await quota(1);
  // What was confirmed is there; a game that nobody needs goes.
  await home();
  await becomes(() => page.locator('[data-here]').count(), games, 60_000);
  const others = page.locator('.game').filter({ hasNot: page.locator(`[data-here="${at.split('/').at(-1)}"]`) });
  await others.locator('[data-act=remove-here]').first().click(slow);
  await page.locator('[data-act=remove-here-sure]').click(slow);
  await page
    .locator('[data-here]')
    .nth(games - 1)
    .waitFor({ state: 'detached', ...slow });
  await quota(undefined);
  await home();
  assert.ok(await sit());
  await page.waitForSelector('.cell.live', slow);
  await page.goto(at);
  await page.reload();
  await page.waitForSelector('.cell.live', slow);
  await page
    .getByText(/You (move|turn)/)
    .first()
    .waitFor(slow);
  await move(page, 'evo');
  assert.deepEqual(page.problems, []);
});
