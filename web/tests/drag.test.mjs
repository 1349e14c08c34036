// Pieces carried by mouse and by finger, choices made ahead, choices that go without a button, and those that are none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, clean, dice, myTurn, playFor, seat, stage } from './helper.mjs';

const atoll = stage();
const { two, at } = atoll;
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

/** The middle of a thing, once it stands still. */
const middle = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate(async (e) => {
      await document.fonts.ready;
      for (let was = ''; ;) {
        const r = e.getBoundingClientRect();
        const now = [r.x + r.width / 2, r.y + r.height / 2];
        if (String(now) === was) return now;
        was = String(now);
        for (let k = 0; k < 2; k++) await new Promise(requestAnimationFrame);
      }
    });
/** Lets the page do what a pointer has asked for: it hears of a finger a moment later. */
const settled = (page) =>
  page.evaluate(async () => {
    for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
  });

/** Carries from one thing to another in a few steps; `then` is asked before it is put down. */
async function carry(page, from, to, { finger = false, then } = {}) {
  const a = await middle(page, from);
  const b = typeof to === 'string' ? await middle(page, to) : [a[0] + to[0], a[1] + to[1]];
  const way = [0.2, 0.5, 0.8, 1].map((k) => [a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k]);
  if (!finger) {
    await page.mouse.move(...a);
    await page.mouse.down();
    for (const p of way) await page.mouse.move(...p);
    await then?.();
    return page.mouse.up();
  }
  const cdp = await page.context().newCDPSession(page);
  const touch = (type, p) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: p ? [{ x: p[0], y: p[1] }] : [] });
  await touch('touchStart', a);
  for (const p of way) await touch('touchMove', p);
  await then?.();
  await touch('touchEnd');
  return cdp.detach();
}
const cell = (at) => `.fit [data-cell="${at}"]`;

/** Whose turn it is, as [who acts, the other]. */
async function turn(id) {
  const both = await two();
  const { view } = await both[0].look(id);
  return view.acting.includes(view.viewer) ? both : [both[1], both[0]];
}

for (const finger of [false, true])
  test(
    `EVO: a piece is carried by ${finger ? 'finger' : 'mouse'}, put back by Escape or beside its squares`,
    { timeout: 120_000 },
    async () => {
      const id = await seat(await two(), { game: 'evo' });
      const [who] = await turn(id);
      const p = await at(id, who, finger ? phone : undefined);
      await p.waitForSelector('.cell.grab');
      const move = (await who.look(id)).view.legal.actions.find((a) => /^\w+-\w+$/.test(a));
      const [from, to] = move.split('-');
      // Let go of far from any square it may go to: as if nothing had been.
      const lifted = () => p.waitForFunction(() => 'drag' in document.documentElement.dataset);
      await carry(p, cell(from), '[data-part=bar]', { finger, then: lifted });
      await p.waitForFunction(() => !('drag' in document.documentElement.dataset));
      await settled(p);
      assert.equal(await p.locator('.to, [data-act=confirm]').count(), 0);
      if (!finger) {
        await carry(p, cell(from), cell(to), {
          then: async () => {
            await p.waitForSelector(`[data-over="${to}"]`);
            await p.keyboard.press('Escape');
            await p.waitForFunction(() => !document.querySelector('[data-over]'));
          },
        });
        await settled(p);
        assert.equal(await p.locator('.to, [data-act=confirm]').count(), 0);
      }
      await carry(p, cell(from), cell(to), { finger, then: () => p.waitForSelector(`[data-over="${to}"]`) });
      assert.equal(await p.evaluate(() => scrollY), 0, 'the page stays where it is');
      await p.locator('[data-act=confirm]').click();
      await becomes(async () => (await who.look(id)).view.position.moves.at(-1)?.do, move);
      clean(p);
      await p.context().close();
    },
  );

test(
  'EVO: a move chosen ahead is played when the turn comes, or dropped with a word',
  { timeout: 90_000 },
  async () => {
    const id = await seat(await two(), { game: 'evo' });
    const [first, second] = await turn(id);
    const act = async (action) => {
      const { view } = await first.look(id);
      await first.call('POST', `/tables/${id}/act`, { msg: `m${Math.random()}`, step: view.step, action });
    };
    const p = await at(id, second);
    const mine = (await second.look(id)).view;
    const warrior = mine.viewer === 'S' ? ['g2', 'g3', 'g4'] : ['f11', 'f10', 'f9'];
    const choose = async (from, to) => {
      await p.locator(cell(from)).click();
      await p.locator(cell(to)).click();
      await p.locator('[data-act=confirm]').click();
      await p.waitForSelector(`[data-next="${from}-${to}"]`, { state: 'attached' });
    };
    await p.waitForSelector('.cell.grab');
    await choose(warrior[0], warrior[1]);
    // Escape takes it back, a reload does not, and nobody else hears of it.
    await p.locator(cell(warrior[0])).focus();
    await p.keyboard.press('Escape');
    await p.waitForFunction(() => !document.querySelector('[data-next]'));
    await choose(warrior[0], warrior[1]);
    await p.reload();
    await p.waitForSelector('[data-next]', { state: 'attached' });
    assert.equal((await first.look(id)).view.position.moves.length, mine.position.moves.length);
    const other = mine.viewer === 'S' ? ['f11-f10', 'f10-f9'] : ['g2-g3', 'g3-g4'];
    await act(other[0]);
    await p.waitForFunction(() => !document.querySelector('[data-next]'));
    await becomes(
      async () => (await second.look(id)).view.position.moves.map((m) => m.do),
      [other[0], `${warrior[0]}-${warrior[1]}`],
    );
    // To a square where an own piece stands: legal only if somebody takes that one, and nobody does.
    await p.waitForSelector(`${cell(warrior[1])}.grab`); // the page has heard of it too
    await p.waitForFunction(() => !document.title.startsWith('●'));
    const pieces = (await second.look(id)).view.position.pieces.filter((x) => x.seat === mine.viewer).map((x) => x.at);
    let found = '';
    for (const from of pieces) {
      await p.locator(cell(from)).click();
      const to = (await p.locator('.to').allTextContents()).map((x) => x.trim()).find((x) => pieces.includes(x));
      if (to) {
        found = `${from}-${to}`;
        await p.locator('.to', { hasText: new RegExp(`^${to}$`) }).click();
        break;
      }
      await p.keyboard.press('Escape');
    }
    await p.locator('[data-act=confirm]').click();
    await p.waitForSelector(`[data-next="${found}"]`, { state: 'attached' });
    await act(other[1]);
    await p
      .getByText(`${found.replace('-', '–')} was not played`)
      .first()
      .waitFor();
    assert.equal((await second.look(id)).view.position.moves.length, 3);
    await p.locator('[data-next]').waitFor({ state: 'detached' });
    clean(p);
    await p.context().close();
  },
);

test(
  'Epigo: a finger gives a direction, an Order is carried to its place, and nothing scrolls',
  { timeout: 120_000 },
  async () => {
    const both = await two();
    const id = await seat(both, { game: 'epigo' });
    const p = await at(id, both[0], phone);
    // The line-up: two tiles change places.
    await p.waitForSelector('[data-act=ready]');
    const v = (await both[0].look(id)).view;
    const home = v.position.board.home[v.viewer];
    const said = (sq) => p.locator(cell(sq)).getAttribute('aria-label');
    const [a, b] = [await said(home[0]), await said(home[3])];
    await carry(p, cell(home[0]), cell(home[3]), { finger: true });
    await becomes(async () => (await said(home[0])).slice(2), b.slice(2));
    await becomes(async () => (await said(home[3])).slice(2), a.slice(2));
    await p.locator('[data-act=ready]').click();
    await playFor([both[1]], id, (x) => x.position.phase === 'plan');
    await p.waitForSelector('[data-order]');
    const own = (await both[0].look(id)).view.position.epigons.filter((e) => e.seat === v.viewer && e.on === 'board');
    const [x, y] = [own[1], own[2]];
    await carry(p, cell(x.at), [0, -40], {
      finger: true,
      then: () => p.waitForSelector('.petal.chosen', { state: 'attached' }),
    });
    await p.waitForFunction(
      (n) =>
        document.querySelector('[data-slots]')?.innerHTML.includes('dir') &&
        document.querySelector(`[data-order="${n}"][aria-pressed=true]`),
      x.number,
    );
    const slot = (i) => p.locator('[data-slots] button').nth(i).getAttribute('aria-label');
    await becomes(() => slot(0), new RegExp(`${x.number} (north|south)`));
    await carry(p, `[data-order="${y.number}"]`, '[data-place="slot 2"]', { finger: true });
    await becomes(() => slot(2), new RegExp(`${y.number} `));
    // The first Order goes third.
    await carry(p, '[data-place="slot 0"] button', '[data-place="slot 2"]', { finger: true });
    await becomes(() => slot(2), new RegExp(`${x.number} (north|south)`));
    assert.equal(await p.evaluate(() => scrollY), 0);
    clean(p);
    await p.context().close();
  },
);

test(
  'Epigo: the next plan is drafted while the other side thinks, and is there when its turn comes',
  { timeout: 120_000 },
  async () => {
    const both = await two();
    const id = await seat(both, { game: 'epigo' });
    await playFor(both, id, (v) => v.position.phase === 'plan');
    const p = await at(id, both[0]);
    await p.waitForSelector('[data-order]');
    const plan = async (numbers) => {
      for (const n of numbers) {
        await p.locator('[role=grid] [tabindex="0"]').focus();
        await p.keyboard.press(String(n));
        await p.keyboard.press('ArrowUp');
      }
    };
    await plan([7, 6, 5]);
    await p.locator('[data-act=lock]').click();
    await p.locator('[data-act=draft]').click();
    await plan([4, 3]);
    await p.locator('[data-act=draft-done]').click();
    await p.waitForSelector('[data-act=change]');
    const { view } = await both[0].look(id);
    assert.match(view.sealed, /^plan 7. 6. 5.$/, 'what was locked in stays');
    await p.reload();
    await p.waitForSelector('[data-act=change]');
    const slots = () =>
      p.locator('[data-slots] button').evaluateAll((l) => l.map((e) => e.getAttribute('aria-label')).join('|'));
    await becomes(slots, /: 7 .*: 6 .*: 5 /);
    let planned = false;
    await playFor([both[1]], id, () => (planned ? true : void (planned = true)));
    // Somebody may be asked something in between.
    for (let n = 0; n < 20; n++) {
      const now = (await both[0].look(id)).view;
      if (now.position.turn === 2 || now.status !== 'running') break;
      await playFor(both, id, (x) => x.position.phase === 'plan' && x.position.turn === 2);
    }
    await p.waitForSelector('[data-act=lock]', { timeout: 30_000 });
    await becomes(slots, /: 4 .*: 3 .*: choose/);
    clean(p);
    await p.context().close();
  },
);

test(
  'The Conqueror: the token is carried from beside the board, a corner is chosen ahead, a walk by hand',
  { timeout: 120_000 },
  async () => {
    const id = await seat(await two(), { game: 'conqueror' });
    const [first, second] = await turn(id);
    const q = await at(id, second);
    const p = await at(id, first, phone);
    await q.waitForSelector('[data-token]');
    await q.locator('[data-to=a1]').click();
    await q.locator('[data-act=walk]').click();
    await q.waitForSelector('[data-next="start a1"]', { state: 'attached' });
    await p.waitForSelector('[data-token]');
    await carry(p, '[data-token]', cell('h8'), { finger: true });
    await p.locator('[data-act=walk]').click();
    await q.waitForFunction(() => !document.querySelector('[data-next]'));
    await becomes(async () => (await second.look(id)).view.position.seats.map((s) => s.token).sort(), ['a1', 'h8']);
    // A token can be taken up before the turn comes, to choose ahead.
    await myTurn(p);
    await p.waitForSelector('.cell.grab');
    const v = (await first.look(id)).view;
    const to = v.legal.actions.find((a) => a.startsWith('move ')).split(' ')[1];
    await carry(p, cell('h8'), cell(to), { finger: true });
    await p.getByRole('button', { name: `Walk to ${to}` }).waitFor();
    clean(p, q);
    await p.context().close();
    await q.context().close();
  },
);

test('Earthquake Island: the explorer is carried to its first hex and on', { timeout: 120_000 }, async () => {
  const id = await seat(await two(), { game: 'earthquake' });
  const [first, second] = await turn(id);
  const p = await at(id, first, { viewport: { width: 1280, height: 800 } });
  await p.waitForSelector('[data-explorer]');
  const place = (await first.look(id)).view.legal.actions[0].split(' ')[1];
  await carry(p, '[data-explorer]', cell(place));
  await p
    .getByRole('button', { name: `Start on ${place}`, exact: true })
    .last()
    .click();
  await p.waitForFunction(() => !document.querySelector('[data-explorer]'));
  await playFor([second], id, (v) => v.position.phase !== 'place' || !v.acting.includes(v.viewer), { random: dice(3) });
  clean(p);
  await p.context().close();
});

for (const finger of [false, true])
  test(
    `Earthquake Island: a tool is carried by ${finger ? 'finger' : 'mouse'} to the tray or to the pile`,
    { timeout: 90_000 },
    async () => {
      const both = await two();
      const asked = (v) => v.position.phase === 'keep' && v.legal?.actions?.includes('discard');
      let id, view;
      // Chance may end a game before anybody finds a tool; then another one is played.
      for (let n = 0; n < 20; n++) {
        id = await seat(both, { game: 'earthquake' });
        view = await playFor(both, id, asked, { random: dice(5 + n) });
        if (view.status === 'running') break;
      }
      assert.ok(asked(view));
      const who = both.find((x) => view.seats.find((s) => s.seat === view.viewer).name === x.name);
      const p = await at(id, who, finger ? phone : { viewport: { width: 1280, height: 800 } });
      const chosen = (what) => p.waitForSelector(`[data-do=${what}][aria-pressed=true]`);
      await p.waitForSelector('[data-lying]');
      await carry(p, '[data-lying]', '[data-place=tray]:visible', { finger });
      await chosen('keep');
      // From the board too: it lies under the explorer.
      const { hex } = view.position.explorers.find((e) => e.seat === view.viewer);
      await carry(p, cell(hex), '[data-place=pile]', {
        finger,
        then: () => p.waitForSelector('[data-place=pile].over'),
      });
      await chosen('discard');
      const lifted = () => p.waitForFunction(() => 'drag' in document.documentElement.dataset);
      await carry(p, '[data-lying]', [0, finger ? -200 : 260], { finger, then: lifted });
      await p.waitForFunction(() => !('drag' in document.documentElement.dataset));
      await settled(p);
      await chosen('discard'); // beside both: all is as before
      const discards = async () => (JSON.stringify((await who.look(id)).log).match(/"discard"/g) ?? []).length;
      const before = await discards();
      await p.locator('[data-act=confirm]').click();
      await p.waitForSelector('[data-lying]', { state: 'detached' });
      await becomes(discards, (n) => n > before);
      clean(p);
      await p.context().close();
    },
  );

test('without a button to confirm, the last press is the move', { timeout: 90_000 }, async () => {
  const swift = { settings: { confirm: 'never' } };
  const done = (id, who, step) =>
    becomes(
      async () => (await who.look(id)).view,
      (view) => view.step !== step || view.sealed,
    );
  {
    const id = await seat(await two(), { game: 'conqueror' });
    const [who] = await turn(id);
    const p = await at(id, who, swift);
    const { step } = (await who.look(id)).view;
    await p.locator(cell('a1')).click();
    await done(id, who, step);
    clean(p);
    await p.context().close();
  }
  {
    const id = await seat(await two(), { game: 'evo' });
    const [who] = await turn(id);
    const p = await at(id, who, swift);
    await p.waitForSelector('.cell.grab');
    const { step, legal } = (await who.look(id)).view;
    const move = legal.actions.find((a) => /^\w+-\w+$/.test(a));
    const [from, to] = move.split('-');
    await p.locator(cell(from)).click();
    await p.locator(cell(to)).click();
    // The role is part of the move.
    await p.locator('[data-role]').first().click();
    const v = await done(id, who, step);
    assert.equal(v.position.moves.at(-1).do, move);
    clean(p);
    await p.context().close();
  }
  {
    const both = await two();
    const id = await seat(both, { game: 'epigo' });
    await playFor(both, id, (v) => v.position.phase === 'plan');
    const p = await at(id, both[0], swift);
    await p.waitForSelector('[data-order]');
    const { step, viewer } = (await both[0].look(id)).view;
    for (const n of [7, 6, 5]) {
      await p.locator('[role=grid] [tabindex="0"]').focus();
      await p.keyboard.press(String(n));
      await p.keyboard.press('ArrowUp');
    }
    const way = viewer === 'S' ? 'N' : 'S';
    assert.equal((await done(id, both[0], step)).sealed, `plan 7${way} 6${way} 5${way}`);
    clean(p);
    await p.context().close();
  }
});
