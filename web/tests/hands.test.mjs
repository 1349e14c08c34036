// What hands find at a table: the last turn again, a plan that is kept, a warning at the edge, where an enemy could go.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean, playFor, seat, stage, violations } from './helper.mjs';
import { measure, resize, touch } from './measure.mjs';

const atoll = stage();
const { two, at } = atoll;

/** A game that has begun. Chance may end one early; then another is played. */
async function underWay(both, game) {
  for (let n = 0; ; n++) {
    let moves = 0;
    const id = await seat(both, { game });
    if ((await playFor(both, id, () => moves++ > 6)).status === 'running' || n === 10) return id;
  }
}

test(
  'Epigo: a plan outlives a reload, an Order off the board is told, and the plan can still be locked in',
  { timeout: 120_000 },
  async () => {
    const both = await two();
    const id = await seat(both, { game: 'epigo' });
    await playFor(both, id, (v) => v.position.phase === 'plan');
    const p = await at(id, both[0]);
    await p.waitForSelector('[data-order]');
    const v = (await both[0].look(id)).view;
    const own = v.position.epigons.filter((e) => e.seat === v.viewer && e.on === 'board');
    // The tile in the first file walks off to the west; a plan is drawn for one's own eyes and sent nowhere.
    const west = own.find((e) => e.at[0] === 'a');
    assert.ok(west, 'somebody stands on the a-file after lining up');
    await p.locator('[role=grid] [tabindex="0"]').focus();
    await p.keyboard.press(String(west.number));
    await p.keyboard.press(v.viewer === 'N' ? 'ArrowRight' : 'ArrowLeft');
    await p.waitForSelector(`[data-off="${west.number}"]`);
    await p.reload();
    await p.waitForSelector(`[data-off="${west.number}"]`);
    assert.equal(
      (await both[1].look(id)).view.ready?.includes(v.viewer) ?? false,
      false,
      'a draft stays on the device',
    );
    await p.locator('[data-act=drop-it]').click();
    await p.waitForFunction(() => !document.querySelector('[data-off]'));
    clean(p);
    await p.context().close();
  },
);

const strips = [
  [320, 480],
  [360, 640],
  [390, 844],
  [768, 1024],
  [844, 390],
  [1024, 768],
];

for (const [game, size] of [
  ['epigo', [1280, 800]],
  ['evo', [1280, 800]],
  ['conqueror', [1280, 800]],
  ['earthquake', [1280, 800]],
])
  test(
    `${game} at ${size.join('×')}: the last turn is watched again while the game goes on`,
    { timeout: 120_000 },
    async () => {
      const both = await two();
      const id = await underWay(both, game);
      // So slowly that it does not close by itself while it is looked at.
      const p = await at(id, both[0], {
        viewport: { width: size[0], height: size[1] },
        settings: { speed: 0.2 },
      });
      await p.locator('[data-act=watch-again]:visible').first().click();
      await p.waitForSelector('[data-last-turn] [role=grid]', { state: 'attached' });
      // The big board stays as it is.
      assert.ok(await p.locator('.fit [role=grid]').count());
      await p.locator('[data-act=close-again]').click();
      await p.waitForFunction(() => !document.querySelector('[data-last-turn]'));
      clean(p);
      await p.context().close();
    },
  );

for (const game of ['epigo', 'evo', 'conqueror', 'earthquake'])
  test(
    `${game} without columns: the last turn is a strip above the sheet, and the board stays as it is`,
    { timeout: 120_000 },
    async () => {
      const both = await two();
      const id = await underWay(both, game);
      // So slowly that it does not end while it is looked at.
      const p = await at(id, both[0], { hasTouch: true, bypassCSP: true, settings: { speed: 0.2 } });
      await p.locator('.fit').waitFor();
      await p.locator('[data-act=watch-again]:visible').first().waitFor();
      const boards = async () => {
        const out = [];
        for (const size of strips) {
          await resize(p, size);
          const box = await p.locator('.fit').boundingBox();
          out.push([...size, ...['x', 'y', 'width', 'height'].map((k) => Math.round(box[k]))].join(' '));
        }
        return out;
      };
      const before = await boards();
      await p.locator('[data-act=watch-again]:visible').first().click();
      await p.locator('[data-act=pause-again]').click();
      assert.deepEqual(await boards(), before);
      for (const size of strips) {
        await resize(p, size);
        const told = [...(await measure(p)), ...(size[0] < 360 ? [] : await touch(p))];
        assert.deepEqual(told, [], size.join('×'));
        const [strip, sheet] = await Promise.all(
          ['[data-last-turn]', '[data-part=action]'].map((s) => p.locator(s).boundingBox()),
        );
        assert.ok(strip.y + strip.height <= size[1] + 1, `the strip is in sight at ${size.join('×')}`);
        assert.ok(sheet.height > 40 && sheet.y + 40 < size[1], `the sheet stays below it at ${size.join('×')}`);
      }
      await p.mouse.move(0, 0);
      await p.evaluate(() => document.activeElement?.blur());
      assert.deepEqual(await violations(p), []);
      await p.locator('[data-act=close-again]').click();
      await p.locator('[data-last-turn]').waitFor({ state: 'detached' });
      clean(p);
      await p.context().close();
    },
  );

test('EVO: pointing at an enemy piece shows where it could go', { timeout: 120_000 }, async () => {
  const both = await two();
  const id = await seat(both, { game: 'evo' });
  const p = await at(id, both[0]);
  await p.waitForSelector('[data-cell]');
  const v = (await both[0].look(id)).view;
  const enemy = v.position.pieces.find((x) => x.seat !== v.viewer && /[de]11|[hi]2/.test(x.at));
  await p.locator(`.fit [data-cell="${enemy.at}"]`).hover();
  await p.waitForSelector('[data-reach]');
  clean(p);
  await p.context().close();
});
