// What leaves the site: links with their pictures, boards inside other people's pages, and the board as an element.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { becomes, caller, clean, playFor, seat, stage, violations } from './helper.mjs';

const atoll = stage('--embed', '*');
const slow = { timeout: 60_000 };

/** A site of somebody else: one page, at another origin. */
async function elsewhere(t, html) {
  const server = createServer((req, res) => {
    res.writeHead(req.url === '/' ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
    res.end(req.url === '/' ? html : '');
  });
  await new Promise((r) => server.listen(0, '127.0.0.1', r));
  t.after(() => server.close());
  return `http://localhost:${server.address().port}/`; // another name than 127.0.0.1, so another site
}

/** A finished game between two people. */
async function finished(game) {
  const people = [await caller(atoll.base, 'Mara'), await caller(atoll.base, 'Jonas')];
  const id = await seat(people, { game, shuffle: false });
  let n = 0;
  await playFor(people, id, () => ++n > 12);
  await people[1].call('POST', `/tables/${id}/do`, { do: 'resign', msg: 'r' });
  return { id, people };
}

test('a link says who played, and its picture is a picture', async () => {
  const { id } = await finished('evo');
  const html = await (await fetch(`${atoll.base}/r/${id}`)).text();
  assert.match(html, /<meta property="og:title" content="Mara beat Jonas">/);
  const picture = /property="og:image" content="([^"]+)"/.exec(html)[1].replaceAll('&amp;', '&');
  const res = await fetch(picture);
  assert.equal(res.headers.get('content-type'), 'image/png');
  assert.match(res.headers.get('cache-control'), /immutable/);
});

test('a game stands in a page of another site: stepped through by keys and buttons, and nothing else can be framed', async (t) => {
  const { id } = await finished('evo');
  const { html } = await (
    await fetch(`${atoll.base}/oembed?url=${encodeURIComponent(`${atoll.base}/r/${id}`)}`)
  ).json();
  const page = await atoll.person();
  await page.goto(await elsewhere(t, `<h1>Notes</h1>${html}<iframe id="other" src="${atoll.base}/r/${id}"></iframe>`));
  const frame = page.frameLocator('iframe[title]');
  await frame.locator('[role=grid]').waitFor(slow);
  await frame.locator('.move span', { hasText: /Step 0 of \d+/ }).waitFor(slow);
  await frame.getByRole('button', { name: 'To the end' }).click();
  await frame.locator('.move span', { hasNotText: 'Step 0' }).waitFor(slow);
  await frame.locator('.keys button').first().focus();
  await page.keyboard.press('Home');
  await frame.locator('.move span', { hasText: 'Step 0' }).waitFor(slow);
  assert.equal(await frame.locator('footer a').getAttribute('target'), '_blank');
  assert.deepEqual(await page.context().cookies(), []);
  // The review itself refuses to be framed.
  const other = await (await page.locator('#other').elementHandle()).contentFrame();
  await becomes(() => other.url(), /^chrome-error:/);
  assert.equal(await other.locator('[role=grid]').count(), 0);
});

test('a table and a puzzle stand in other pages, day and night, narrow and wide, and are clean', async () => {
  const people = [await caller(atoll.base, 'Tove'), await caller(atoll.base, 'Lin')];
  const id = await seat(people, { game: 'conqueror', shuffle: false });
  for (const [colorScheme, width, height] of [
    ['light', 800, 420],
    ['dark', 380, 700],
  ]) {
    const page = await atoll.person({ colorScheme, viewport: { width, height }, bypassCSP: true });
    await page.goto(`${atoll.base}/embed/t/${id}`);
    await page.locator('main.embed svg').first().waitFor(slow);
    await page.getByText('Tove').first().waitFor(slow);
    assert.deepEqual(await violations(page), []);
    await page.goto(`${atoll.base}/embed/puzzles/evo/1`);
    await page.locator('[role=grid]').waitFor(slow);
    assert.deepEqual(await violations(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `${width}: ${wide} px too wide`);
    clean(page);
  }
});

test('the dialog of a review offers link, HTML and animation', async () => {
  const { id } = await finished('evo');
  const page = await atoll.person({ bypassCSP: true });
  await page.goto(`${atoll.base}/r/${id}`);
  await page.locator('[role=grid]').waitFor(slow);
  await page.getByRole('button', { name: 'Share this moment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.waitFor(slow);
  assert.match(await dialog.locator('#share-link').inputValue(), new RegExp(`/r/${id}\\?at=\\d+$`));
  await dialog.locator('#share-embed').waitFor(slow);
  assert.match(await dialog.locator('#share-embed').inputValue(), new RegExp(`<iframe src="[^"]*/embed/r/${id}\\?at=`));
  await page.waitForFunction(() => document.querySelector('dialog img')?.naturalWidth === 420, null, slow);
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached', ...slow });
  clean(page);
});

test('<atoll-board> on a plain page of another site: a record step by step, a position, a mistake', async (t) => {
  const { id, people } = await finished('evo');
  const record = JSON.stringify(await people[0].call('GET', `/tables/${id}/record`)).replaceAll("'", '&#39;');
  const page = await atoll.person();
  await page.goto(
    await elsewhere(
      t,
      `<!doctype html><html lang="en"><title>Notes</title><script type="module" src="${atoll.base}/board/atoll-board.js"></script>
       <atoll-board id="game" game="evo" record='${record}' label="My game" pace="50"></atoll-board>
       <atoll-board id="one" loading="eager" position="evo 2 | 56 0 N | S j1 h3C j3C | N c12 g4C e10C d12W | -"></atoll-board>
       <atoll-board id="bad" loading="eager" record="nonsense"></atoll-board></html>`,
    ),
  );
  const game = page.locator('#game');
  await game.getByRole('img', { name: /EVO, Step 0 of/ }).waitFor(slow);
  await page.locator('#one').getByRole('img').waitFor(slow);
  assert.equal(await page.locator('#one').getByRole('button').count(), 0);
  await page.locator('#bad').getByRole('button', { name: 'Try again' }).waitFor(slow);
  const said = game.locator('.said');
  await game.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await game.getByRole('img', { name: /Step 1 of/ }).waitFor(slow);
  await becomes(() => said.textContent(), /^Step 1 of \d+\. S \S+/);
  await page.keyboard.press('ArrowRight');
  await game.getByRole('img', { name: /Step 2 of/ }).waitFor(slow);
  await page.keyboard.press('End');
  await game.getByText('The game is over.').waitFor(slow);
  // Played from its end, it begins anew and goes on.
  await page.evaluate(() => {
    window.seen = [];
    document.querySelector('#game').addEventListener('step', (e) => window.seen.push(e.detail.step));
  });
  await game.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => window.seen.length >= 3, null, slow);
  assert.deepEqual(await page.evaluate(() => window.seen.slice(0, 3)), [0, 1, 2]);
  await page.evaluate(() => document.querySelector('#game').setAttribute('step', '3'));
  await game.getByRole('img', { name: /Step 3 of/ }).waitFor(slow);
  assert.equal(await page.evaluate(() => document.querySelector('#game').step), 3);
  clean(page);
});

test('<atoll-board> is small before the rules are needed, and its page of examples works', async () => {
  const at = (name) => fileURLToPath(new URL(`../../clients/web/${name}`, import.meta.url));
  const size = gzipSync(Buffer.concat(['atoll-board.js', 'board-worker.js'].map((f) => readFileSync(at(f))))).length;
  assert.ok(size <= 60_000, `${size} bytes`);
  const page = await atoll.person();
  const asked = [];
  page.on('request', (r) => asked.push(r.url()));
  await page.goto(`${atoll.base}/board/examples.html`);
  await page.locator('atoll-board').first().getByRole('img').waitFor(slow);
  await page.locator('atoll-board').nth(2).scrollIntoViewIfNeeded();
  await page
    .locator('atoll-board')
    .nth(2)
    .getByRole('img', { name: /The Conqueror/ })
    .waitFor(slow);
  assert.equal(asked.filter((u) => u.endsWith('.wasm')).length, 1, 'the rules come once for all boards');
  await page.locator('atoll-board').nth(3).getByRole('button', { name: 'Brett zeigen' }).click(slow);
  await page.locator('atoll-board').nth(3).getByRole('img').waitFor(slow);
  clean(page);
  // Rules that did not come are fetched again when they are asked for again.
  const late = await atoll.person();
  await late.route('**/core/core.json', (r) => r.abort());
  await late.goto(`${atoll.base}/board/examples.html`);
  const board = late.locator('atoll-board').first();
  await board.getByText('The board cannot be shown').waitFor(slow);
  await late.unroute('**/core/core.json');
  await board.getByRole('button', { name: 'Try again' }).click(slow);
  await board.getByRole('img').waitFor(slow);
});
