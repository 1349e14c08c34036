// Connections that are dead without saying so: pages notice, say so, and come back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, becomes, caller, clean, line, move, seat, sleep, stage } from './helper.mjs';

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
    const before = wire.lost();
    await p.context().setOffline(false);
    await p.evaluate(() => {
      for (let k = 0; k < 6; k++) fetch(`/rules/evo?${k}`).catch(() => undefined);
    });
    await becomes(wire.lost, (n) => n >= before + 6);
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
    await p.locator('#skeleton').waitFor({ state: 'detached' });
    await p.context().close();
  },
);

// A browser opens six connections to a host, over HTTP/1.1.
test('eight windows of one browser stay live, and a ninth opens', { timeout: 300_000 }, async () => {
  const ada = await caller(atoll.base, 'Ada');
  const ben = await caller(atoll.base, 'Ben');
  const id = await seat([ada, ben], { game: 'evo' });
  const first = await atoll.person();
  await become(first, ben, atoll.base);
  const windows = [first];
  for (let n = 1; n < 9; n++) windows.push(await first.context().newPage());
  const lobby = windows.pop();
  const problems = [];
  for (const w of windows) {
    w.on('pageerror', (e) => problems.push(e.message));
    await w.goto(`${atoll.base}/t/${id}`);
    await w.waitForSelector('[role=grid]');
  }
  await lobby.goto(`${atoll.base}/`);
  await lobby.locator('[data-bot=evo]').waitFor();
  const { view } = await ada.look(id);
  assert.equal(view.acting[0], view.viewer);
  await ada.call('POST', `/tables/${id}/act`, { msg: 'one', step: view.step, action: 'g2-g3' });
  const mine = (w) => w.getByRole('heading', { name: 'Your turn' });
  for (const w of windows) await mine(w).waitFor({ timeout: 60_000 });
  await move(windows[4], 'evo');
  for (const w of windows) await mine(w).waitFor({ state: 'detached', timeout: 60_000 });
  assert.deepEqual(problems, []);
  clean(first);
  await first.context().close();
});

test('behind a proxy that passes no WebSocket a page listens as before', { timeout: 180_000 }, async (x) => {
  const ada = await caller(atoll.base, 'Ada');
  const ben = await caller(atoll.base, 'Ben');
  const id = await seat([ada, ben], { game: 'evo' });
  const wire = await line(atoll.base, { plain: true });
  x.after(() => wire.close());
  const p = await atoll.person();
  const sockets = [];
  p.on('websocket', (s) => sockets.push(s.url()));
  await become(p, ben, wire.base);
  await p.goto(`${wire.base}/t/${id}`);
  await p.waitForSelector('[role=grid]');
  const here = async () => (await ada.look(id)).view.seats.every((s) => s.online || s.name !== 'Ben');
  while (!(await here())) await sleep(50);
  const { view } = await ada.look(id);
  assert.equal(view.acting[0], view.viewer);
  await ada.call('POST', `/tables/${id}/act`, { msg: 'one', step: view.step, action: 'g2-g3' });
  await p.getByRole('heading', { name: 'Your turn' }).waitFor({ timeout: 60_000 });
  const tried = sockets.length;
  assert.ok(tried > 0, 'no WebSocket was tried');
  // The page has learnt it: when the line dies, the next stream is a plain one at once.
  wire.swallow();
  const offline = p.getByText('Offline.').first();
  await offline.waitFor({ timeout: 60_000 });
  wire.flow();
  await offline.waitFor({ state: 'detached', timeout: 60_000 });
  assert.equal(sockets.length, tried);
  clean(p);
  await p.context().close();
});

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
  let ask;
  const asked = new Promise((r) => (ask = r));
  let holds = true;
  await p.routeWebSocket(/\/ws\?/, async (s) => {
    if (!holds) return void s.connectToServer();
    ask();
    await held;
    await s.close().catch(() => undefined);
  });
  await p.goto(`${atoll.base}/t/${id}`);
  await p.waitForSelector('[role=grid]');
  await asked;
  await p.context().setOffline(true);
  await p.getByText('Offline.').waitFor();
  holds = false;
  release();
  await p.context().setOffline(false);
  await p.getByText('Offline.').waitFor({ state: 'detached', timeout: 30_000 });
  await p.getByRole('heading', { name: 'Your turn' }).waitFor();
  clean(p);
  await p.context().close();
});
