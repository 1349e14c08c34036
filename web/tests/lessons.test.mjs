// Every lesson is played to its end: the real rules say whether each step's task is done.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean, stage } from './helper.mjs';

const atoll = stage();

/** One step of each lesson by hand, after a try that the rules refuse or that misses the point. */
const byHand = {
  epigo: async (p) => {
    await p.locator('[data-cell=a4]').click();
    await p.locator('[data-cell=c4]').click(); // they change places
    await p.locator('[data-act=ready]').click();
  },
  evo: async (p) => {
    await p.locator('[data-cell=f4]').click();
    await p.locator('[data-cell=f9]').click();
    await p.waitForSelector('.why');
    await p.locator('[data-cell=f4]').click();
    await p.locator('[data-cell=f5]').click();
    await p.locator('[data-act=confirm]').click();
  },
  conqueror: async (p) => {
    await p.locator('[data-cell=d4]').click();
    await p.waitForSelector('.why');
    await p.locator('[data-cell=a1]').click();
    await p.locator('[data-act=walk]').click();
  },
  earthquake: async (p) => {
    await p.locator('[data-cell=b3]').click();
    await p.waitForSelector('.why');
    await p.locator('[data-cell=c3]').click();
    await p.locator('[data-act=confirm]').click();
  },
};

for (const [game, steps] of Object.entries({ epigo: 14, evo: 12, conqueror: 10, earthquake: 12 })) {
  test(`the lesson of ${game} is finished, and leads to a game`, { timeout: 120_000 }, async () => {
    const p = await atoll.person({ settings: { speed: 1000 } });
    await p.goto(`${atoll.base}/learn/${game}`);
    await p.waitForSelector('[role=grid]');
    assert.equal(await p.locator('ol li').count(), steps);
    let shown = 0;
    for (let i = 0; i < steps; i++) {
      await p.waitForFunction(
        (n) => [...document.querySelectorAll('ol li button')].findIndex((b) => b.ariaCurrent === 'step') === n,
        i,
      );
      const on = p.locator(i + 1 < steps ? '[data-act=next]' : '[data-act=finish]');
      await p.locator('[data-act=show]:enabled, [data-act=next]:enabled, [data-act=finish]:enabled').first().waitFor();
      if (await p.locator('[data-act=show]').count()) {
        if (i === 1) await byHand[game](p);
        else await p.locator('[data-act=show]').click();
        // The mark stands at once: a tick for what was done by hand, an eye for what was shown.
        const done = i === 1 ? 'solved' : 'seen';
        await p.locator(`[data-done=${done}]`).waitFor();
        await p.locator(`ol li:nth-child(${i + 1}) [data-mark=${done}]`).waitFor();
        shown++;
      }
      await on.click();
    }
    assert.ok(shown >= 9, `${shown} tasks`);
    await p.waitForURL(/\/t\//);
    await p.waitForSelector('[role=grid]');
    clean(p);
    await p.context().close();
  });
}
