// Whole games from the front page to the result, by keyboard alone and by finger alone on a small phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, clean, dice, linkFor, invite, result, sleep, stage } from './helper.mjs';

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
    begin: async (p, game) => {
      await finger(p, `[data-bot=${game}]`);
      await finger(p, '[data-act=sit]');
    },
    press: finger,
    epigo: async (p, random) => {
      const numbers = [1, 2, 3, 4, 5, 6, 7].sort(() => random(3) - 1);
      while (await p.locator('[data-slots] button:enabled').count()) await finger(p, '.confirm .narrow button');
      for (const n of numbers.slice(0, 3)) {
        // By its Order, or where the tile stands.
        const tile = `.cell.grab[aria-label*="your ${n}"]`;
        await finger(p, random(2) && (await p.locator(tile).count()) ? tile : `[data-order="${n}"]`);
        // A tile that was captured goes nowhere, and is not asked where.
        if (await p.locator('[data-petal]').count()) await finger(p, `[data-petal=${random(4) ? 'W' : 'N'}]`);
      }
      await finger(p, '[data-act=lock]:enabled');
    },
    answer: async (p, random, what) => {
      const all = p.locator('.opt');
      await finger(p, '.opt', random(await all.count()));
      await finger(p, `[data-act=${what}]:enabled`);
    },
    evo: async (p, text) => {
      const [, from, to, role] = /^(\w\d+)-(\w\d+)(?:=(.))?$/.exec(text);
      await finger(p, `[data-cell=${from}]`);
      await finger(p, `[data-cell=${to}]`);
      if (role) await finger(p, `[data-role=${role}]`);
      await finger(p, '[data-act=confirm]');
    },
    row: async (p, random, rows, confirm) => {
      const places = '.cell.live';
      const list = (await p.locator(places).count()) && random(3) ? places : rows;
      const n = random(Math.max(1, await p.locator(list).count()));
      const at = list === places && (await p.locator(list).nth(n).getAttribute('data-cell'));
      await finger(p, list, n);
      // A press on a place chooses what is done there, and nothing beside it.
      if (at)
        await p
          .locator(`${rows}[aria-pressed=true]:is([data-to="${at}"], [data-do~="${at}"], [data-do=stay])`)
          .waitFor();
      await finger(p, `${confirm}:enabled`);
    },
  },
};

/** Taps the middle of the nth thing, after a swipe if it lies in a list that is longer than its place. */
async function finger(p, selector, nth = 0) {
  const what = p.locator(selector).nth(nth);
  await what.waitFor({ state: 'attached' });
  const end = Date.now() + 20_000;
  for (let n = 0; ;) {
    const spot = await what.evaluate(async (e) => {
      // A list that still glides swallows a press.
      for (let was = NaN; was !== e.getBoundingClientRect().top;) {
        was = e.getBoundingClientRect().top;
        for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
      }
      const r = e.getBoundingClientRect();
      const [x, y] = [r.left + r.width / 2, r.top + r.height / 2];
      const hit = document.elementFromPoint(x, y);
      let box = null;
      for (let a = e.parentElement; a && !box; a = a.parentElement)
        if (/auto|scroll/.test(getComputedStyle(a).overflowY) && a.scrollHeight > a.clientHeight + 1) box = a;
      const b = (box ?? document.documentElement).getBoundingClientRect();
      const [top, bottom] = [Math.max(0, b.top), Math.min(innerHeight, b.bottom)];
      return {
        ...{ x, y, top, bottom, middle: (b.left + b.right) / 2 },
        free: e.contains(hit),
        note: Boolean(hit?.closest('.toast')),
        under: hit && `${hit.tagName} ${hit.getAttribute('class')} ${hit.textContent.trim().slice(0, 30)}`,
      };
    });
    if (spot.free) return p.touchscreen.tap(spot.x, spot.y);
    // A notice goes by itself.
    if (spot.note && Date.now() < end) {
      await sleep(300);
      continue;
    }
    if (n++ === 12) {
      p.faults.push(`${selector} cannot be pressed: ${spot.under ?? 'out of sight'}`);
      throw new Error(p.faults.at(-1));
    }
    await swipe(p, spot);
  }
}

/** Half a list's height towards what is wanted, slow enough not to fly on. */
async function swipe(p, { x, y, top, bottom, middle }) {
  const cdp = await p.context().newCDPSession(p);
  const touch = (type, at) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: middle ?? x, y: at }] });
  const from = (top + bottom) / 2;
  // A shorter way would be a press.
  const by = Math.sign(y - from) * Math.max(40, Math.min(Math.abs(y - from), (bottom - top) * 0.4));
  await touch('touchStart', from);
  for (let k = 1; k <= 6; k++) await touch('touchMove', from - (by * k) / 6);
  // A finger that rests before it lifts sends nothing gliding: what glides swallows the next press.
  await sleep(120);
  await touch('touchEnd');
  await cdp.detach();
}

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
  for (const game of ['epigo', 'conqueror', 'earthquake'])
    test(`a whole game of ${game} by ${name}`, { timeout: 240_000 }, async () => {
      const p = await atoll.person({ bots, ...hand.options });
      sends(p);
      p.faults = [];
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
          else if (hand.answer && (what === 'exit' || what === 'slam')) await hand.answer(p, random, what);
          else if (what === 'walk') await hand.row(p, random, '[data-to]', '[data-act=walk]');
          else await hand.row(p, random, '[data-do]', '[data-act=confirm]');
        };
        p.setDefaultTimeout(3000);
        await tried().catch(() => undefined);
        p.setDefaultTimeout(30_000);
      }
      assert.deepEqual(p.faults, []);
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
        if (!view.acting?.includes('N')) {
          await sleep(30);
          continue;
        }
        await rival.call('POST', `/tables/${id}/act`, { msg: `n${i}`, step: view.step, action: north[i] });
        break;
      }
    }
    assert.equal(await result(p), 'castle');
    clean(p);
    await p.context().close();
  });
}
