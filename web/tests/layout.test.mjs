// A sample of what make layout measures: nothing that a player needs is cut off, covered or out of sight.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean, move, stage } from './helper.mjs';
import { measure, opening, resize, touch } from './measure.mjs';
import { company, kinds, show, tables } from './scenes.mjs';

const atoll = stage();
let ready;
/** Opens a table for the first of a company that all tests share. */
async function sit(page, kind, state) {
  ready ??= company(atoll.base).then((people) => ({ people, make: tables(people) }));
  const { people, make } = await ready;
  return show(atoll.base, people, make, page, kind, state);
}
const sizes = [
  [320, 480],
  [360, 640],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [1280, 720],
  [1920, 1080],
];

for (const [kind, lang] of [
  ['epigo', 'de'],
  ['evo', 'fr'],
  ['conqueror4', 'de'],
  ['earthquake6', 'en'],
])
  test(
    `${kind}: clocks, tray, board and button are in sight at every size, and all is large enough for a finger`,
    { timeout: 120_000 },
    async () => {
      const page = await atoll.person({ hasTouch: true, settings: { lang } });
      const want = await sit(page, kind, 'choice');
      const wrong = [];
      for (const size of sizes) {
        await resize(page, size);
        for (const w of await measure(page, want)) wrong.push(`${size.join('×')}: ${w}`);
        if (Math.min(...size) >= 360 && Math.max(...size) <= 1024)
          for (const w of await touch(page)) wrong.push(`${size.join('×')}: ${w}`);
      }
      assert.deepEqual(wrong, []);
      clean(page);
      await page.context().close();
    },
  );

test('on the smallest phone each way of a tile is as large as a finger, and presses go that way', async () => {
  const page = await atoll.person({ hasTouch: true });
  await sit(page, 'epigo', 'choice');
  await resize(page, [320, 480]);
  const petals = await page.locator('[data-petal]').all();
  assert.equal(petals.length, 4);
  for (const petal of petals) {
    const box = await petal.boundingBox();
    assert.ok(Math.min(box.width, box.height) >= 43, JSON.stringify(box));
    const way = await petal.getAttribute('data-petal');
    const hit = await petal.evaluate((e) => {
      const [fan] = e.children;
      const r = fan.getBoundingClientRect();
      const at = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
      return at?.closest('[data-petal]')?.dataset.petal;
    });
    assert.equal(hit, way);
  }
  clean(page);
  await page.context().close();
});

test('nothing moves under the pointer when a choice opens', { timeout: 120_000 }, async () => {
  const page = await atoll.person();
  await sit(page, 'earthquake', 'turn');
  for (const size of sizes.slice(1, 5))
    assert.deepEqual(await opening(page, kinds.earthquake.rows, size), [], size.join('×'));
  clean(page);
  await page.context().close();
});

test('the board stays as large as it is while a story is told', { timeout: 120_000 }, async () => {
  const page = await atoll.person({ settings: { speed: 0.2 } });
  const boards = async () => {
    const out = [];
    for (const size of sizes) {
      await resize(page, size);
      const box = await page.locator('.fit').boundingBox();
      out.push([...size, ...['x', 'y', 'width', 'height'].map((k) => Math.round(box[k]))].join(' '));
    }
    return out;
  };
  for (const kind of ['epigo', 'conqueror4']) {
    await sit(page, kind, 'turn');
    const before = await boards();
    await sit(page, kind, 'reveal');
    await page.locator('[data-act=skip]').waitFor();
    assert.deepEqual(await boards(), before, kind);
  }
  clean(page);
  await page.context().close();
});

test('what lies below a choice never moves up when the turn is over', { timeout: 120_000 }, async () => {
  const page = await atoll.person();
  await page.addInitScript(() => {
    globalThis.up = [];
    new PerformanceObserver((list) => {
      for (const e of list.getEntries())
        for (const s of e.sources)
          if (s.node?.matches?.('.right .tabs') && s.currentRect.top < s.previousRect.top)
            globalThis.up.push(`${s.previousRect.top} to ${s.currentRect.top}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(atoll.base + '/');
  await page.locator('[data-bot=conqueror]').click();
  for (let n = 0; n < 4; n++) await move(page, 'conqueror');
  assert.deepEqual(await page.evaluate(() => globalThis.up), []);
  clean(page);
  await page.context().close();
});
