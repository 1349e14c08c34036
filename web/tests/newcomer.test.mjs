// Somebody who has never seen the rules: the first ten presses at each game, where the marks point. Each thing pressed
// is named on the screen, and so is what it does; and few presses lead from the front page to the first move.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean, stage } from './helper.mjs';

const atoll = stage();
const presses = 10;
/** From the front page to the first move: the bot, its button, and what the first choice of the game takes. */
const most = { epigo: 5, evo: 5, conqueror: 4, earthquake: 4 };

/**
 * Where to press now: at the end of the line of the mark that waits, of the next one if that was pressed in vain; without
 * marks the first thing that can be chosen, then the button that ends it. With it, what the screen says of it.
 */
const next = (p, tried) =>
  p.evaluate((tried) => {
    const shown = (e) => e?.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 0;
    const words = (e) => (shown(e) ? e.innerText.replace(/\s+/g, ' ').trim() : '');
    const about = (x, y, mark) => {
      const e = document.elementFromPoint(x, y);
      const thing = e?.closest('[data-cell], [data-petal], [data-die], button, a, h2') ?? e;
      const cell = thing?.closest('[data-cell], [data-petal]');
      return {
        x,
        y,
        name: (cell ? cell.getAttribute('aria-label') : thing?.getAttribute('aria-label') || words(thing)) ?? '',
        effect: mark ? words(mark) : words(document.querySelector('[data-part=action]')),
        key: `${mark?.dataset.mark ?? ''} ${mark ? words(mark) : ''}`,
      };
    };
    if (document.querySelector('[data-act=skip]')) return null;
    const marks = [...document.querySelectorAll('[data-mark]')].filter(shown);
    const waits = marks.find((m) => m.dataset.state === 'now');
    if (waits) {
      const lines = [...document.querySelectorAll('.leaders line:is(.now, .next)')];
      for (const m of marks.filter((m) => m.dataset.state !== 'done').sort((a, b) => a.dataset.mark - b.dataset.mark)) {
        // The line that begins at this card.
        const r = m.getBoundingClientRect();
        const line = lines.find((l) => {
          const [x, y] = [l.x1.baseVal.value, l.y1.baseVal.value];
          return x > r.left - 4 && x < r.right + 4 && y > r.top - 4 && y < r.bottom + 4;
        });
        if (!line) continue;
        const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((k) => line[k].baseVal.value);
        const far = Math.hypot(x2 - x1, y2 - y1) || 1;
        // Around a small thing there is a ring; else it begins where the line ends.
        const ring = line.matches('.now') && document.querySelector('.leaders .ring');
        const at = ring
          ? about(ring.cx.baseVal.value, ring.cy.baseVal.value, m)
          : about(x2 + ((x2 - x1) / far) * 9, y2 + ((y2 - y1) / far) * 9, m);
        if (!tried.includes(at.key)) return at;
      }
      return null;
    }
    if (marks.some((m) => m.dataset.state !== 'done')) return null;
    const confirm = [...document.querySelectorAll('[data-act=lock], [data-act=walk], [data-act=confirm]')].find(
      (e) => shown(e) && !e.disabled,
    );
    const rows = [...document.querySelectorAll('[data-petal], .to, [data-to], [data-do], [data-order]:enabled')];
    const thing = confirm ?? rows.find(shown) ?? [...document.querySelectorAll('.cell.live')].find(shown);
    if (!thing) return null;
    const r = thing.getBoundingClientRect();
    return about(r.left + r.width / 2, r.top + r.height / 2, null);
  }, tried);

for (const game of Object.keys(most))
  test(`${game}: the first ten presses are explained`, { timeout: 120_000 }, async () => {
    const p = await atoll.person({ bots: null, settings: { understood: {} } });
    const list = [];
    // Counted in the page: word of a request reaches us later, perhaps after the next press.
    await p.addInitScript(() => {
      globalThis.count = { presses: 0, sent: 0, first: 0 };
      addEventListener('pointerdown', () => globalThis.count.presses++, { capture: true });
      const ask = globalThis.fetch;
      globalThis.fetch = (to, ...rest) => {
        if (/\/act$/.test(String(to))) {
          globalThis.count.sent++;
          globalThis.count.first ||= globalThis.count.presses;
        }
        return ask(to, ...rest);
      };
    });
    const count = () => p.evaluate(() => globalThis.count);
    await p.goto(atoll.base + '/');
    const bot = p.locator(`[data-bot=${game}]`);
    await bot.waitFor();
    list.push({
      name: await bot.innerText(),
      effect: await bot.evaluate((e) => e.closest('article, section')?.innerText ?? ''),
    });
    await bot.click();
    const sit = p.locator('[data-act=sit]');
    list.push({ name: await sit.innerText(), effect: await p.locator('dialog[open]').innerText() });
    await sit.click();
    await p.waitForURL('**/t/*');
    await p.locator('[data-goal]').waitFor();
    const goal = await p.locator('[data-goal] p').innerText();
    assert.match(goal, /^Goal\.\s.{15,70}$/s);
    for (let tried = []; list.length < presses;) {
      const handle = await p.waitForFunction(
        () =>
          document.querySelector('[data-end]') ||
          (!document.querySelector('[data-act=skip]') &&
            ((document.querySelector('[data-mark][data-state=now]') && document.querySelector('.leaders line.now')) ||
              (!document.querySelector('[data-mark]:not([data-state=done])') &&
                document.querySelector('.cell.live, [data-to], [data-do], [data-order]:enabled')))),
        null,
        { timeout: 30_000 },
      );
      await handle.dispose();
      if (await p.locator('[data-end]').count()) break;
      const at = await next(p, tried);
      if (!at) {
        tried = [];
        continue;
      }
      // A mark that stays after its thing was pressed only tells something: then the next one's turn has come.
      if (at.key.trim()) tried.push(at.key);
      list.push(at);
      const before = await count();
      await p.mouse.click(at.x, at.y);
      const { presses, sent } = await count();
      assert.equal(presses, list.length, 'a press was not counted');
      if (sent > before.sent) tried = [];
    }
    const { first } = await count();
    for (const [i, x] of list.entries()) {
      console.log(
        `# ${game} ${i + 1}: ${x.name.replace(/\s+/g, ' ').slice(0, 60)} | ${x.effect.replace(/\s+/g, ' ').slice(0, 90)}`,
      );
      assert.ok(x.name.trim().length > 1, `press ${i + 1} is of something without a name`);
      assert.ok(x.effect.trim().split(/\s+/).length >= 4, `${x.name}: nothing says what it does (${x.effect})`);
    }
    console.log(`# ${game}: ${first} presses from the front page to the first move`);
    assert.ok(first > 0 && first <= most[game], `${first} presses to the first move`);
    clean(p);
    await p.context().close();
  });

/** Sits down at a game for the first time, and waits for the first mark. */
async function sitDown(p, game) {
  await p.goto(atoll.base + '/');
  await p.locator(`[data-bot=${game}]`).click();
  await p.locator('[data-act=sit]').click();
  await p.waitForURL('**/t/*');
  await p.locator('[data-mark][data-state=now]').first().waitFor();
  await p.locator('.leaders .dot, .leaders .frame').first().waitFor({ state: 'attached' });
}

test('a small phone says all that a mark says, and its button stands at the bottom', { timeout: 180_000 }, async () => {
  const p = await atoll.person({
    bots: null,
    settings: { understood: {} },
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  for (const game of Object.keys(most)) {
    await sitDown(p, game);
    const found = await p.evaluate(async () => {
      await document.fonts.ready;
      const mark = document.querySelector('[data-mark][data-state=now]');
      const row = mark.closest('[data-part]').getBoundingClientRect();
      const cut = [mark, ...mark.querySelectorAll('div, h2, p')].filter(
        (e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0,
      );
      const box = mark.getBoundingClientRect();
      const sheet = document.querySelector('[data-part=action]').getBoundingClientRect();
      const button = document.querySelector('[data-part=action] .big')?.getBoundingClientRect();
      return {
        cut: cut.map((e) => e.textContent),
        out: box.top < row.top - 1 || box.bottom > row.bottom + 1,
        // Lines lead to the board; what is in the sheet has a frame, so that nothing written is crossed out.
        crossed: [...document.querySelectorAll('.leaders line')].some((l) => l.y2.baseVal.value > sheet.top + 1),
        below: button ? Math.round(innerHeight - button.bottom) : 0,
      };
    });
    assert.deepEqual(
      { ...found, below: found.below <= 16 },
      { cut: [], out: false, crossed: false, below: true },
      game,
    );
  }
  clean(p);
  await p.context().close();
});

test('a bot has its face where the players stand in a row', { timeout: 60_000 }, async () => {
  const p = await atoll.person();
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=earthquake]').click();
  await p.locator('[data-tray]', { hasText: 'Ferryman' }).locator('img').waitFor();
  clean(p);
  await p.context().close();
});
