// Whole games, from the front page to the result, in real browsers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean, invite, linkFor, playOut, result, sleep, stage } from './helper.mjs';

const atoll = stage();

/** One EVO action by mouse: the piece, where to, the role, confirm. */
async function evoMove(page, text) {
  const [, from, to, role] = /^([a-l]\d+)(?:-([a-l]\d+))?(?:=([WBCS]))?$/.exec(text);
  await page.waitForFunction((sq) => document.querySelector(`[data-cell=${sq}]`)?.classList.contains('live'), from, {
    timeout: 30_000,
  });
  // Before that a press would choose ahead.
  await page.getByText('Your turn', { exact: true }).first().waitFor();
  await page.locator(`[data-cell=${from}]`).click({ force: true });
  await page.locator(`[data-cell=${to ?? from}]`).click({ force: true });
  if (role) await page.locator(`[data-role=${role}]`).click();
  await page.locator('[data-act=confirm]').click();
  // The page must have heard of it before it is asked for the next one.
  await page.waitForFunction(() => !document.title.startsWith('● '), null, { timeout: 30_000 });
}

/** A short game in which South reaches the castle on c12. */
async function evoGame(pages) {
  const south = ['g2-f3=C', 'f3-c6=B', 'c6-c8', 'c8-c10', 'c10-c12'];
  const north = ['c11-b10', 'g12=B', 'g12=C', 'g12=S'];
  const west = ['b4=B', 'b4=C', 'b4=S', 'b4=W'];
  const east = ['k9=B', 'k9=C', 'k9=S', 'k9=W'];
  for (let i = 0; i < south.length; i++) {
    await evoMove(pages[0], south[i]);
    if (i === north.length) break;
    if (pages.length === 4) await evoMove(pages[1], west[i]);
    await evoMove(pages[pages.length === 4 ? 2 : 1], north[i]);
    if (pages.length === 4) await evoMove(pages[3], east[i]);
  }
}

const cases = [
  { game: 'epigo', seats: 2, reasons: ['captures', 'quiet'] },
  { game: 'epigo', seats: 2, options: ['variant=islanders'], reasons: ['captures', 'quiet'] },
  { game: 'evo', seats: 2, reasons: ['castle', 'last piece', 'repetition', 'quiet'] },
  { game: 'evo', seats: 4, reasons: ['castle', 'last piece', 'repetition', 'quiet'] },
  { game: 'conqueror', seats: 2, reasons: ['islands', 'last one in', 'stuck', 'coins'] },
  { game: 'conqueror', seats: 3, options: ['layout=custom'], reasons: ['islands', 'last one in', 'stuck', 'coins'] },
  { game: 'earthquake', seats: 2, reasons: ['last explorer'] },
  { game: 'earthquake', seats: 3, reasons: ['last explorer'] },
];

for (const c of cases) {
  test(`${c.game} ${c.options?.join(' ') ?? ''} with ${c.seats} browsers`, { timeout: 480_000 }, async () => {
    const pages = [];
    for (let i = 0; i < c.seats; i++) pages.push(await atoll.person());
    await invite(atoll.base, pages[0], c.game, { players: c.seats === 2 ? undefined : c.seats, options: c.options });
    for (let i = 1; i < c.seats; i++) {
      const link = await linkFor(pages[0], 0);
      await pages[i].goto(link);
      await pages[i].waitForFunction(() => !location.search.includes('token'));
      await pages[0].waitForFunction(
        (left) => document.querySelectorAll('[data-act="seat-bot"]').length <= left,
        c.seats - 1 - i,
      );
    }
    if (c.game === 'evo') await evoGame(pages);
    else await playOut(pages, c.game, { minutes: 7 });
    const reasons = await Promise.all(pages.map(result));
    assert.equal(new Set(reasons).size, 1, `all see the same result: ${reasons}`);
    assert.ok(c.reasons.includes(reasons[0]), `reason ${reasons[0]}`);
    clean(...pages);
    for (const p of pages) await p.context().close();
  });
}

test('one click plays a bot, in under a second to the board', { timeout: 180_000 }, async () => {
  const p = await atoll.person();
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=earthquake]').waitFor();
  await sleep(500);
  const t0 = Date.now();
  await p.locator('[data-bot=earthquake]').click();
  await p.waitForSelector('[role=grid]');
  const ms = Date.now() - t0;
  console.log(`# click to board: ${ms} ms`);
  await playOut([p], 'earthquake');
  assert.equal(await result(p), 'last explorer');
  clean(p);
  await p.context().close();
});

test('hot-seat: the wall stands between two plans', { timeout: 240_000 }, async () => {
  const p = await atoll.person();
  await p.goto(atoll.base + '/');
  await p.locator('[data-act=one-screen]').click();
  await p.locator('[data-onescreen=epigo]').click();
  await p.locator('[data-act=take-over]').click();
  await p.locator('[data-act=ready]').click();
  await p.locator('[data-act=take-over]').waitFor();
  assert.equal(await p.locator('[role=dialog]').getAttribute('aria-modal'), 'true');
  await p.reload();
  await p.getByRole('heading', { name: 'North' }).waitFor();
  await playOut([p], 'epigo', { minutes: 3 });
  assert.ok(['captures', 'quiet'].includes(await result(p)));
  clean(p);
  await p.context().close();
});
