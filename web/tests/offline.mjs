// Everything that works without a network, in Chromium with the network off, from a cold start: a whole game of each kind
// against level 5 with a reload in its middle, its review, a lesson, a puzzle; kept from a server, and from a folder on a web
// space; light and dark, desktop and phone. Then what it costs: memory, blocked time, the wait for a first move.
//
//   make offline                  each game once from each of the two places, each look once
//   ALL=1 make offline            each game in each look
//   ONLY=memory make offline      one part: server, site, memory, blocked, first
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bin, launch, move, open, person, playOut, result } from './helper.mjs';
import { filesIn, keep, publish, release } from './releases.mjs';

const pictures = fileURLToPath(new URL('../../screenshots/offline/', import.meta.url));
mkdirSync(pictures, { recursive: true });
const games = ['epigo', 'evo', 'conqueror', 'earthquake'];
const looks = [
  { name: 'light-desktop', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { name: 'dark-desktop', colorScheme: 'dark', viewport: { width: 1280, height: 860 } },
  { name: 'light-phone', colorScheme: 'light', viewport: { width: 360, height: 640 }, hasTouch: true },
  { name: 'dark-phone', colorScheme: 'dark', viewport: { width: 360, height: 640 }, hasTouch: true },
];
/** The seat that does not begin. */
const second = Object.fromEntries(
  JSON.parse(execFileSync(bin, ['games', '--json'])).map((g) => [g.game, g.seats['2'].at(-1)]),
);
const slow = { timeout: 120_000 };
const part = (name) => ({ skip: Boolean(process.env.ONLY) && process.env.ONLY !== name, timeout: 3_600_000 });
const against = (level, side = {}) => ({
  choice: Object.fromEntries(
    games.map((g) => [g, { level, players: 2, options: {}, clock: 'none', side: side[g] ?? '' }]),
  ),
});

let atoll;
let folder;
before(async () => {
  atoll = await open();
  folder = mkdtempSync(join(tmpdir(), 'atoll-offline-'));
  execFileSync(bin, ['site', folder]);
});
after(async () => {
  await atoll?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** The two places that Atoll comes from. `at` is the address of a page. */
const places = {
  server: async () => {
    const site = await publish({ behind: atoll.base });
    site.put(release(0));
    return { ...site, at: (path) => site.base + path };
  },
  site: async (options = {}) => {
    const site = await publish({ below: '/club/games/', pages: false, ...options });
    site.put(filesIn(folder));
    return { ...site, at: (path) => `${site.base}/#${path}` };
  },
};

/** Opens a page from its address, as somebody who starts with it. */
async function visit(page, place, path) {
  await page.goto(place.at(path));
  if (place.at('').includes('#')) await page.reload(); // another #… alone loads nothing
}

/** Keeps Atoll on the device, then takes everything away but the device. */
async function installed(place, look, settings = {}) {
  const browser = await launch();
  const { name: _, ...rest } = look;
  const first = await person(browser, { ...rest, settings: { speed: 1000, ...settings }, bots: against(5) });
  await keep(first, place.at('/settings'));
  const ctx = first.context();
  await first.close();
  place.down();
  await ctx.setOffline(true);
  const page = await ctx.newPage();
  page.problems = [];
  page.on('pageerror', (e) => page.problems.push(e.message));
  return { page, browser };
}

/** Presses the game; a phone asks first who sits down. */
async function press(page, game) {
  await page.locator(`[data-bot=${game}]:visible`).first().click(slow);
  if (page.viewportSize().width < 700) await page.locator('[data-act=sit]').click(slow);
  await page.waitForURL(/\/t\/local-/, slow);
}

async function sit(page, place, game) {
  await visit(page, place, '/');
  await press(page, game);
  await page.waitForSelector('[role=grid]', slow);
}

async function wholeGame(page, place, game, picture) {
  await sit(page, place, game);
  const at = page.url();
  await move(page, game);
  await move(page, game);
  await picture(`${game}-table`);
  await page.reload();
  await page.waitForSelector('[role=grid]', slow);
  assert.equal(page.url(), at, 'a reload in mid-game');
  await playOut([page], game, { minutes: 20 });
  await result(page);
  await picture(`${game}-end`);
  // The review thinks here, to its end.
  await page.locator('[data-act=review]').first().click(slow);
  await page.waitForURL(/\/r\/local-/, slow);
  await page.waitForSelector('.area', slow);
  await page.waitForSelector('[data-progress]', { state: 'detached', timeout: 300_000 });
  await picture(`${game}-review`);
}

async function lesson(page, place, game, picture) {
  await visit(page, place, `/learn/${game}`);
  for (let n = 0; ; n++) {
    assert.ok(n < 30, 'the lesson does not end');
    await page
      .locator('[data-act=show]:enabled, [data-act=next]:enabled, [data-act=finish]:enabled')
      .first()
      .waitFor(slow);
    if (await page.locator('[data-act=show]').count()) {
      await page.locator('[data-act=show]').click(slow);
      await page.locator('[data-done=seen]').waitFor(slow);
    }
    if (n === 1) await picture(`${game}-lesson`);
    const last = await page.locator('[data-act=finish]').count();
    await page.locator(last ? '[data-act=finish]' : '[data-act=next]').click(slow);
    if (last) break;
    // The next step stands where the last one stood.
    await page.locator('[data-done=seen]').waitFor({ state: 'detached', ...slow });
  }
  await page.waitForURL(/\/t\/local-/, slow);
}

async function puzzle(page, place, game, picture) {
  await visit(page, place, `/puzzles/${game}/1`);
  for (let n = 0; !(await page.locator('[data-done]').count()); n++) {
    assert.ok(n < 20, 'the puzzle does not end');
    await page.locator('[data-act=show]:enabled, [data-done]').first().waitFor(slow);
    if (await page.locator('[data-done]').count()) break;
    await page.locator('[data-act=show]').click(slow);
    await page.locator('[data-act=show]:enabled, [data-done]').first().waitFor(slow);
  }
  await picture(`${game}-puzzle`);
}

for (const [where, there] of Object.entries(places)) {
  looks.forEach((look, i) => {
    // Each look has another game at each place, so that two looks of every game are seen.
    const mine = process.env.ALL ? games : [games[(i + (where === 'site' ? 1 : 0)) % games.length]];
    test(`without a network, from the ${where}, ${look.name}: ${mine.join(', ')}`, part(where), async (t) => {
      const place = await there();
      t.after(() => place.close());
      const { page, browser } = await installed(place, look);
      t.after(() => browser.close());
      const picture = (name) => page.screenshot({ path: join(pictures, `${where}-${look.name}-${name}.png`) });
      await visit(page, place, '/');
      await page.locator('[data-bot]:visible').first().waitFor(slow);
      await picture('front');
      const asked = place.asked.length;
      for (const game of mine) {
        await wholeGame(page, place, game, picture);
        await lesson(page, place, game, picture);
        await puzzle(page, place, game, picture);
      }
      assert.deepEqual(page.problems, []);
      // The browser itself looks for a new service worker, and is not answered.
      const strays = place.asked.slice(asked).filter((a) => !a.endsWith('/sw.js'));
      assert.deepEqual(strays, [], 'the network is off');
    });
  });
}

/** How busy the machine is: figures mean little without it. */
const load = () => `load ${loadavg()[0].toFixed(1)}`;
const mega = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`;

test('fifty games in one page: memory', part('memory'), async (t) => {
  const place = await places.site();
  t.after(() => place.close());
  const browser = await launch();
  t.after(() => browser.close());
  const page = await person(browser, { settings: { speed: 1000 }, bots: against(3, { evo: 'S' }) });
  await page.route('**/core.worker-*.js', async (r) => {
    const res = await r.fetch();
    const watch = `
      const real = WebAssembly.instantiate;
      WebAssembly.instantiate = async (...a) => {
        const i = await real(...a);
        globalThis.used = () => i.exports.mem.buffer.byteLength;
        return i;
      };`;
    await r.fulfill({ response: res, body: watch + (await res.text()) });
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const weigh = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const wasm = await Promise.all(page.workers().map((w) => w.evaluate(() => globalThis.used?.() ?? 0)));
    return { page: metrics.find((m) => m.name === 'JSHeapUsedSize').value, wasm: wasm.reduce((a, b) => a + b, 0) };
  };
  await sit(page, place, 'evo');
  const seen = [];
  for (let n = 1; n <= 50; n++) {
    await move(page, 'evo');
    await page.locator('[data-act=resign]:visible').first().click(slow);
    await page.locator('[data-act=resign-sure]').click(slow);
    await result(page);
    if (n % 10 === 0) {
      seen.push(await weigh());
      console.log(`# after ${n} games: page ${mega(seen.at(-1).page)}, wasm ${mega(seen.at(-1).wasm)}`);
    }
    const before = page.url();
    await page.locator('[data-act=rematch]').click(slow);
    await page.waitForURL((u) => u.href !== before, slow);
    await page.locator('[data-act=resign]:visible').first().waitFor(slow);
  }
  const [first, last] = [seen[0], seen.at(-1)];
  assert.ok(last.page < first.page * 1.25 + 2 ** 20, `the page grew from ${mega(first.page)} to ${mega(last.page)}`);
  assert.ok(last.wasm < first.wasm * 1.25, `the workers grew from ${mega(first.wasm)} to ${mega(last.wasm)}`);
});

/** How long the longest task of the page in a trace took by the clock, and how long the longest had a core, in ms. */
function longest(trace) {
  const { traceEvents: events } = JSON.parse(trace);
  // Chromium has pages of its own in other processes, whose tasks are longer than ours.
  const ours = events.find((e) => e.name === 'ours')?.pid;
  assert.ok(ours, 'no page has said that it is ours');
  const main = events.find((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain' && e.pid === ours);
  const tasks = events.filter((e) => e.name === 'RunTask' && e.pid === ours && e.tid === main.tid);
  const most = (what) => Math.round(Math.max(0, ...tasks.map((e) => e[what] ?? 0)) / 1000);
  return { took: most('dur'), worked: most('tdur') };
}

/** What somebody does with a game, one after the other. */
const moments = {
  front: async (page, place, game) => {
    await visit(page, place, '/');
    await page.locator(`[data-bot=${game}]:visible`).first().waitFor(slow);
  },
  'five moves': async (page, _, game) => {
    await press(page, game);
    await page.waitForSelector('[role=grid]', slow);
    for (let n = 0; n < 5 && !(await page.locator('[data-result]').count()); n++) {
      await move(page, game);
      const wait = page.locator('.wait').first();
      await wait.waitFor({ state: 'visible', timeout: 1500 }).catch(() => undefined);
      await wait.waitFor({ state: 'detached', ...slow });
    }
  },
  'to the end': async (page, _, game) => {
    await playOut([page], game, { minutes: 10 });
    await result(page);
  },
  review: async (page) => {
    await page.locator('[data-act=review]').first().click(slow);
    await page.waitForURL(/\/r\/local-/, slow);
    await page.waitForSelector('.area', slow);
    await page.waitForSelector('[data-progress]', { state: 'detached', timeout: 300_000 });
  },
  'its steps': async (page) => {
    for (let n = 0; n < 8; n++) {
      await page.keyboard.press(n % 2 ? 'ArrowLeft' : 'ArrowRight');
      await page.waitForTimeout(150);
    }
  },
  'analysis board': async (page, place, game) => {
    await visit(page, place, '/analysis');
    await page.locator(`[data-begin=${game}]`).click(slow);
    await page.waitForSelector('[role=grid]', slow);
    await page.waitForTimeout(3000);
  },
  lesson: async (page, place, game) => {
    await visit(page, place, `/learn/${game}`);
    const on = page.locator('[data-act=show]:enabled, [data-act=next]:enabled').first();
    for (let n = 0; n < 3; n++) {
      await on.waitFor(slow);
      if (await page.locator('[data-act=show]').count()) {
        await page.locator('[data-act=show]').click(slow);
        await page.locator('[data-done=seen]').waitFor(slow);
      }
      await page.locator('[data-act=next]').click(slow);
      await page.locator('[data-done=seen]').waitFor({ state: 'detached', ...slow });
    }
  },
  puzzle: async (page, place, game) => {
    await visit(page, place, `/puzzles/${game}/1`);
    await page.locator('[data-act=show]:enabled').click(slow);
    await page.locator('[data-act=show]:enabled, [data-done]').first().waitFor(slow);
  },
  rules: async (page, place, game) => {
    await visit(page, place, `/rules/${game}`);
    await page.waitForSelector('article h1', slow);
    await page.waitForTimeout(1000);
  },
};

test('what blocks the page, wherever one goes', part('blocked'), async (t) => {
  const place = await places.site();
  t.after(() => place.close());
  for (const game of games) {
    const browser = await launch();
    t.after(() => browser.close());
    const page = await person(browser, { settings: { speed: 1000, curve: true }, bots: against(5) });
    for (const [moment, visited] of Object.entries(moments)) {
      await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] });
      await visited(page, place, game);
      await page.evaluate(() => performance.mark('ours'));
      const { took, worked } = longest(await browser.stopTracing());
      // A busy machine lets a page wait for a core: only what worked for 50 ms is the page's own fault.
      console.log(`# ${game}, ${moment}: the longest task worked for ${worked} ms, and one took ${took} ms; ${load()}`);
    }
    await browser.close();
  }
});

test('from a press to the first move of a level-3 bot at 10 Mbit/s, cold and warm', part('first'), async (t) => {
  const place = await places.site({ rate: 10e6 / 8 });
  t.after(() => place.close());
  for (const game of games) {
    const browser = await launch();
    // The bot moves first. In Epigo both line up, and the time between the button and its press is the person's own.
    const page = await person(browser, {
      settings: { speed: 1000 },
      bots: against(3, { ...second, epigo: 'S' }),
    });
    await page.addInitScript(() => {
      window.own = 0;
      addEventListener(
        'click',
        (e) => {
          if (e.target.closest('[data-bot]')) window.pressed = performance.now();
          if (e.target.closest('[data-act=ready]')) window.own = performance.now() - window.asked;
        },
        true,
      );
      new MutationObserver(() => {
        if (document.querySelector('[data-act=ready]')) window.asked ??= performance.now();
      }).observe(document, { childList: true, subtree: true });
      const Real = window.Worker;
      window.Worker = class extends Real {
        constructor(...args) {
          super(...args);
          this.addEventListener('message', ({ data: m }) => {
            // A move that was quicker than the page is told with the table.
            if (!/"kind":"play"/.test(m.text ?? '')) return;
            window.first ??= performance.now() - window.pressed - window.own;
          });
        }
      };
    });
    for (const kind of ['cold', 'warm']) {
      const before = place.sent();
      await page.goto(place.at('/'));
      // Nobody waits until all has come.
      const button = page.locator(`[data-bot=${game}]:visible`).first();
      await button.waitFor(slow);
      const shown = Math.round(await page.evaluate(() => performance.now()));
      await button.click();
      if (game === 'epigo') await page.locator('[data-act=ready]').click(slow);
      await page.waitForFunction(() => window.first !== undefined, undefined, slow);
      const [ms, own] = (await page.evaluate(() => [window.first, window.own])).map(Math.round);
      console.log(
        `# ${game}, ${kind}: games shown after ${shown} ms, first move ${ms} ms after the press and ${own} ms of the person’s own, ${mega(place.sent() - before)} fetched, ${load()}`,
      );
      await page.goto('about:blank');
    }
    await browser.close();
  }
});
