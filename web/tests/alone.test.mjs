// Whole games from the front page to the result by keyboard alone, and one of EVO by finger on a small phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, clean, dice, linkFor, invite, result, stage } from './helper.mjs';

const atoll = stage();
const games = ['epigo', 'evo', 'conqueror', 'earthquake'];
/** The weakest bot sits down at once: games are short. */
const bots = {
  choice: Object.fromEntries(
    games.map((g) => [
      g,
      { level: 1, players: 2, options: {}, clock: 'none', side: g === 'epigo' || g === 'evo' ? 'S' : '' },
    ]),
  ),
};

/** South takes the castle on c12, whatever North's warriors do meanwhile. */
const south = ['g2-f3=C', 'f3-c6=B', 'c6-c8', 'c8-c10', 'c10-c12'];
const north = ['c11-b10', 'g12=B', 'g12=C', 'g12=S'];

/** What the page waits for: a choice of one's own, or the end. */
const asked = (p) =>
  p.waitForFunction(
    () => {
      if (document.querySelector('[data-result]')) return 'over';
      if (document.querySelector('[data-act=skip]')) return '';
      for (const s of ['ready', 'lock', 'slide', 'stay', 'exit', 'slam', 'walk', 'pass', 'confirm'])
        if (document.querySelector(`[data-act=${s}]`)) return s;
      return '';
    },
    null,
    { timeout: 60_000 },
  );

/** Presses Tab until the focus is there. */
async function tab(p, selector) {
  for (let n = 0; n < 90; n++) {
    if (await p.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) return true;
    await p.keyboard.press('Tab');
  }
  return false;
}
/** How often a page has sent a choice. */
function sends(p) {
  p.sent = 0;
  p.on('request', (r) => r.method() === 'POST' && /\/act$/.test(new URL(r.url()).pathname) && p.sent++);
}

/** Each hand does one of the things that a page asks for. */
const hands = {
  keyboard: {
    options: {},
    begin: async (p, game) => {
      assert.ok(await tab(p, `[data-bot=${game}]`));
      await p.keyboard.press('Enter');
    },
    press: async (p, selector) => {
      assert.ok(await tab(p, selector), `no Tab leads to ${selector}`);
      await p.keyboard.press('Enter');
    },
    epigo: async (p, random) => {
      await tab(p, '[data-cell]');
      const numbers = [1, 2, 3, 4, 5, 6, 7].sort(() => random(3) - 1);
      for (const n of numbers.slice(0, 3)) {
        await p.keyboard.press(String(n));
        await p.keyboard.press(random(4) ? 'ArrowLeft' : 'ArrowUp');
      }
      await p.keyboard.press('Enter');
    },
    evo: async (p, text) => {
      const [, from, to, role] = /^(\w\d+)-(\w\d+)(?:=(.))?$/.exec(text);
      assert.ok(await tab(p, '[data-cell]'));
      for (const square of [from, to]) {
        await walk(p, square);
        await p.keyboard.press('Enter');
      }
      if (role) await p.keyboard.press(role.toLowerCase());
      await p.keyboard.press('Enter');
    },
    row: async (p, random, rows, confirm) => {
      await tab(p, '[data-cell]');
      const all = await p.locator(rows).count();
      for (let n = random(Math.max(1, all)); n >= 0; n--) await p.keyboard.press('n');
      await p.keyboard.press('Enter');
      // A choice without a place of its own is confirmed below.
      if (await p.locator(`${rows}[aria-pressed=true]`).count())
        if (await tab(p, `${confirm}:enabled`)) await p.keyboard.press('Enter');
    },
  },
  touch: {
    options: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
    evo: async (p, text) => {
      const [, from, to, role] = /^(\w\d+)-(\w\d+)(?:=(.))?$/.exec(text);
      await p.locator(`[data-cell=${from}]`).tap({ force: true });
      await p.locator(`[data-cell=${to}]`).tap({ force: true });
      if (role) await p.locator(`[data-role=${role}]`).tap();
      await p.locator('[data-act=confirm]').tap();
    },
  },
};

/** Arrows to a square. */
async function walk(p, square) {
  for (let n = 0; n < 30; n++) {
    const here = await p.evaluate(() => document.activeElement?.dataset.cell ?? '');
    if (here === square) return;
    const dx = square.charCodeAt(0) - here.charCodeAt(0);
    const dy = Number(square.slice(1)) - Number(here.slice(1));
    await p.keyboard.press(dy > 0 ? 'ArrowUp' : dy < 0 ? 'ArrowDown' : dx > 0 ? 'ArrowRight' : 'ArrowLeft');
  }
  assert.fail(`no arrow leads to ${square}`);
}

for (const [name, hand] of Object.entries(hands)) {
  for (const game of hand.begin ? ['epigo', 'conqueror', 'earthquake'] : [])
    test(`a whole game of ${game} by ${name}`, { timeout: 240_000 }, async () => {
      const p = await atoll.person({ bots, ...hand.options });
      sends(p);
      const random = dice(5);
      await p.goto(atoll.base + '/');
      await p.locator(`[data-bot=${game}]`).waitFor();
      await hand.begin(p, game);
      await p.waitForURL('**/t/*');
      const end = Date.now() + 220_000;
      while (Date.now() < end) {
        const what = await (await asked(p)).jsonValue();
        if (what === 'over') break;
        // What has just been asked may be gone again: a story goes on, a forced choice is made.
        const tried = async () => {
          if (['ready', 'slide', 'stay', 'pass'].includes(what)) await hand.press(p, `[data-act=${what}]`);
          else if (what === 'lock') await hand.epigo(p, random);
          else if (what === 'walk') await hand.row(p, random, '[data-to]', '[data-act=walk]');
          else await hand.row(p, random, '[data-do]', '[data-act=confirm]');
        };
        p.setDefaultTimeout(3000);
        await tried().catch(() => undefined);
        p.setDefaultTimeout(30_000);
      }
      console.log(`# ${game} by ${name}: ${p.sent} choices, ${await result(p)}`);
      assert.ok(p.sent >= 2);
      clean(p);
      await p.context().close();
    });

  test(`a whole game of evo by ${name}`, { timeout: 120_000 }, async () => {
    const p = await atoll.person(hand.options);
    await invite(atoll.base, p, 'evo', {});
    const rival = await caller(atoll.base, `Rival-${name}`);
    const link = new URL(await linkFor(p, 0));
    const id = link.pathname.split('/').pop();
    await rival.call('POST', `/tables/${id}/join`, {
      token: link.searchParams.get('token'),
      seat: link.searchParams.get('seat') ?? undefined,
    });
    for (const [i, text] of south.entries()) {
      await p.locator(`[data-cell=${text.split('-')[0]}].live`).waitFor();
      await p.getByText('Your turn').filter({ visible: true }).first().waitFor();
      await hand.evo(p, text);
      if (i === north.length) break;
      for (;;) {
        const { view } = await rival.look(id);
        if (!view.acting?.includes('N')) continue;
        await rival.call('POST', `/tables/${id}/act`, { msg: `n${i}`, step: view.step, action: north[i] });
        break;
      }
    }
    assert.equal(await result(p), 'castle');
    clean(p);
    await p.context().close();
  });
}
