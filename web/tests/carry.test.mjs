// Games that were played without a server: beside the others, sent once their owner signs in, and copies that go on here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, caller, clean, stage } from './helper.mjs';
import { bot, core, me } from './worker.mjs';

const atoll = stage();
const slow = { timeout: 90_000 };

test('a game of this device is listed, and joins the games of the account once', async () => {
  const page = await atoll.person();
  const ask = await core(page, atoll.base);
  const { table } = await ask('POST', '/tables', { game: 'evo', players: 2, seats: [me, bot(1)], shuffle: false });
  await ask('POST', `/tables/${table.id}/do`, { msg: 'end', do: 'resign' });
  // The worker of the test says nothing to the pages; they know that there are games by a note.
  await page.evaluate(() => localStorage.setItem('atoll.local', '1'));
  await page.goto(atoll.base);
  await page.waitForSelector(`[data-here="${table.id}"]`, slow);
  assert.match(await page.locator(`[data-here="${table.id}"]`).innerText(), /joins your games when you sign in/);
  const who = await caller(atoll.base, 'Carrier', 'long enough');
  await become(page, who, atoll.base);
  for (let n = 0; n < 2; n++) {
    await page.goto(`${atoll.base}/you`);
    await page.waitForFunction(() => localStorage.getItem('atoll.local') === null, null, slow);
    // A page that has forgotten sends it again; the server knows it.
    await page.evaluate(() => {
      localStorage.setItem('atoll.local', '1');
      localStorage.removeItem('atoll.sent');
    });
  }
  const { tables } = await who.call('GET', '/my/tables?status=over');
  assert.equal(tables.length, 1);
  assert.equal(tables[0].offline, true);
  await page.goto(`${atoll.base}/you`);
  await page.waitForSelector('[data-offline]', slow);
  clean(page);
  await page.context().close();
});

test('a game that the server refuses says why and stays here', async () => {
  const page = await atoll.person();
  const ask = await core(page, atoll.base);
  const { table } = await ask('POST', '/tables', { game: 'evo', players: 2, seats: [me, bot(1)], shuffle: false });
  await ask('POST', `/tables/${table.id}/do`, { msg: 'end', do: 'resign' });
  await page.evaluate(() => localStorage.setItem('atoll.local', '1'));
  const who = await caller(atoll.base, 'Refused', 'long enough');
  await become(page, who, atoll.base);
  await page.route('**/api/v1/my/records', (r) =>
    r.fulfill({ status: 400, json: { error: { code: 'bad_request', message: 'only a finished game can be sent' } } }),
  );
  await page.goto(`${atoll.base}/you`);
  await page.waitForFunction(() => localStorage.getItem('atoll.sent')?.includes('why'), null, slow);
  await page.evaluate(() => localStorage.setItem('atoll.local', '1'));
  await page.goto(`${atoll.base}/you`);
  await page.waitForSelector(`[data-here="${table.id}"]`, slow);
  assert.match(await page.locator(`[data-here="${table.id}"]`).innerText(), /only a finished game can be sent/);
  await page.context().close();
});

test('a table of the server goes on here as a copy, and the original waits', async () => {
  const page = await atoll.person();
  const who = await caller(atoll.base, 'Traveller');
  await become(page, who, atoll.base);
  const { table } = await who.call('POST', '/tables', {
    game: 'earthquake',
    players: 2,
    seats: [{ kind: 'me' }, { kind: 'bot', level: 1 }],
    shuffle: false,
  });
  const before = (await who.look(table.id)).view;
  await page.goto(`${atoll.base}/t/${table.id}`);
  await page.getByRole('button', { name: 'More', exact: true }).first().click(slow);
  await page.locator('[data-act=go-on]').click(slow);
  await page.waitForURL(/\/t\/local-/, slow);
  await page.waitForSelector('[data-do], [data-act]', slow);
  assert.equal((await who.look(table.id)).view.status, 'running');
  assert.ok((await who.look(table.id)).view.seq >= before.seq);
  clean(page);
  await page.context().close();
});

test('the review of a game of the server is thought here, and costs the server nothing', async () => {
  const page = await atoll.person();
  const who = await caller(atoll.base, 'Reader');
  await become(page, who, atoll.base);
  const { table } = await who.call('POST', '/tables', {
    game: 'evo',
    players: 2,
    seats: [{ kind: 'me' }, { kind: 'me' }],
  });
  for (let n = 0; n < 4; n++) {
    const all = (await who.look(table.id)).view;
    const { view } = await who.look(table.id, all.acting[0]);
    await who.call('POST', `/tables/${table.id}/act`, {
      msg: `m${n}`,
      step: view.step,
      seat: view.viewer,
      action: view.legal.actions[0],
    });
  }
  await who.call('POST', `/tables/${table.id}/do`, { msg: 'end', do: 'resign', seat: 'S' });
  const asked = [];
  page.on('request', (r) => r.method() === 'POST' && asked.push(new URL(r.url()).pathname));
  await page.goto(`${atoll.base}/r/${table.id}`);
  await page.waitForSelector('[data-act=deeper]', slow);
  assert.deepEqual(
    asked.filter((p) => p.endsWith('/analysis')),
    [],
  );
  const deeper = page.waitForRequest(
    (r) => r.method() === 'POST' && r.url().endsWith(`/tables/${table.id}/analysis`),
    slow,
  );
  await page.locator('[data-act=deeper]').click();
  await deeper;
  // A host who does not want that is not asked: the button is not there.
  await page.route('**/analysis?from=*', async (r) => {
    await r.fulfill({ json: { status: 'none', done: 0, total: 0, from: 0, steps: [] } });
  });
  await page.goto(`${atoll.base}/r/${table.id}`);
  await page.waitForSelector('.area', slow);
  await page.waitForSelector('[data-progress]', { state: 'detached', ...slow });
  assert.equal(await page.locator('[data-act=deeper]').count(), 0);
  clean(page);
  await page.context().close();
});

test('a record that was shared with Atoll, or opened as a file, is shown', async () => {
  const page = await atoll.person();
  const ask = await core(page, atoll.base);
  const { table } = await ask('POST', '/tables', { game: 'evo', players: 2, seats: [me, me], shuffle: false });
  await ask('POST', `/tables/${table.id}/do`, { msg: 'end', do: 'resign', seat: 'S' });
  const record = JSON.stringify(await ask('GET', `/tables/${table.id}/record`));
  await page.evaluate(
    async (text) => void (await (await caches.open('atoll-wishes')).put('/shared', new Response(text))),
    `${record}\n${record}\n`,
  );
  await page.goto(`${atoll.base}/analysis?shared`);
  await page.waitForSelector('[role=grid]', slow);
  // Told once.
  assert.equal(
    await page.evaluate(async () => Boolean(await (await caches.open('atoll-wishes')).match('/shared'))),
    false,
  );
  await page.addInitScript((text) => {
    Object.defineProperty(window, 'launchQueue', {
      value: { setConsumer: (f) => f({ files: [{ getFile: async () => new File([text], 'game.atoll') }] }) },
    });
  }, record);
  await page.goto(`${atoll.base}/analysis`);
  await page.waitForSelector('[role=grid]', slow);
  clean(page);
  await page.context().close();
});
