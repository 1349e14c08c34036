// Slow and broken: what stands before the program does, what paper gets, and presses that a slow line holds up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, caller, clean, myTurn, playFor, seat, stage } from './helper.mjs';

const atoll = stage();

test('before its script the page has a shape, in the chosen theme, and gives way to it without a shift', async () => {
  const [day, night] = ['rgb(232, 241, 242)', 'rgb(11, 22, 32)'];
  for (const [theme, colorScheme, want] of [
    ['light', 'dark', day],
    ['dark', 'light', night],
    ['system', 'dark', night],
    ['system', 'light', day],
  ]) {
    const p = await atoll.person({ settings: { theme }, colorScheme });
    let let_go;
    const gate = new Promise((r) => (let_go = r));
    await p.route('**/assets/*.js', async (route) => {
      await gate;
      await route.continue();
    });
    await p.goto(atoll.base + '/', { waitUntil: 'commit' });
    const shape = p.locator('#skeleton .top');
    await shape.waitFor();
    assert.equal(await p.locator('#app').textContent(), '', 'nothing of the program is there');
    const ground = (is) =>
      p.waitForFunction((c) => getComputedStyle(document.documentElement).backgroundColor === c, is);
    await ground(want);
    const box = await shape.boundingBox();
    assert.ok(box.y === 0 && box.height >= 48, JSON.stringify(box));
    await p.evaluate(() => {
      globalThis.moved = 0;
      new PerformanceObserver((l) => {
        for (const e of l.getEntries()) globalThis.moved += e.hadRecentInput ? 0 : e.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    let_go();
    await p.waitForSelector('[data-bot]');
    await p.locator('#skeleton').waitFor({ state: 'detached' });
    await ground(want);
    assert.ok(
      (await p.evaluate(() => globalThis.moved)) < 0.1,
      `it moved by ${await p.evaluate(() => globalThis.moved)}`,
    );
    // A system that turns dark in the evening takes the page along, unless the page has a theme of its own.
    await p.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' });
    await ground(theme !== 'system' ? want : want === day ? night : day);
    clean(p);
    await p.context().close();
  }
});

test('printed rules: no navigation, dark ink on white, pictures are not cut in two', async () => {
  const p = await atoll.person({ settings: { theme: 'dark' } });
  await p.goto(atoll.base + '/rules/evo');
  await p.waitForSelector('.diagram svg');
  await p.emulateMedia({ media: 'print' });
  for (const hidden of ['header.bar', 'footer', 'nav'])
    for (const e of await p.locator(hidden).all()) assert.ok(!(await e.isVisible()), `${hidden} is printed`);
  const look = await p.evaluate(() => ({
    ink: getComputedStyle(document.querySelector('article p')).color,
    ground: getComputedStyle(document.documentElement).backgroundColor,
    panel: getComputedStyle(document.querySelector('article')).backgroundColor,
    whole: getComputedStyle(document.querySelector('.diagram')).breakInside,
    head: getComputedStyle(document.querySelector('article h2')).breakAfter,
    wide: document.documentElement.scrollWidth <= innerWidth,
  }));
  const dark = look.ink
    .match(/\d+/g)
    .map(Number)
    .reduce((a, b) => a + b, 0);
  assert.ok(dark < 260, `ink is ${look.ink}`);
  assert.deepEqual([look.ground, look.panel], ['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
  assert.deepEqual([look.whole, look.head, look.wide], ['avoid', 'avoid', true]);
  const pdf = await p.pdf({ format: 'A4' });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
  assert.ok(pages >= 2 && pages < 30, `${pages} pages`);
  clean(p);
  await p.context().close();
});

/** Holds back every answer of the server until let go. */
async function held(p) {
  let go, ask;
  const gate = new Promise((r) => (go = r));
  const asked = new Promise((r) => (ask = r));
  await p.route('**/api/**', async (route) => {
    ask();
    await gate;
    await route.continue().catch(() => undefined);
  });
  return { go, asked };
}

/** Presses a thing while nothing comes back, and wants it to show that it was pressed. */
async function answers(p, selector) {
  const thing = p.locator(selector).filter({ visible: true }).first();
  await thing.waitFor();
  const handle = await thing.elementHandle();
  const was = await handle.evaluate((e) => e.innerText);
  const line = await held(p);
  await thing.click();
  await p
    .waitForFunction(
      ([e, was]) =>
        !e.isConnected ||
        e.innerText !== was ||
        e.matches(':disabled, [aria-busy=true], [aria-pressed=true], [aria-disabled=true]'),
      [handle, was],
      { timeout: 8000 },
    )
    .catch(() => assert.fail(`${selector} says nothing until the server answers`));
  // The press shows first and the request may follow later; without one nothing was held back.
  await line.asked;
  line.go();
  await p.unroute('**/api/**');
}

/** Takes a page to a table with somebody who does nothing, as the one who is to choose. */
async function withSomebody(p, game) {
  const both = [await caller(atoll.base, 'Here'), await caller(atoll.base, 'There')];
  const id = await seat(both, { game });
  const { view } = await both[0].look(id);
  await become(p, both[view.acting.includes(view.viewer) ? 0 : 1], atoll.base);
  await p.goto(`${atoll.base}/t/${id}`);
}

for (const game of ['epigo', 'evo', 'conqueror', 'earthquake'])
  test(`${game}: every press shows before the server answers`, { timeout: 120_000 }, async () => {
    const p = await atoll.person();
    await p.goto(atoll.base + '/');
    await answers(p, `[data-bot=${game}]`);
    await p.waitForURL('**/t/*');
    // A bot may end this game before it is given up: the rest is pressed at a table whose other player only waits.
    if (game === 'earthquake') await withSomebody(p, game);
    await myTurn(p);
    switch (game) {
      case 'epigo':
        await answers(p, '[data-act=ready]');
        await p.locator('[data-order]').first().waitFor();
        await p.locator('[role=grid] [tabindex="0"]').focus();
        for (const k of ['1', 'ArrowUp', '2', 'ArrowUp', '3', 'ArrowUp']) await p.keyboard.press(k);
        await answers(p, '[data-act=lock]');
        break;
      case 'evo':
        await p.locator('[data-cell=g2].live').click({ force: true });
        await p.locator('[data-cell=g3].live').click({ force: true });
        await answers(p, '[data-act=confirm]');
        break;
      case 'conqueror':
        await p.locator('[data-to]').first().click();
        await answers(p, '[data-act=walk]');
        break;
      default:
        await p.locator('[data-do]').first().click();
        await answers(p, '[data-act=confirm]');
    }
    await p.locator('[data-act=resign]').filter({ visible: true }).first().click();
    await answers(p, '[data-act=resign-sure]');
    await p.locator('[data-end]').waitFor();
    await answers(p, '[data-act=rematch]');
    clean(p);
    await p.context().close();
  });

test(
  'invitations, the table at one screen and chat show a press before the server answers',
  { timeout: 120_000 },
  async () => {
    const p = await atoll.person();
    await p.goto(atoll.base + '/');
    await answers(p, '[data-invite=evo]');
    await p.goto(atoll.base + '/');
    await p.locator('[data-act=one-screen]').click();
    await answers(p, '[data-onescreen=evo]');
    await p.goto(atoll.base + '/');
    await p.locator('[data-more=evo]').click();
    await p.locator('dialog[open]').waitFor();
    await answers(p, '[data-act=make]');
    const both = [await caller(atoll.base, 'Slow-a'), await caller(atoll.base, 'Slow-b')];
    const id = await seat(both, { game: 'evo' });
    await playFor(both, id, (v) => v.position.turn >= 2);
    await become(p, both[0], atoll.base);
    await p.goto(`${atoll.base}/t/${id}`);
    await p.locator('[data-tab=chat]').click();
    const words = p.locator('form:has(.send) input');
    await words.fill('hello');
    const line = await held(p);
    await p.locator('form .send').click();
    await p.waitForFunction((e) => e.value === '', await words.elementHandle());
    await line.asked;
    line.go();
    await p.getByText('hello').first().waitFor();
    clean(p);
    await p.context().close();
  },
);
