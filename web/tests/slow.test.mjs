// Slow and broken: what stands before the program does, what paper gets, and presses that a slow line holds up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean, stage } from './helper.mjs';

const atoll = stage();

test('before its script the page has a shape, in the chosen theme, and gives way to it without a shift', async () => {
  for (const theme of ['light', 'dark']) {
    const p = await atoll.person({ settings: { theme }, colorScheme: theme === 'light' ? 'dark' : 'light' });
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
    await p.waitForFunction(
      (want) => getComputedStyle(document.documentElement).backgroundColor === want,
      theme === 'dark' ? 'rgb(11, 22, 32)' : 'rgb(232, 241, 242)',
    );
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
    assert.ok(
      (await p.evaluate(() => globalThis.moved)) < 0.1,
      `it moved by ${await p.evaluate(() => globalThis.moved)}`,
    );
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
