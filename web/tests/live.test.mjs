// Connections that are dead without saying so: pages notice, say so, and come back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, caller, clean, line, seat, sleep, stage } from './helper.mjs';

const atoll = stage('--heartbeat', '1s');

test(
  'a board whose connection swallows everything says so, and comes back by itself',
  { timeout: 180_000 },
  async (x) => {
    const ada = await caller(atoll.base, 'Ada');
    const ben = await caller(atoll.base, 'Ben');
    const id = await seat([ada, ben], { game: 'evo' });
    const wire = await line(atoll.base);
    x.after(() => wire.close());
    const p = await atoll.person();
    await become(p, ben, wire.base);
    await p.goto(`${wire.base}/t/${id}`);
    await p.waitForSelector('[role=grid]');
    const here = async () => {
      const { view } = await ada.look(id);
      return view.seats.some((s) => s.online && s.seat !== view.viewer);
    };
    while (!(await here())) await sleep(50);
    const offline = p.getByText('Offline.').first();
    for (const action of ['g2-g3', 'f2-f3']) {
      wire.swallow();
      // What hangs on the dead line takes all connections that a browser opens.
      await p.evaluate(() => {
        for (let k = 0; k < 6; k++) fetch(`/rules/evo?${k}`).catch(() => undefined);
      });
      // Nobody tells the browser: it must find out by itself.
      await offline.waitFor({ timeout: 60_000 });
      const { view } = await ada.look(id);
      if (view.acting[0] === view.viewer)
        await ada.call('POST', `/tables/${id}/act`, { msg: action, step: view.step, action });
      wire.flow();
      await offline.waitFor({ state: 'detached', timeout: 60_000 });
      await p.getByRole('heading', { name: 'Your turn' }).waitFor({ timeout: 60_000 });
    }
    clean(p);
    await p.context().close();
  },
);

for (const path of ['/', '/watch'])
  test(`the list of tables at ${path} says when it is out of date, and catches up`, { timeout: 180_000 }, async (x) => {
    const ada = await caller(atoll.base, 'Ada');
    const wire = await line(atoll.base);
    x.after(() => wire.close());
    const p = await atoll.person();
    await p.goto(wire.base + path);
    await p.locator('main').waitFor();
    await p.waitForLoadState('load');
    const offline = p.locator('[data-offline]');
    wire.swallow();
    await offline.waitFor({ timeout: 60_000 });
    const made = await ada.call('POST', '/tables', {
      game: 'evo',
      players: 2,
      listed: true,
      seats: [{ kind: 'me' }, { kind: 'open' }],
    });
    wire.flow();
    await offline.waitFor({ state: 'detached', timeout: 60_000 });
    await p.getByRole('button', { name: 'Take seat' }).first().waitFor({ timeout: 60_000 });
    await ada.call('POST', `/tables/${made.table.id}/do`, { do: 'abort' });
    clean(p);
    await p.context().close();
  });

test(
  'a page that waits for a part of itself comes when the line is back, and nothing is pressed',
  { timeout: 180_000 },
  async (x) => {
    const wire = await line(atoll.base);
    x.after(() => wire.close());
    const p = await atoll.person();
    await p.goto(`${wire.base}/about`);
    await p.locator('main h1').waitFor();
    await p.waitForLoadState('networkidle');
    await p.context().setOffline(true);
    await p.getByRole('navigation').first().getByRole('link', { name: 'Learn' }).click();
    await p.getByRole('heading', { name: 'No connection to the server' }).waitFor();
    // What is asked now is swallowed, and takes all connections that a browser opens.
    wire.swallow();
    await p.context().setOffline(false);
    await p.evaluate(() => {
      for (let k = 0; k < 6; k++) fetch(`/rules/evo?${k}`).catch(() => undefined);
    });
    wire.flow();
    await p.getByRole('heading', { name: 'Learn by playing' }).waitFor({ timeout: 60_000 });
    await p.context().close();
  },
);

test(
  'a page whose line dies while its scripts come is loaded anew when it is back',
  { timeout: 180_000 },
  async (x) => {
    const wire = await line(atoll.base);
    x.after(() => wire.close());
    const p = await atoll.person();
    await p.clock.install();
    let cut;
    const gone = new Promise((r) => (cut = r));
    // The page has come, and none of its scripts does.
    await p.route('**/assets/*.js', async (r) => {
      await gone;
      await r.continue().catch(() => undefined);
    });
    await p.goto(`${wire.base}/`, { waitUntil: 'commit' });
    await p.locator('#skeleton').waitFor({ state: 'attached' });
    wire.swallow();
    cut();
    const shown = p.locator('[data-bot=evo]');
    await p.clock.runFor(41_000); // what came before is counted
    await p.clock.runFor(41_000);
    assert.equal(await shown.count(), 0);
    wire.flow();
    while (!(await shown.count())) {
      await p.clock.runFor(10_000).catch(() => undefined); // while the page is loaded anew it has no clock
      await sleep(100);
    }
    assert.equal(await p.locator('#skeleton').count(), 0);
    await p.context().close();
  },
);

test('the network goes away before the table is there, and comes back', { timeout: 120_000 }, async (x) => {
  const ada = await caller(atoll.base, 'Ada');
  const ben = await caller(atoll.base, 'Ben');
  const id = await seat([ada, ben], { game: 'evo' });
  const p = await atoll.person();
  await become(p, ada, atoll.base);
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=evo]').waitFor();
  // Held back, the stream is still connecting when the network goes.
  let release;
  const held = new Promise((r) => (release = r));
  await p.route('**/live?*', async (r) => {
    await held;
    await r.abort().catch(() => undefined);
  });
  const asked = p.waitForRequest('**/live?*');
  await p.goto(`${atoll.base}/t/${id}`);
  await p.waitForSelector('[role=grid]');
  await asked;
  await p.context().setOffline(true);
  await p.getByText('Offline.').waitFor();
  release();
  await p.unroute('**/live?*');
  await p.context().setOffline(false);
  await p.getByText('Offline.').waitFor({ state: 'detached', timeout: 30_000 });
  assert.ok(await p.getByRole('heading', { name: 'Your turn' }).count());
  clean(p);
  await p.context().close();
});
