// axe-core on every page, light and dark; sizes of the first page and of a table.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { launch, person, startServer } from './helper.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let server;
let browser;
before(async () => {
  server = await startServer();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const paths = ['/', '/learn', '/learn/epigo', '/learn/evo', '/rules/epigo', '/rules/earthquake', '/watch', '/you', '/leaderboards', '/settings', '/about', '/nowhere'];

async function violations(page) {
  await page.evaluate(axe);
  const r = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return r.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(' | ')} (${v.nodes[0]?.failureSummary?.split('\n')[1]?.trim() ?? ''})`);
}

for (const colorScheme of ['light', 'dark']) {
  test(`no axe violations, ${colorScheme}`, { timeout: 240_000 }, async () => {
    const p = await person(browser, { colorScheme, bypassCSP: true });
    const bad = [];
    for (const path of paths) {
      await p.goto(server.base + path);
      await p.waitForSelector('h1, h2');
      await p.waitForTimeout(400);
      for (const v of await violations(p)) bad.push(`${path} ${v}`);
    }
    for (const g of ['epigo', 'evo', 'conqueror', 'earthquake']) {
      await p.goto(server.base + '/');
      await p.locator(`[data-bot=${g}]`).click();
      await p.waitForSelector('[role=grid]');
      await p.waitForTimeout(800);
      for (const v of await violations(p)) bad.push(`${g} table ${v}`);
    }
    await p.goto(server.base + '/');
    await p.locator('[data-more=conqueror]').click();
    await p.waitForSelector('dialog[open] form');
    for (const v of await violations(p)) bad.push(`new table ${v}`);
    assert.deepEqual(bad, []);
    assert.deepEqual(p.problems, []);
    await p.context().close();
  });
}

test('first page within 90 KB, a table within 180 KB of compressed scripts and styles', async () => {
  const p = await person(browser);
  const urls = new Set();
  p.on('response', (r) => /\.(js|css)$/.test(new URL(r.url()).pathname) && urls.add(r.url()));
  const weigh = async () => {
    let sum = 0;
    for (const u of urls) sum += gzipSync(Buffer.from(await (await fetch(u)).arrayBuffer())).length;
    return sum;
  };
  await p.goto(server.base + '/');
  await p.locator('[data-bot=epigo]').waitFor();
  await p.waitForTimeout(800);
  const first = await weigh();
  console.log(`# first page ${(first / 1024).toFixed(1)} KB`);
  assert.ok(first > 10_000 && first <= 90 * 1024, `first page ${first}`);
  await p.locator('[data-bot=epigo]').click();
  await p.waitForSelector('[role=grid]');
  await p.waitForTimeout(500);
  const table = await weigh();
  console.log(`# a table ${(table / 1024).toFixed(1)} KB`);
  assert.ok(table <= 180 * 1024, `table ${table}`);
  await p.context().close();
});

test('the board can be read: names, roles, one Tab stop', async () => {
  const p = await person(browser);
  await p.goto(server.base + '/');
  await p.locator('[data-bot=evo]').click();
  await p.waitForSelector('[role=grid]');
  const names = await p.locator('[role=grid] [role=button]').evaluateAll((all) => all.map((e) => e.getAttribute('aria-label')));
  assert.equal(names.length, 128);
  assert.ok(names.includes('g2, your Warrior'));
  assert.ok(names.includes("c12, North's castle"));
  assert.equal(await p.locator('[role=grid] [tabindex="0"]').count(), 1);
  await p.context().close();
});
