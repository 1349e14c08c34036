// Whole games, from the front page to the result, in real browsers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { act, launch, person, playOut, result, sleep, startServer } from './helper.mjs';

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

const clean = (...pages) => {
  for (const p of pages) assert.deepEqual(p.problems, []);
};

/** Opens the dialog of a game, sets the number of players and options, and invites the others by link. */
async function invite(host, game, { players, options = [] } = {}) {
  await host.goto(server.base + '/');
  await host.locator(`[data-more=${game}]`).click();
  const dialog = host.locator('dialog[open]');
  await dialog.waitFor();
  if (players) await dialog.getByRole('button', { name: String(players), exact: true }).click();
  for (const o of options) await dialog.locator(`[data-option="${o}"]`).click();
  await dialog.locator('[data-act=make]').click();
  await host.waitForURL('**/t/*');
}

async function linkFor(host, k) {
  const chips = host.locator('.pick button');
  if (await chips.count()) await chips.nth(k).click();
  await host.waitForFunction(() => /token=/.test(document.querySelector('[data-link]')?.value ?? ''));
  return host.locator('[data-link]').inputValue();
}

/** One EVO action by mouse: the piece, where to, the role, confirm. */
async function evoMove(page, text) {
  const [, from, to, role] = /^([a-l]\d+)(?:-([a-l]\d+))?(?:=([WBCS]))?$/.exec(text);
  await page.waitForFunction((sq) => document.querySelector(`[data-cell=${sq}]`)?.classList.contains('live'), from, { timeout: 30_000 });
  await page.locator(`[data-cell=${from}]`).click({ force: true });
  await page.locator(`[data-cell=${to ?? from}]`).click({ force: true });
  if (role) await page.locator(`[data-role=${role}]`).click();
  await page.locator('[data-act=confirm]').click();
}

/** A short game in which South reaches the castle on c12. */
async function evoGame(pages) {
  const south = ['g2-f3=C', 'f3-c6=B', 'c6-c8', 'c8-c10', 'c10-c12'];
  const north = ['c11-b10', 'g12=B', 'g12=C', 'g12=S'];
  const west = ['b4=B', 'b4=C', 'b4=S', 'b4=W'];
  const east = ['k9=B', 'k9=C', 'k9=S', 'k9=W'];
  for (let i = 0; i < south.length; i++) {
    await evoMove(pages[0], south[i]);
    if (i === north.length) break;
    if (pages.length === 4) await evoMove(pages[1], west[i]);
    await evoMove(pages[pages.length === 4 ? 2 : 1], north[i]);
    if (pages.length === 4) await evoMove(pages[3], east[i]);
  }
}

const cases = [
  { game: 'epigo', seats: 2, reasons: ['captures', 'quiet'] },
  { game: 'epigo', seats: 2, options: ['variant=islanders'], reasons: ['captures', 'quiet'] },
  { game: 'evo', seats: 2, reasons: ['castle', 'last piece', 'repetition', 'quiet'] },
  { game: 'evo', seats: 4, reasons: ['castle', 'last piece', 'repetition', 'quiet'] },
  { game: 'conqueror', seats: 2, reasons: ['islands', 'last one in', 'stuck', 'coins'] },
  { game: 'conqueror', seats: 3, options: ['layout=custom'], reasons: ['islands', 'last one in', 'stuck', 'coins'] },
  { game: 'earthquake', seats: 2, reasons: ['last explorer'] },
  { game: 'earthquake', seats: 3, reasons: ['last explorer'] },
];

for (const c of cases) {
  test(`${c.game} ${c.options?.join(' ') ?? ''} with ${c.seats} browsers`, { timeout: 480_000 }, async () => {
    const pages = [];
    for (let i = 0; i < c.seats; i++) pages.push(await person(browser));
    await invite(pages[0], c.game, { players: c.seats === 2 ? undefined : c.seats, options: c.options });
    for (let i = 1; i < c.seats; i++) {
      const link = await linkFor(pages[0], 0);
      await pages[i].goto(link);
      await pages[i].waitForFunction(() => !location.search.includes('token'));
      await pages[0].waitForFunction((left) => document.querySelectorAll('[data-act="seat-bot"]').length <= left, c.seats - 1 - i);
    }
    if (c.game === 'evo') await evoGame(pages);
    else await playOut(pages, c.game, { minutes: 7 });
    const reasons = await Promise.all(pages.map(result));
    assert.equal(new Set(reasons).size, 1, `all see the same result: ${reasons}`);
    assert.ok(c.reasons.includes(reasons[0]), `reason ${reasons[0]}`);
    clean(...pages);
    for (const p of pages) await p.context().close();
  });
}

test('one click plays a bot, in under a second to the board', { timeout: 180_000 }, async () => {
  const p = await person(browser);
  await p.goto(server.base + '/');
  await p.locator('[data-bot=earthquake]').waitFor();
  await sleep(500);
  const t0 = Date.now();
  await p.locator('[data-bot=earthquake]').click();
  await p.waitForSelector('[role=grid]');
  const ms = Date.now() - t0;
  console.log(`# click to board: ${ms} ms`);
  await playOut([p], 'earthquake');
  assert.equal(await result(p), 'last explorer');
  clean(p);
  await p.context().close();
});

test('hot-seat: the wall stands between two plans', { timeout: 240_000 }, async () => {
  const p = await person(browser);
  await p.goto(server.base + '/');
  await p.locator('[data-hot=epigo]').click();
  await p.locator('[data-act=take-over]').click();
  await p.locator('[data-act=ready]').click();
  await p.locator('[data-act=take-over]').waitFor();
  assert.equal(await p.locator('[role=dialog]').getAttribute('aria-modal'), 'true');
  await playOut([p], 'epigo', { minutes: 3 });
  assert.ok(['captures', 'quiet'].includes(await result(p)));
  clean(p);
  await p.context().close();
});

test('a reload and a lost connection in mid-turn lose nothing', { timeout: 180_000 }, async () => {
  const [a, b] = [await person(browser), await person(browser)];
  await invite(a, 'epigo');
  await b.goto(await linkFor(a, 0));
  await a.locator('[data-act=ready]').click();
  await a.locator('[data-act=change]').waitFor();
  await a.reload();
  await a.locator('[data-act=change]').waitFor();
  await a.context().setOffline(true);
  await b.locator('[data-act=ready]').click();
  await b.locator('[data-act=lock]').waitFor();
  await sleep(600);
  await a.context().setOffline(false);
  await a.locator('[data-act=lock]').waitFor({ timeout: 20_000 });
  await server.restart();
  await a.locator('[data-order="7"]').click();
  await a.locator('.petal').first().click({ force: true });
  await sleep(1500);
  for (let i = 0; i < 400 && !(await a.locator('[data-act=change]').count()); i++) {
    await act(a, 'epigo').catch(() => false);
    await sleep(50);
  }
  assert.ok(await a.locator('[data-act=change]').count(), 'the plan is locked in after the server came back');
  clean(a, b);
  await a.context().close();
  await b.context().close();
});

test('a spectator sees nothing secret', { timeout: 120_000 }, async () => {
  const [a, b, w] = [await person(browser), await person(browser), await person(browser)];
  await invite(a, 'epigo');
  await b.goto(await linkFor(a, 0));
  const url = a.url();
  const seen = [];
  w.on('response', async (r) => {
    if (r.url().includes('/api/') && !r.url().includes('/live')) seen.push(await r.text().catch(() => ''));
  });
  await w.goto(url);
  await w.waitForSelector('[role=grid]');
  await a.locator('[data-act=ready]').click();
  await a.locator('[data-act=change]').waitFor();
  await w.reload();
  await w.waitForSelector('[role=grid]');
  await b.locator('[data-act=ready]').click();
  await b.locator('[data-act=lock]').waitFor();
  await a.locator('[data-act=lock]').waitFor();
  while (!(await a.locator('[data-act=change]').count())) await act(a, 'epigo');
  await w.reload();
  await w.waitForSelector('[role=grid]');
  for (const text of seen) {
    assert.ok(!/"sealed":"/.test(text), 'no sealed choice');
    assert.ok(!/plan \d/.test(text), 'no plan');
  }
  assert.ok(seen.length >= 3);
  clean(a, b, w);
  for (const p of [a, b, w]) await p.context().close();
});

test('replay as a seat knew it, and a link to a moment', { timeout: 180_000 }, async () => {
  const p = await person(browser);
  await p.goto(server.base + '/');
  await p.locator('[data-bot=earthquake]').click();
  await p.waitForSelector('[role=grid]');
  await playOut([p], 'earthquake');
  await p.getByRole('link', { name: 'Review' }).click();
  await p.waitForSelector('input[type=range]');
  await p.getByRole('button', { name: 'Step on' }).click();
  await p.getByRole('button', { name: /knew it/ }).first().click();
  await p.waitForSelector('[aria-pressed=true]');
  await p.goto(p.url() + '?at=1&as=public');
  await p.waitForSelector('[role=grid]');
  clean(p);
  await p.context().close();
});

test('phone: an Epigo turn by touch', { timeout: 120_000 }, async () => {
  const p = await person(browser, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await p.goto(server.base + '/');
  await p.locator('[data-bot=epigo]').tap();
  await p.locator('[data-act=ready]').tap();
  await p.locator('[data-act=lock]').waitFor({ timeout: 20_000 });
  const wide = await p.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `nothing is wider than the phone: ${wide}`);
  for (const n of [7, 3, 5]) {
    await p.locator(`[data-order="${n}"]`).tap();
    await p.locator('.petal').first().tap({ force: true });
  }
  await p.locator('[data-act=lock]').tap();
  await p.waitForFunction(() => document.querySelector('[data-act=change], [data-act=skip], [data-act=lock]:disabled, [data-act=slide]'));
  clean(p);
  await p.context().close();
});

test('keyboard only: a whole Epigo turn and an EVO move', { timeout: 120_000 }, async () => {
  const p = await person(browser);
  await p.goto(server.base + '/');
  await p.locator('[data-bot=epigo]').focus();
  await p.keyboard.press('Enter');
  await p.locator('[data-act=ready]').focus();
  await p.keyboard.press('Enter');
  await p.locator('[data-act=lock]').waitFor({ timeout: 20_000 });
  await p.locator('[data-cell][tabindex="0"]').first().focus();
  for (const k of ['7', 'ArrowUp', '3', 'ArrowRight', '5', 'ArrowUp', 'Enter']) await p.keyboard.press(k);
  await p.waitForFunction(() => !document.querySelector('[data-act=lock]:not(:disabled)'));

  await p.goto(server.base + '/');
  await p.locator('[data-bot=evo]').focus();
  await p.keyboard.press('Enter');
  await p.waitForSelector('[data-cell=g2]');
  await p.locator('[data-cell=g2]').focus();
  for (const k of ['Enter', 'ArrowUp', 'Enter', 'c', 'Enter']) await p.keyboard.press(k);
  await p.waitForFunction(() => /your Catapult/.test(document.querySelector('[data-cell=g3]')?.getAttribute('aria-label') ?? ''), null, { timeout: 15_000 });
  clean(p);
  await p.context().close();
});

test('a lesson can be finished', { timeout: 180_000 }, async () => {
  const p = await person(browser);
  await p.goto(server.base + '/learn/evo');
  for (let i = 0; i < 30; i++) {
    if (await p.locator('[data-act=finish]:not(:disabled)').count()) break;
    const show = p.locator('[data-act=show]');
    if (await show.count()) await show.click().catch(() => undefined);
    await p.locator('[data-act=next]:not(:disabled), [data-act=finish]:not(:disabled)').first().waitFor({ timeout: 10_000 });
    if (await p.locator('[data-act=next]:not(:disabled)').count()) {
      await p.locator('[data-act=next]').click();
      await sleep(200);
    }
  }
  assert.ok(await p.locator('[data-act=finish]:not(:disabled)').count());
  clean(p);
  await p.context().close();
});

test('dead links and foreign paths lead back', async () => {
  const p = await person(browser);
  await p.goto(server.base + '/t/nosuchtable');
  await p.getByRole('link', { name: 'Back to the games' }).waitFor();
  await p.goto(server.base + '/no/such/page');
  await p.getByRole('link', { name: 'Back to the games' }).click();
  await p.locator('[data-bot=epigo]').waitFor();
  clean(p);
  await p.context().close();
});
