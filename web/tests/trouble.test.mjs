// When the rules cannot run in this browser, or not any more: a sentence, a way out, and nothing lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, clean, move, stage } from './helper.mjs';
import { publish, release } from './releases.mjs';
import { bot, core, me } from './worker.mjs';

const atoll = stage();
const slow = { timeout: 90_000 };

/** Makes a table in the browser, without a screen, and opens its page. */
async function table(page, base, setup) {
  const ask = await core(page, base);
  const { table } = await ask('POST', '/tables', { shuffle: false, ...setup });
  await page.goto(`${base}/t/${table.id}`);
  return table.id;
}

test('what bots have learnt does not come: the bot says so, tries again, or a simpler one plays on', async () => {
  const page = await atoll.person();
  let refused = 0;
  await page.route('**/core/*.bin*', (r) => {
    refused++;
    return r.abort();
  });
  await table(page, atoll.base, { game: 'conqueror', players: 2, seats: [bot(5), bot(5)] });
  await page.waitForSelector('[data-stuck=learnt]', slow);
  await page
    .locator('[data-stuck]', { hasText: 'Pilot can’t play: what it has learnt could not be downloaded' })
    .first()
    .waitFor(slow);
  assert.equal(await page.locator('[data-result]').count(), 0);
  const before = refused;
  await page.locator('[data-act=bot-retry]').click(slow);
  await becomes(
    () => refused,
    (n) => n > before,
    90_000,
  );
  await page.waitForSelector('[data-stuck=learnt]', slow);
  // The first of the two makes room, plays, and then the other one cannot.
  await page.locator('[data-act=bot-simpler]').click(slow);
  await page.getByText('Castaway').first().waitFor(slow);
  await page.waitForSelector('[data-stuck=learnt]', slow);
  await page.unroute('**/core/*.bin*');
  await page.locator('[data-act=bot-retry]').click(slow);
  await page.waitForSelector('[data-stuck]', { state: 'detached', ...slow });
  clean(page);
  await page.context().close();
});

test('workers that die are replaced, and the game goes on where it was', async () => {
  const dies = async (which) => {
    const page = await atoll.person();
    await page.addInitScript(() => {
      new MutationObserver(() => {
        window.wasOffline ||= document.querySelector('[data-link=offline]') !== null;
      }).observe(document, { childList: true, subtree: true });
      const Real = window.Worker;
      window.workers = [];
      window.Worker = class extends Real {
        constructor(...args) {
          super(...args);
          window.workers.push(this);
        }
      };
      Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 });
    });
    await table(page, atoll.base, { game: 'evo', players: 2, seats: [me, bot(1)] });
    await page.waitForSelector('.cell.live', slow);
    await move(page, 'evo');
    await page.waitForSelector('.cell.live', slow);
    await page.evaluate(([from, to]) => {
      window.wasOffline = false;
      window.workers.slice(from, to).forEach((w) => w.terminate());
    }, which);
    return page;
  };
  const tables = async () => {
    const page = await dies([0, 2]);
    // Seen by the page itself: what takes the place of the dead one may be there within a blink.
    await page.waitForFunction(() => window.wasOffline, null, slow);
    await page.waitForSelector('[data-link=offline]', { state: 'detached', ...slow });
    await move(page, 'evo');
    await page.waitForSelector('.cell.live', slow);
    clean(page);
    await page.context().close();
  };
  // The one that thinks: the other one notices, and thinks itself.
  const mind = async () => {
    const page = await dies([1, 2]);
    await move(page, 'evo');
    await page.waitForSelector('.cell.live', slow);
    clean(page);
    await page.context().close();
  };
  await Promise.all([tables(), mind()]);
});

test('wasm that a policy forbids, and a browser that lacks it: a sentence, and the server thinks', async (t) => {
  const site = await publish({
    behind: atoll.base,
    headers: { 'Content-Security-Policy': "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'" },
  });
  t.after(() => site.close());
  site.put(release(0));
  const old = await atoll.person();
  await old.addInitScript(() => delete window.WebAssembly);
  const strict = await atoll.person();
  for (const [page, base, words] of [
    [strict, site.base, /won’t run the games itself\. Go online to play on the server/],
    [old, atoll.base, /too old to run the games itself\. Go online to play on the server/],
  ]) {
    await page.goto(`${base}/t/local-222222222222`);
    await page.getByText(words).first().waitFor(slow);
    // A judgement comes from the server instead.
    const judged = page.waitForResponse((r) => r.url().endsWith('/api/v1/positions/analysis') && r.ok(), slow);
    await page.goto(`${base}/analysis`);
    await page.locator('[data-begin=evo]').click(slow);
    await judged;
    await page.context().close();
  }
});

test('no room on the device at the first visit: a sentence, and all is well once there is some', async () => {
  const page = await atoll.person();
  await page.goto(`${atoll.base}/rules`);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: atoll.base, quotaSize: 1 });
  await page.goto(`${atoll.base}/t/local-222222222222`);
  await page.getByText('This device is out of space.').first().waitFor(slow);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: atoll.base });
  await page.reload();
  await page.getByText('not on this device any more').first().waitFor(slow);
  await page.context().close();
});

test('no room for a move: it is refused with a sentence, and made once there is some', async () => {
  const page = await atoll.person();
  await page.route('**/core.worker-*.js', async (r) => {
    const res = await r.fetch();
    const full = `
      const put = IDBObjectStore.prototype.put;
      let full = false;
      new BroadcastChannel('full').onmessage = (e) => { full = e.data; new BroadcastChannel('heard').postMessage(0); };
      IDBObjectStore.prototype.put = function (...a) {
        if (full) throw new DOMException('no room', 'QuotaExceededError');
        return put.apply(this, a);
      };`;
    await r.fulfill({ response: res, body: full + (await res.text()) });
  });
  const fill = (full) =>
    page.evaluate(
      (full) =>
        new Promise((done) => {
          new BroadcastChannel('heard').onmessage = done;
          new BroadcastChannel('full').postMessage(full);
        }).then(() => undefined),
      full,
    );
  await table(page, atoll.base, { game: 'evo', players: 2, seats: [me, me] });
  await page.waitForSelector('.cell.live', slow);
  await move(page, 'evo');
  const told = page.getByText(/(South|North) (moves|turns)/);
  await told.first().waitFor(slow);
  await fill(true);
  await move(page, 'evo');
  await page.getByText('this browser has no room for more games').first().waitFor(slow);
  await fill(false);
  await page.reload();
  await page.waitForSelector('.cell.live', slow);
  await page
    .getByText(/South (moves|turns)/)
    .first()
    .waitFor(slow);
  await move(page, 'evo');
  await page
    .getByText(/North (moves|turns)/)
    .first()
    .waitFor(slow);
  await page.context().close();
});
