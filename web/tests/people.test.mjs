// Friends, challenges and the first page of somebody with games that wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, becomes, caller, clean, playFor, seat, stage, violations } from './helper.mjs';

const atoll = stage();
const clock = { kind: 'fischer', initial_s: 600, increment_s: 5 };

test('a challenge by name is seen at once, accepted, and both sit at the table', { timeout: 120_000 }, async () => {
  const ada = await caller(atoll.base, 'AdaLove', 'a long password');
  const ben = await caller(atoll.base, 'BenLove', 'a long password');
  const [a, b] = [await atoll.person(), await atoll.person()];
  await become(a, ada, atoll.base);
  await become(b, ben, atoll.base);
  await b.goto(`${atoll.base}/rules`);
  await b.locator('h1').first().waitFor();
  await a.goto(`${atoll.base}/u/BenLove`);
  await a.locator('[data-act=follow]').click();
  await a.locator('[data-act=follow][aria-pressed=true]').waitFor();
  await a.locator('[data-act=challenge]').click();
  // The page stays in reach beside the form: whoever is pressed there is whom it goes to.
  assert.equal(await a.locator('dialog:modal').count(), 0);
  await a.locator('[data-here] li', { hasText: 'BenLove' }).waitFor();
  // Every option of the game, the clock and the seat, as for a new table.
  await a.locator('dialog[open] [data-game=epigo]').click();
  await a.locator('dialog[open] [data-act=options]').click();
  await a.locator('dialog[open] [data-option="variant=islanders"]').click();
  await a.locator('dialog[open] [data-clock="20+10"]').click();
  // What a rated game would change is said beside the switch, and goes with it.
  const rated = a.locator('dialog[open] [role=switch]').filter({ hasText: 'Rated' });
  await rated.click();
  await a.getByText(/^Win \+\d+, lose −\d+\. You 1500\?, BenLove 1500\?\.$/).waitFor();
  await rated.click();
  await a.locator('dialog[open] [data-seat=N]').click();
  await becomes(() => a.locator('[data-act=send-challenge]').innerText(), /Islanders.*20 min/);
  await a.locator('[data-act=send-challenge]').click();
  await b.locator('[data-act=accept-challenge]').click({ timeout: 60_000 });
  await b.waitForURL('**/t/*');
  await a.waitForURL('**/t/*', { timeout: 60_000 });
  assert.equal(new URL(a.url()).pathname, new URL(b.url()).pathname);
  const { info, view } = await ada.look(new URL(a.url()).pathname.slice(3));
  assert.deepEqual(
    [info.game, info.options.variant, info.clock.initial_s, view.viewer],
    ['epigo', 'islanders', 1200, 'N'],
  );
  await a.goto(`${atoll.base}/friends`);
  await a.getByText('BenLove').first().waitFor();
  await a.locator('[data-takes=nobody]').click();
  await a.locator('[data-takes=nobody][aria-pressed=true]').waitFor();
  await a.locator('[data-hears=followed]').click();
  await a.locator('[data-hears=followed][aria-pressed=true]').waitFor();
  await a.locator('[data-takes=nobody][aria-pressed=true]').waitFor();
  clean(a, b);
  await a.context().close();
  await b.context().close();
});

for (const scheme of ['light', 'dark'])
  test(`the first page of one who is awaited, friends and a person, ${scheme}`, { timeout: 180_000 }, async () => {
    const ada = await caller(atoll.base, `Ada${scheme}`, 'a long password');
    const ben = await caller(atoll.base, `Ben${scheme}`, 'a long password');
    const games = [];
    for (const setup of [
      { game: 'epigo', clock: { kind: 'correspondence', days: 3 } },
      { game: 'epigo', clock },
      { game: 'epigo' },
      { game: 'epigo', rated: true },
    ])
      games.push(await seat([ada, ben], setup));
    await ben.call('POST', `/tables/${games[3]}/do`, { msg: 'r', do: 'resign' });
    await ada.call('POST', `/users/${ben.id}/follow`, { on: true });
    const bad = [];
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 360, height: 640 },
    ]) {
      const p = await atoll.person({ colorScheme: scheme, bypassCSP: true, viewport });
      await become(p, ada, atoll.base);
      // A browser that hears of its person on this very page names the game whose clock runs out first; from the next visit on
      // it keeps the place for all of them.
      await p.goto(atoll.base);
      assert.equal(await p.locator('.resume a').getAttribute('href'), `/t/${games[1]}`);
      await p.waitForFunction(() => localStorage.getItem('atoll.running') === '1');
      await p.reload();
      await p.locator('[data-await]').first().waitFor();
      // The clock that runs out first stands first; what has ended is told.
      const order = await p.locator('[data-await]').evaluateAll((list) => list.map((e) => e.dataset.await));
      assert.deepEqual(order, [games[1], games[0], games[2]]);
      await p.locator('[data-finished]').waitFor();
      await p.locator('[data-act=waiting]').waitFor();
      // The very boards, to look at: no cell to press or to find by Tab.
      for (const id of order) await p.locator(`[data-await="${id}"] .mini svg`).waitFor();
      assert.equal(await p.locator('.mini [data-cell], .mini [role=grid], .mini [tabindex="0"]').count(), 0);
      // Beside three cards a game to watch fills the place that they leave.
      if (viewport.width > 1100) {
        const [place, card] = await Promise.all(
          ['[data-beside]', '[data-await]'].map((x) => p.locator(x).first().boundingBox()),
        );
        assert.ok(Math.abs(place.height - card.height) < 1 && place.x + place.width > viewport.width - 60);
        await p.locator('[data-beside] [data-now]').waitFor({ timeout: 60_000 });
      }
      for (const path of ['/', '/friends', `/u/${ben.id}`]) {
        if (path !== '/') {
          await p.goto(atoll.base + path);
          await p.locator('h1').filter({ hasNotText: 'Loading' }).waitFor();
          await p.waitForTimeout(500);
        }
        for (const v of await violations(p)) bad.push(`${path} ${viewport.width} ${v}`);
        const wide = await p.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (wide > 0) bad.push(`${path} is ${wide} wider than ${viewport.width}`);
      }
      clean(p);
      await p.context().close();
    }
    assert.deepEqual(bad, []);
    const p = await atoll.person();
    await become(p, ada, atoll.base);
    await p.goto(atoll.base);
    await p.waitForFunction(() => localStorage.getItem('atoll.running') === '1');
    await p.reload();
    await p.locator('[data-act=seen]').click();
    await p.locator('[data-finished]').waitFor({ state: 'detached' });
    await p.context().close();
  });

test('what has ended is told until it was seen, though nothing goes on any more', { timeout: 120_000 }, async () => {
  const ann = await caller(atoll.base, 'AnnEnded', 'a long password');
  const bob = await caller(atoll.base, 'BobEnded', 'a long password');
  const game = await seat([ann, bob], { game: 'epigo', clock });
  await bob.call('POST', `/tables/${game}/do`, { msg: 'r', do: 'resign' });
  const p = await atoll.person({ viewport: { width: 360, height: 640 } });
  await become(p, ann, atoll.base);
  // A browser that has never heard of this person first asks what there is; every later visit tells it.
  await p.goto(atoll.base);
  await p.waitForFunction(() => localStorage.getItem('atoll.running') !== null);
  await p.locator('[data-bot=epigo]').waitFor();
  for (let visit = 0; visit < 2; visit++) {
    await Promise.all([p.waitForResponse(/\/my\/games/), p.reload()]);
    await p.locator('[data-finished]', { hasText: 'BobEnded' }).waitFor();
  }
  // On a phone the games are four small pictures, then comes what is on now.
  const tile = await p.locator('[data-bot=epigo]').boundingBox();
  const slot = await p.locator('[data-now-slot]').boundingBox();
  assert.ok(tile.width < 90 && tile.height >= 44 && slot.y > tile.y + tile.height - 1);
  await p.locator('[data-act=seen]').click();
  await p.locator('[data-finished]').waitFor({ state: 'detached' });
  clean(p);
  await p.context().close();
});

test('a stranger sees a game being played', { timeout: 120_000 }, async () => {
  const p = await atoll.person({ bypassCSP: true });
  await p.goto(atoll.base);
  await p.locator('[data-now-slot]').scrollIntoViewIfNeeded();
  await p.locator('[data-now] [role=img] svg').waitFor({ timeout: 60_000 });
  assert.deepEqual(await violations(p), []);
  clean(p);
  await p.context().close();
});

test(
  'answers in advance are kept, played and lost, and only their player sees them',
  { timeout: 120_000 },
  async () => {
    const ada = await caller(atoll.base, 'AdaAhead', 'a long password');
    const ben = await caller(atoll.base, 'BenAhead', 'a long password');
    const id = await seat([ada, ben], { game: 'evo', clock: { kind: 'correspondence', days: 3 }, shuffle: false });
    const [a, b] = [await atoll.person(), await atoll.person({ bypassCSP: true })];
    await become(a, ada, atoll.base);
    await become(b, ben, atoll.base);
    await a.goto(`${atoll.base}/t/${id}`);
    await b.goto(`${atoll.base}/t/${id}`);
    await b.locator('[data-act=ahead]').click();
    const box = b.locator('dialog[open]');
    /** Moves a piece of whoever is to choose on the small board. */
    const choose = async (from, to) => {
      await box.locator(`[data-cell=${from}]`).click({ force: true });
      await box.locator('.to', { hasText: to }).click();
      await box.locator('[data-role]').first().click();
      await box.locator('[data-act=confirm]').click();
    };
    const asks = (who) => box.locator(`[data-asks=${who}]`).waitFor();
    await asks('theirs');
    // A guess at the other's move alone is no answer.
    await choose('g2', 'g3');
    await asks('answer');
    assert.equal(await box.locator('[data-act=keep-line]').count(), 0);
    await choose('f11', 'f10');
    await box.locator('[data-act=keep-line]').click();
    await box.locator('[data-line]').waitFor();
    await asks('theirs');
    assert.deepEqual(await violations(b), []);
    // Said again otherwise: the newer word counts.
    await choose('g2', 'g3');
    await asks('answer');
    await choose('g12', 'g11');
    const before = await box.locator('[data-line]').innerText();
    await box.locator('[data-act=keep-line]').click();
    await b.waitForFunction((was) => document.querySelector('dialog [data-line]')?.innerText !== was, before);
    await becomes(() => box.locator('[data-line]').count(), 1);
    const lines = (await ben.look(id)).view.lines.fit;
    assert.equal((await ada.look(id)).view.lines.fit.length, 0);
    await a.locator('[role=grid]').waitFor();
    assert.equal(await a.locator('[data-act=ahead]').count(), 0);
    // Played at once, in the same breath as the move that it answers.
    const { view } = await ada.look(id);
    await ada.call('POST', `/tables/${id}/act`, { msg: 'm1', step: view.step, action: lines[0].do[0] });
    await b.locator('[data-lines="0"]').waitFor({ state: 'attached' });
    const now = (await ada.look(id)).view;
    assert.equal(now.step, view.step + 2);
    // Another is kept and removed; a third is lost, and its player hears of it. The small board follows the table a moment
    // later: only then are choices for the new position.
    for (const at of ['g3', 'g11']) await box.locator(`[data-cell=${at}]:not([aria-label*="empty"])`).waitFor();
    await asks('theirs');
    await choose('h2', 'h3');
    await asks('answer');
    await choose('f11', 'f10');
    await box.locator('[data-act=keep-line]').click();
    await box.locator('[data-act=drop-line]').click();
    await box.locator('[data-line]').waitFor({ state: 'detached' });
    await choose('h2', 'h3');
    await asks('answer');
    await choose('f11', 'f10');
    await box.locator('[data-act=keep-line]').click();
    await box.locator('[data-line]').waitFor();
    const [kept] = (await ben.look(id)).view.lines.fit;
    const other = now.legal.actions.find((x) => x !== kept.do[0]);
    await ada.call('POST', `/tables/${id}/act`, { msg: 'm2', step: now.step, action: other });
    await box.locator('[data-lines-late]').waitFor();
    await b.keyboard.press('Escape');
    await b.locator('[data-lines-lost]').waitFor();
    clean(a, b);
    await a.context().close();
    await b.context().close();
  },
);

test('a person’s page tells how they begin, in the words of the game', { timeout: 120_000 }, async () => {
  const ada = await caller(atoll.base, 'AdaStyle', 'a long password');
  const ben = await caller(atoll.base, 'BenStyle', 'a long password');
  const id = await seat([ada, ben], { game: 'evo', rated: true, seats: undefined });
  await playFor([ada, ben], id, (v) => v.step > 5);
  await ben.call('POST', `/tables/${id}/do`, { msg: 'r', do: 'resign' });
  const { games } = await ada.call('GET', `/users/${ada.id}/style`);
  const p = await atoll.person({ bypassCSP: true, viewport: { width: 360, height: 640 } });
  await p.goto(`${atoll.base}/u/${ada.id}`);
  await p.locator(`[data-opening="${games[0].openings[0].do}"]`).waitFor();
  await p.locator('[data-opening]', { hasText: /1×, 1 won/ }).waitFor();
  assert.deepEqual(await violations(p), []);
  assert.ok((await p.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)) <= 0);
  clean(p);
  await p.context().close();
});
