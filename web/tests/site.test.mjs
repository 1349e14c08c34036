// The folder that `atoll site` writes, from a server of files that knows nothing else, below a path.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { move, bin, launch, person } from './helper.mjs';
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
