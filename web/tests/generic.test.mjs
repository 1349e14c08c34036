// A game with no screens of its own, to its end: by mouse, by keys, on a phone, at one screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, clean, result, stage, violations } from './helper.mjs';

const atoll = stage('--examples');
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const small = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, settings: { understood: {} } };

/** Plays a move as soon as the page asks for one; false once the game is over. */
async function move(page, choose) {
  // In one look: between two the other side may have moved. The only choice is made for its player.
  const seen = await page
    .waitForFunction(
      () => {
        const over = document.querySelector('[data-result]') !== null;
        const asked = document.querySelectorAll('[data-choice]').length > 1;
        return (over || asked) && { over, board: document.querySelector('[data-board]')?.innerText };
      },
      null,
      { timeout: 60_000 },
    )
    .catch(async (e) => {
      throw new Error(`${e.message} The page shows: ${await page.locator('main').innerText()}`);
    });
  const { over, board } = await seen.jsonValue();
  if (over) return false;
  await choose(page);
  await page.waitForFunction(
    (was) => document.querySelector('[data-result]') || document.querySelector('[data-board]')?.innerText !== was,
    board,
  );
  return true;
}

const byMouse = async (page) => {
  await page.locator('[data-choice]').first().click();
  await page.locator('[data-after]').waitFor();
  // All of the board after the move is in sight, and so is the button.
  await becomes(() => page.locator('[data-after]').evaluate(inSight), true);
  await page.locator('[data-act=confirm]').click();
};
const inSight = (el) => {
  const { left, top, right, bottom } = el.getBoundingClientRect();
  const hit = (x, y) => el.contains(document.elementFromPoint(x, y));
  return hit(left + 8, top + 8) && hit(right - 8, bottom - 8);
};

for (const [name, options] of [
  ['a desktop', {}],
  ['a phone', phone],
  ["a newcomer's small phone", small],
]) {
  test(`Nim against a bot on ${name}, from the front page to the review`, { timeout: 180_000 }, async () => {
    const p = await atoll.person({ bypassCSP: true, ...options });
    await p.goto(atoll.base + '/');
    await p.locator('[data-bot=nim]').click();
    await p.locator('[data-act=sit]').click();
    await p.locator('[data-board]').waitFor();
    assert.match(await p.locator('[data-board]').innerText(), /A\s+● ● ●/);
    assert.deepEqual(await violations(p), []);
    let moves = 0;
    while (await move(p, byMouse)) moves++;
    assert.ok(moves > 0 && moves < 12, `${moves} moves`);
    assert.equal(await result(p), 'last stone');
    await p
      .getByText(/\btakes?\b/)
      .first()
      .waitFor();
    // The last position is whole beside its words, however small.
    const cut = await p
      .locator('.mini [data-board]')
      .evaluate((e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]);
    assert.ok(Math.max(...cut) <= 1, `the text board is cut by ${cut}`);
    await p.locator('a[href^="/r/"]').click();
    await p.locator('[data-board]').waitFor();
    assert.deepEqual(await violations(p), []);
    clean(p);
    await p.context().close();
  });
}

test('keys alone: the filter, the arrows, Enter', { timeout: 120_000 }, async () => {
  const p = await atoll.person();
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=nim]').click();
  await p.locator('[data-act=sit]').click();
  await p.locator('[data-choice="C-7"]').waitFor();
  await p.keyboard.press('/');
  await p.keyboard.type('c2');
  await becomes(() => p.locator('[data-choice]').count(), 1);
  await p.locator('[data-after]').waitFor();
  await p.keyboard.press('Enter');
  await p.locator('[data-board]', { hasText: /C\s+(● ){0,5}○/ }).waitFor(); // the bot may have taken the rest
  await p.locator('[data-choice]').first().waitFor();
  await p.keyboard.press('ArrowDown');
  await becomes(() => p.locator('[data-choice][aria-pressed=true]').count(), 1);
  await p.keyboard.press('Escape');
  await becomes(() => p.locator('[data-choice][aria-pressed=true]').count(), 0);
  clean(p);
  await p.context().close();
});

test('three at one screen, and a game whose actions have no words', { timeout: 120_000 }, async () => {
  const p = await atoll.person();
  for (const [game, players] of [
    ['nim', 3],
    ['tictactoe', 2],
  ]) {
    await p.goto(atoll.base + '/');
    await p.locator(`[data-more=${game}]`).click();
    if (players > 2)
      await p
        .locator('dialog[open] .seg button', { hasText: String(players) })
        .first()
        .click();
    const seats = p.locator('dialog[open] select[data-seat]');
    await seats.nth(players - 1).waitFor(); // all() does not wait
    for (const s of await seats.all()) await s.selectOption('me');
    await p.locator('[data-act=make]').click();
    await p.locator('[data-board]').waitFor();
    while (await move(p, byMouse));
    assert.ok(['last stone', 'line', 'full'].includes(await result(p)));
  }
  clean(p);
  await p.context().close();
});

test('every page made from the catalogue has the game', { timeout: 120_000 }, async () => {
  const p = await atoll.person();
  for (const [path, what] of [
    ['/', '[data-bot=nim]'],
    ['/rules/nim', 'h1:has-text("Nim")'],
    ['/leaderboards', 'button:has-text("Nim")'],
    ['/analysis', '[data-begin=nim]'],
    ['/about', 'h2:has-text("Nim")'],
  ]) {
    await p.goto(atoll.base + path);
    await p.locator(what).waitFor();
  }
  await p.goto(`${atoll.base}/analysis`);
  await p.locator('[data-begin=nim]').click();
  await p.locator('[data-choice="A-3"]').click();
  await p.locator('[data-act=confirm]').click();
  await p.locator('[data-board]', { hasText: /A\s+○ ○ ○/ }).waitFor();
  clean(p);
  await p.context().close();
});

test('a small phone shows moves at once, not only the filter', async () => {
  const p = await atoll.person({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=nim]').click();
  await p.locator('[data-act=sit]').click();
  await p.locator('[data-choice]').first().waitFor();
  const choice = await p.locator('[data-choice]').first().boundingBox();
  const go = await p.locator('[data-act=confirm]').boundingBox();
  assert.ok(
    choice.y + choice.height <= go.y,
    `a move ends at ${choice.y + choice.height}, the button begins at ${go.y}`,
  );
  clean(p);
  await p.context().close();
});
