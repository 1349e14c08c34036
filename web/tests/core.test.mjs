// The rules in a worker of a real browser: whole games, two at one screen, analysis, with the network off after loading.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act, clean, result, sleep, stage, within } from './helper.mjs';
import { bot, core, me } from './worker.mjs';

const atoll = stage();

/** Plays for all own seats until the end, in the page, with a new look after every move. */
const playOn = (page, id, most = 80) => {
  const played = page.evaluate(
    async ([id, most]) => {
      let made = 0;
      // Waiting for a bot is no move: a slow machine would give up before its first one.
      for (let n = 0; made < most; n++) {
        const { data: all } = await window.ask('GET', `/tables/${id}`);
        if (all.view.status === 'over') return made;
        let acted = false;
        for (const s of all.view.seats.filter((x) => x.mine && all.view.acting.includes(x.seat))) {
          const { data } = await window.ask('GET', `/tables/${id}?seat=${s.seat}`);
          if (data.view.step !== all.view.step || data.view.sealed) continue;
          const legal = data.view.legal?.actions?.length
            ? data.view.legal.actions
            : (await window.ask('GET', `/tables/${id}/legal?seat=${s.seat}&limit=20000`)).data.actions;
          if (!legal?.length) continue;
          const action = legal[Math.floor(Math.random() * legal.length)];
          const { status } = await window.ask('POST', `/tables/${id}/act`, {
            msg: `m${n}-${s.seat}`,
            step: data.view.step,
            seat: s.seat,
            action,
          });
          if (status < 300) made++;
          acted = true;
        }
        if (!acted) await new Promise((r) => setTimeout(r, 5));
      }
      await window.ask('POST', `/tables/${id}/do`, { msg: 'end', do: 'resign' });
      return made;
    },
    [id, most],
  );
  return within(240_000, `the game ${id} does not end`, played);
};

for (const game of ['epigo', 'evo', 'conqueror', 'earthquake'])
  test(`${game} against a bot in a worker, with the network off after its first move`, async () => {
    const page = await atoll.person();
    const ask = await core(page, atoll.base);
    const { games } = await ask('GET', '/games');
    const players = games.find((g) => g.id === game).players[0];
    const seats = Array.from({ length: players }, (_, i) => (i ? bot(1) : me));
    // What the bots have learnt is fetched when the first of them is asked.
    const first = (await ask('POST', '/tables', { game, players, seats: seats.map(() => bot(1)) })).table.id;
    for (const end = Date.now() + 120_000; (await ask('GET', `/tables/${first}`)).view.seq < 4; await sleep(20))
      assert.ok(Date.now() < end, 'the bots do not move');
    assert.match(first, /^local-/);
    await ask('DELETE', `/tables/${first}`);
    await page.context().setOffline(true);
    const second = (await ask('POST', '/tables', { game, players, seats })).table.id;
    const made = await playOn(page, second);
    assert.ok(made > 0);
    const { view } = await ask('GET', `/tables/${second}`);
    assert.equal(view.status, 'over');
    const { tables } = await ask('GET', '/my/tables');
    assert.ok(tables.some((t) => t.id === second && t.status === 'over'));
    clean(page);
    await page.context().close();
  });

test('analysis and positions in a worker, given up when nobody wants them', async () => {
  const page = await atoll.person();
  const ask = await core(page, atoll.base);
  const start = await ask('POST', '/positions/start', { game: 'evo', players: 2 });
  const position = start.position.position;
  await ask('POST', '/positions/analysis', { position, ms: 30 });
  await page.context().setOffline(true);
  const judged = await ask('POST', '/positions/analysis', { position, ms: 100 });
  assert.equal(judged.decisions.length, 1);
  const both = page.evaluate(async (position) => {
    const long = window.ask('POST', '/positions/analysis', { position, ms: 600_000 });
    const id = window.lastId();
    // Something else is answered while it thinks, without a second worker.
    const other = await window.ask('GET', '/games');
    window.give(id);
    return { next: other.status, given: (await long).status };
  }, position);
  const { next, given } = await within(120_000, 'an analysis cannot be given up', both);
  assert.equal(next, 200);
  assert.equal(given, 408);
  await page.context().close();
});

test('two pages of one browser at the same table: neither loses a move', async () => {
  const one = await atoll.person();
  const ask = await core(one, atoll.base);
  const other = await one.context().newPage();
  const askOther = await core(other, atoll.base);
  const { table } = await ask('POST', '/tables', { game: 'evo', players: 2, seats: [me, me] });
  // A page may not have heard yet what the other has done; then its move is refused, and it looks again.
  const moved = async (n) => {
    const page = n % 2 ? one : other;
    const made = page.evaluate(
      async ([id, n]) => {
        const all = (await window.ask('GET', `/tables/${id}`)).data.view;
        const { view } = (await window.ask('GET', `/tables/${id}?seat=${all.acting[0]}`)).data;
        if (!view.legal) return null;
        const req = { msg: `m${n}`, step: view.step, seat: view.viewer };
        const action = view.legal.actions[n % view.legal.actions.length];
        const { status, data } = await window.ask('POST', `/tables/${id}/act`, { ...req, action });
        return status < 300 ? data.seq : null;
      },
      [table.id, n],
    );
    return within(120_000, `move ${n}`, made);
  };
  const seqs = [];
  for (let n = 0, end = Date.now() + 120_000; n < 8;) {
    assert.ok(Date.now() < end, 'the pages do not agree');
    const seq = await moved(n);
    if (seq === null) continue;
    seqs.push(seq);
    n++;
  }
  assert.deepEqual(
    seqs,
    [...new Set(seqs)].sort((x, y) => x - y),
    'each move has a number of its own',
  );
  for (const end = Date.now() + 60_000; ; await sleep(20)) {
    const [a, b] = [await ask('GET', `/tables/${table.id}`), await askOther('GET', `/tables/${table.id}`)];
    assert.ok(Date.now() < end, 'one page does not hear of the last move');
    if (a.view.seq !== b.view.seq) continue;
    assert.equal(a.view.seq, seqs.at(-1));
    assert.deepEqual(a.view.position, b.view.position);
    break;
  }
  await one.context().close();
});

test('a table of the browser on the page of every table: network off, reload in mid-game, to the end', async () => {
  const page = await atoll.person();
  const ask = await core(page, atoll.base);
  const { table } = await ask('POST', '/tables', { game: 'evo', players: 2, seats: [me, bot(1)], shuffle: false });
  /** What the end of a game needs is fetched while there is a network. */
  const fetched = () =>
    page.waitForFunction(() => {
      const files = performance.getEntriesByType('resource').filter((r) => r.responseEnd > 0);
      return ['end', 'Menus', 'Result'].every((part) => files.some((r) => r.name.includes(`/assets/${part}-`)));
    });
  await page.goto(`${atoll.base}/t/${table.id}`);
  await page.waitForSelector('.cell.live');
  const moves = async (n) => {
    for (let k = 0, end = Date.now() + 120_000; k < n;) {
      assert.ok(
        Date.now() < end,
        `move ${k + 1} of ${n} does not come about: ${await page.locator('body').innerText()}`,
      );
      if (await page.locator('[data-result]').count()) return;
      if (await act(page, 'evo').catch(() => false)) k++;
      else await sleep(50);
    }
  };
  await moves(2);
  await fetched();
  await page.context().setOffline(true);
  await moves(2);
  await page.waitForSelector('.cell.live, [data-result]');
  // Without a network the page itself comes from the service worker, which has tests of its own.
  await page.context().setOffline(false);
  await page.reload();
  await page.waitForSelector('.cell.live, [data-result]');
  await fetched();
  await page.context().setOffline(true);
  await moves(2);
  await page.waitForSelector('.cell.live, [data-result]');
  if (!(await page.locator('[data-result]').count())) {
    await page.locator('[data-act=resign]:visible').first().click();
    await page.locator('[data-act=resign-sure]').click();
  }
  await result(page);
  clean(page);
  await page.context().close();
});
