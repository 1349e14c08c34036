// Chance that nobody can choose, as players see it: numbers are added and opened unseen, seats are drawn, and the result
// bears a seal that this browser has worked out by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean, invite, linkFor, sleep, stage } from './helper.mjs';

const atoll = stage();
const api = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const res = await fetch('/api/v1' + path, {
        method: body ? 'POST' : 'GET',
        headers: { 'Content-Type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      });
      return res.json();
    },
    [path, body],
  );
/** The table once its game runs. */
async function running(page, id) {
  for (;;) {
    const snap = await api(page, `/tables/${id}`);
    if (snap.view.status === 'running') return snap;
    await sleep(50);
  }
}
const tableOf = (page) => page.url().split('/t/')[1].split('?')[0];

/** Two browsers at a table of The Conqueror that has begun. */
async function begun() {
  const [a, b] = [await atoll.person(), await atoll.person()];
  await invite(atoll.base, a, 'conqueror');
  await b.goto(await linkFor(a, 0));
  for (const p of [a, b]) await p.waitForSelector('[role=grid]');
  const id = tableOf(a);
  await running(a, id);
  return { a, b, id };
}

test(
  'both numbers are opened, the story says who sits where, and the result is sealed',
  { timeout: 120_000 },
  async () => {
    const { a, b, id } = await begun();
    const snap = await api(a, `/tables/${id}`);
    assert.equal(snap.chairs.filter((c) => c.nonce).length, 2, 'both have added to chance');
    await a
      .locator('[data-seating]')
      .getByText(/is player/)
      .waitFor();
    await api(b, `/tables/${id}/do`, { msg: 'r', do: 'resign' });
    for (const p of [a, b]) {
      const seal = p.locator('[data-seal=ok]');
      await seal.waitFor();
      await seal.getByRole('button', { name: 'Checked' }).click();
      await seal.getByText('Your own number is among them').waitFor();
      await seal.getByText('kept since before the first draw').waitFor();
    }
    // The rematch has numbers of its own.
    await a.locator('[data-act=rematch]').click();
    await b.locator('[data-act=rematch]').click();
    for (const p of [a, b]) await p.waitForFunction((id) => !location.pathname.endsWith(id), id);
    const next = await running(a, tableOf(a));
    assert.equal(next.chairs.filter((c) => c.nonce).length, 2, 'both have added to the chance of the rematch');
    clean(a, b);
    for (const p of [a, b]) await p.context().close();
  },
);

test('a server that lies about one draw is found out', { timeout: 120_000 }, async () => {
  const { a, b, id } = await begun();
  await a.route('**/record', async (route) => {
    const res = await route.fetch();
    const record = await res.json();
    const first = record.events.find((e) => e.by === 'chance');
    first.do = first.do === 'order A B' ? 'order B A' : 'order A B';
    await route.fulfill({ response: res, json: record });
  });
  await api(b, `/tables/${id}/do`, { msg: 'r', do: 'resign' });
  const seal = a.locator('[data-seal=bad]');
  await seal
    .getByText(/Event 1 was shown as/)
    .first()
    .waitFor();
  await seal.getByRole('button', { name: 'The check failed' }).click();
  await seal.getByText(/the numbers give/).waitFor();
  await b.locator('[data-seal=ok]').waitFor();
  clean(a, b);
  for (const p of [a, b]) await p.context().close();
});

test(
  'a table that draws its seats says so while it waits, and whoever has come sees the own seat',
  { timeout: 120_000 },
  async () => {
    const [a, b] = [await atoll.person(), await atoll.person()];
    await invite(atoll.base, a, 'earthquake');
    await a.locator('[data-draws]').waitFor();
    await b.goto(await linkFor(a, 0));
    for (const p of [a, b]) await p.locator('[data-seating]').getByText('Seats were drawn').waitFor();
    const [sa, sb] = [await api(a, `/tables/${tableOf(a)}`), await api(b, `/tables/${tableOf(a)}`)];
    assert.deepEqual([sa.view.viewer, sb.view.viewer].sort(), ['1', '2']);
    clean(a, b);
    for (const p of [a, b]) await p.context().close();
  },
);
