// A server of its own on a free port, a real browser, and hands that play.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
export const bin = process.env.ATOLL ?? process.env.ATOLL_BIN ?? join(here, '../../bin/atoll');

const freePort = () =>
  new Promise((resolve) => {
    const s = createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address();
      s.close(() => resolve(port));
    });
  });

/** Starts a server, with more flags if need be, {port} in them its port; stop it with the function it returns. */
async function startServer(flags = []) {
  if (!existsSync(bin)) throw new Error(`no server at ${bin}: run make build, or set ATOLL_BIN`);
  // A port that was free a moment ago may be somebody else's by now.
  for (let tries = 1; ; tries++) {
    const started = await startAt(await freePort(), flags).catch((e) => e);
    if (!(started instanceof Error)) return started;
    if (tries === 5) throw started;
  }
}

async function startAt(port, flags) {
  const dir = mkdtempSync(join(tmpdir(), 'atoll-web-'));
  const base = `http://127.0.0.1:${port}`;
  const run = () =>
    spawn(
      bin,
      [
        ...[
          'serve',
          '--addr',
          `127.0.0.1:${port}`,
          '--store',
          join(dir, 'atoll.db'),
          '--no-limits',
          '--deeper',
          'everybody',
        ],
        ...flags.map((f) => f.replace('{port}', String(port))),
      ],
      { stdio: 'ignore' },
    );
  let child = run();
  const gone = () => child.exitCode !== null || child.signalCode !== null;
  /** Whether it came up; whoever else answers at this port is not asked. */
  const up = async () => {
    for (const end = Date.now() + 60_000; Date.now() < end && !gone(); await sleep(100)) {
      const ready = await fetch(`${base}/readyz`).then(
        (r) => r.ok,
        () => false, // not yet
      );
      if (ready && !gone()) return true;
    }
    return false;
  };
  const end = () => new Promise((r) => (gone() ? r() : (child.once('exit', r), child.kill('SIGTERM'))));
  const stop = async () => {
    await end();
    rmSync(dir, { recursive: true, force: true });
  };
  if (!(await up())) {
    await stop();
    throw new Error('the server did not start');
  }
  return {
    base,
    store: join(dir, 'atoll.db'),
    restart: async () => {
      await end();
      // A connection of somebody else may have taken the port meanwhile; those are short.
      for (let tries = 1; ; tries++) {
        child = run();
        if (await up()) return;
        if (tries === 20) throw new Error('the server did not come back');
        await end();
        await sleep(200);
      }
    },
    stop,
  };
}

const refusal = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * A line to a server that can go dead as real ones do: swallow() leaves every connection open, takes new ones, and lets
 * nothing through. After flow() new connections work; those that were swallowed stay dead. With `plain` it is a proxy that
 * lets no WebSocket pass.
 */
export async function line(base, { plain = false } = {}) {
  const { hostname, port } = new URL(base);
  const all = new Set();
  let dead = false;
  let lost = 0;
  const server = createServer((near) => {
    all.add(near);
    near.on('error', () => undefined).on('close', () => all.delete(near));
    near.swallowed = dead;
    near.on('data', () => near.swallowed && lost++);
    if (dead) return;
    const far = connect(Number(port), hostname);
    far.on('error', () => near.destroy()).on('close', () => near.swallowed || near.destroy());
    near.on('close', () => far.destroy());
    near.on('data', (d) => {
      if (near.swallowed) return;
      if (plain && /^upgrade: websocket/im.test(d.toString('latin1'))) near.end(refusal);
      else far.write(d);
    });
    far.on('data', (d) => near.swallowed || near.write(d));
  });
  await new Promise((r) => server.listen(0, '127.0.0.1', r));
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    swallow() {
      dead = true;
      for (const s of all) s.swallowed = true;
    },
    flow() {
      dead = false;
    },
    /** How much of what browsers have sent was swallowed so far. */
    lost: () => lost,
    async close() {
      for (const s of all) s.destroy();
      await new Promise((r) => server.close(r));
    },
  };
}

export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

/** What a promise comes to, or a failure that says what was waited for. */
export async function within(ms, what, promise) {
  let timer;
  const late = new Promise((_, failed) => {
    timer = setTimeout(() => failed(new Error(`${what}: nothing after ${ms / 1000} s`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * Asks again until the answer is the wanted one: a value, what a text matches, or what a function holds for good. What a
 * press or another player does shows a moment later.
 */
export async function becomes(ask, want, ms = 30_000) {
  const good = want instanceof RegExp ? (x) => want.test(x) : typeof want === 'function' ? want : undefined;
  for (const end = Date.now() + ms; ; await sleep(50)) {
    const now = await ask();
    if (good ? good(now) : isDeepStrictEqual(now, want)) return now;
    if (Date.now() < end) continue;
    if (want instanceof RegExp) assert.match(String(now), want);
    if (good) assert.fail(`it stays ${JSON.stringify(now)}`);
    assert.deepEqual(now, want);
  }
}

export const chrome = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
};
export const launch = () => chromium.launch(chrome);

/** A server with its address and restart(), a browser behind person(), and close() for both. */
export async function open(...flags) {
  const { base, store, restart, stop } = await startServer(flags);
  const browser = await launch();
  return {
    base,
    store,
    restart,
    person: (options) => person(browser, options),
    close: async () => {
      await browser.close();
      await stop();
    },
  };
}

/** The same for all tests of a file: there from the first test, gone after the last. */
export function stage(...flags) {
  let pair;
  const atoll = {
    /** Two who sit at tables by the API. */
    two: async () => (pair ??= [await caller(atoll.base, 'Mara'), await caller(atoll.base, 'Lin')]),
    /** The page of one of them at a table. */
    at: async (id, who, options) => {
      const page = await atoll.person(options);
      await become(page, who, atoll.base);
      await page.goto(`${atoll.base}/t/${id}`);
      return page;
    },
  };
  before(async () => void Object.assign(atoll, await open(...flags)));
  after(() => atoll.close?.());
  return atoll;
}

/** The bot that sits down at once; a page with `bots: null` asks who. */
const chosen = {
  choice: Object.fromEntries(
    Object.entries({ epigo: 'S', evo: 'S', conqueror: '', earthquake: '' }).map(([game, side]) => [
      game,
      { level: 3, players: 2, options: {}, clock: 'none', side },
    ]),
  ),
};
const understood = Object.fromEntries(['epigo', 'evo', 'conqueror', 'earthquake', 'nim'].map((g) => [g, true]));

/** A person: a browser context of its own, with stories told fast. Page errors fail the test. */
export async function person(browser, options = {}) {
  const { settings = {}, bots = chosen, ...rest } = options;
  const ctx = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-GB', ...rest });
  await ctx.addInitScript(
    ([s, b]) => {
      if (!localStorage.getItem('atoll.settings')) localStorage.setItem('atoll.settings', JSON.stringify(s));
      if (b && !localStorage.getItem('atoll.bots')) localStorage.setItem('atoll.bots', JSON.stringify(b));
    },
    // Nobody here is new to the games, unless a test says so; nor has every game that ends here to be analysed.
    [{ speed: 200, sound: false, lang: 'en', understood, curve: false, ...settings }, bots],
  );
  const page = await ctx.newPage();
  page.problems = [];
  page.on('pageerror', (e) => page.problems.push(e.message));
  page.on(
    'console',
    (m) => m.type() === 'error' && /Content Security|Uncaught/.test(m.text()) && page.problems.push(m.text()),
  );
  return page;
}

const pick = (list) => list[Math.floor(Math.random() * list.length)];

async function press(page, selector) {
  const b = page.locator(selector).first();
  if ((await b.count()) === 0 || !(await b.isEnabled().catch(() => false))) return false;
  return b.click({ timeout: 2000 }).then(
    () => true,
    () => false,
  );
}

/** Makes a move; a piece that was picked may have nowhere to go, or the page may still tell a story. */
export async function move(page, game) {
  for (const end = Date.now() + 60_000; !(await act(page, game).catch(() => false)); await sleep(250))
    assert.ok(Date.now() < end, 'no move comes about');
}

/** Waits until the page asks for a choice. Before that a press would choose ahead. */
export const myTurn = (page) =>
  page.waitForFunction(() => document.title.startsWith('● Your turn'), null, { timeout: 60_000 });

/** Does one thing that the page asks for now. False if it asks for nothing. */
export async function act(page, game) {
  if (game === 'conqueror')
    return chooseRow(page, '[data-to]', '[data-act=pass], [data-act=walk]', 'wins the island|of this island’s 3');
  if (game === 'earthquake') return chooseRow(page, '[data-do]', '[data-act=confirm]');
  if (
    !(await page.evaluate(() => document.querySelector('[data-act], [data-to], [data-do], .cell.live, .opt') !== null))
  )
    return false;
  if (await press(page, '[data-act=take-over]')) return true;
  if (await page.locator('[data-act=skip]').count()) return press(page, '[data-act=skip]');
  switch (game) {
    case 'epigo': {
      if (await press(page, '[data-act=ready]')) return true;
      if (await page.locator('[data-act=lock]').count()) {
        await press(page, '[data-act=clear]');
        const numbers = [1, 2, 3, 4, 5, 6, 7].sort(() => Math.random() - 0.5).slice(0, 3);
        for (const n of numbers) {
          await page.locator(`[data-order="${n}"]`).click({ timeout: 2000 });
          const petals = page.locator('.petal');
          // Mostly west: tiles reach an edge soon, and games end.
          if (await petals.count())
            await petals
              .nth(Math.random() < 0.75 ? 3 : Math.floor(Math.random() * 4))
              .click({ timeout: 2000, force: true });
          else {
            await page.locator('[data-cell][tabindex="0"]').first().focus();
            await page.keyboard.press(pick(['ArrowUp', 'ArrowRight', 'ArrowLeft']));
          }
        }
        return press(page, '[data-act=lock]');
      }
      if (await press(page, '[data-act=slide]')) return true;
      const exits = page.locator('.opt');
      if (await exits.count()) {
        await exits.nth(Math.floor(Math.random() * (await exits.count()))).click({ timeout: 2000 });
        return (await press(page, '[data-act=exit]')) || press(page, '[data-act=slam]');
      }
      return press(page, '[data-act=stay]');
    }
    case 'evo': {
      // The page lists what is legal; a capture is taken when there is one, the castle before all.
      const cells = page.locator('.cell.live');
      const n = await cells.count();
      if (!n) return false;
      let best = null;
      for (let k = 0; k < Math.min(n, 5); k++) {
        const c = cells.nth(Math.floor(Math.random() * n));
        await c.click({ timeout: 1500, force: true }).catch(() => undefined);
        const take = page.locator('.to:has(svg)');
        if (await take.count()) {
          best = take.first();
          break;
        }
      }
      const to = page.locator('.to');
      if (best) await best.click({ timeout: 1500 });
      else if (await to.count()) await to.last().click({ timeout: 1500 });
      else await press(page, '[data-turn]');
      const roles = page.locator('[data-role]');
      if (await roles.count())
        await roles
          .nth(Math.floor(Math.random() * (await roles.count())))
          .click({ timeout: 1500 })
          .catch(() => undefined);
      return press(page, '[data-act=confirm]');
    }
    default:
      throw new Error(`nobody knows how to play ${game}`);
  }
}

/**
 * Presses one of the rows, then the button, in one go: long games need hundreds of these. Rows that bring the end nearer
 * come first; else it is the dice's choice.
 */
const chooseRow = (page, rows, button, prefer = '(?!)') =>
  page.evaluate(
    async ([rows, button, prefer]) => {
      const skip = document.querySelector('[data-act=skip], [data-act=take-over]');
      if (skip) {
        skip.click();
        return true;
      }
      const list = [...document.querySelectorAll(rows)];
      const good = list.filter((e) => new RegExp(prefer).test(e.textContent));
      const from = good.length ? good : list;
      if (from.length) from[Math.floor(Math.random() * from.length)].click();
      await new Promise((r) => setTimeout(r, 10));
      const b = document.querySelector(button);
      if (!b || b.disabled) return false;
      b.click();
      return true;
    },
    [rows, button, prefer],
  );

/** Lets all pages play until each shows a result, or time is up. */
export async function playOut(pages, game, { minutes = 3 } = {}) {
  const end = Date.now() + minutes * 60_000;
  while (Date.now() < end) {
    let open = 0;
    let acted = false;
    for (const p of pages) {
      if (await p.locator('[data-result]').count()) continue;
      open++;
      acted = (await act(p, game).catch(() => false)) || acted;
    }
    if (!open) return;
    if (!acted) await sleep(60);
  }
  const shown = await Promise.all(
    pages.map((p) =>
      p.evaluate(() => document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 600)).catch((e) => e.message),
    ),
  );
  throw new Error(`no result of ${game} within ${minutes} minutes at ${pages[0].url()}:\n${shown.join('\n')}`);
}

export async function result(page) {
  // Not by waitForSelector: what it returns keeps the whole page in memory.
  await page.locator('[data-result]').first().waitFor({ timeout: 20_000 });
  return page.locator('[data-result]').getAttribute('data-result');
}

/** Numbers that look random and are the same each time. */
export function dice(seed = 1) {
  let a = seed >>> 0;
  return (n) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

/** Somebody who talks to the server without a page: guest, or account if there is a password. */
export async function caller(base, name, password) {
  let token = '';
  const call = async (method, path, body) => {
    const res = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: {
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    token = res.headers.get('atoll-token') ?? token;
    const text = await res.text();
    if (!res.ok) throw new Error(`${method} ${path}: ${res.status} ${text}`);
    return text ? JSON.parse(text) : null;
  };
  const me = await call('POST', password ? '/account' : '/guest', password ? { name, password } : { name });
  return {
    call,
    id: me.id,
    name,
    token: () => token,
    look: (id, seat) => call('GET', `/tables/${id}${seat ? `?seat=${seat}` : ''}`),
  };
}

/** Lets a page be the same person as a caller. */
export const become = (page, who, base) =>
  page.context().addCookies([{ name: 'atoll_session', value: who.token(), url: base }]);

/** Makes a table at which the callers sit, in this order. */
export async function seat(people, setup) {
  const [host, ...rest] = people;
  const made = await host.call('POST', '/tables', {
    players: people.length,
    seats: [{ kind: 'me' }, ...rest.map(() => ({ kind: 'open' }))],
    ...setup,
  });
  for (const p of rest) await p.call('POST', `/tables/${made.table.id}/join`, {});
  return made.table.id;
}

const number = (random, used) => {
  let n;
  do n = 1 + random(7);
  while (used.includes(n));
  used.push(n);
  return n;
};

/**
 * Plays for the callers through the API until `enough` says so of a view, or the game is over. The views are those of
 * who is about to choose. Returns the last view.
 */
export async function playFor(people, id, enough = () => false, { random = dice(7), choose } = {}) {
  for (let n = 0; n < 2000; n++) {
    let acted = false;
    for (const p of people) {
      const { view } = await p.look(id);
      if (view.status !== 'running') return view;
      if (!(view.acting ?? []).includes(view.viewer) || view.sealed) continue;
      if (enough(view)) return view;
      const pos = view.position;
      let action = choose?.(view);
      if (!action && pos.phase === 'plan') {
        const used = [];
        action =
          'plan ' +
          [0, 1, 2]
            .map(() => `${number(random, used)}${'NNNEWS'[random(6)]}`)
            .join(' ')
            .replace(/([1-7])([NS])/g, (m, k, d) => k + (view.viewer === 'N' ? (d === 'N' ? 'S' : 'N') : d));
      }
      if (!action) {
        const legal = view.legal?.actions?.length
          ? view.legal.actions
          : (await p.call('GET', `/tables/${id}/legal?seat=${view.viewer}&limit=200`)).actions;
        action = legal[random(legal.length)];
      }
      await p.call('POST', `/tables/${id}/act`, { msg: `m${Date.now()}${random(1e9)}`, step: view.step, action });
      acted = true;
    }
    if (!acted) await sleep(30);
  }
  throw new Error('the game does not end');
}

/** Opens the dialog of a game, sets the number of players and options, and invites the others by link. */
export async function invite(base, host, game, { players, options = [] } = {}) {
  await host.goto(base + '/');
  await host.locator(`[data-more=${game}]`).click();
  const dialog = host.locator('dialog[open]');
  await dialog.waitFor();
  if (players) await dialog.getByRole('button', { name: String(players), exact: true }).click();
  for (const o of options) await dialog.locator(`[data-option="${o}"]`).click();
  await dialog.locator('[data-act=make]').click();
  await host.waitForURL('**/t/*');
}

/** The link for the k-th free seat. */
export async function linkFor(host, k) {
  const chips = host.locator('.pick button');
  if (await chips.count()) await chips.nth(k).click();
  await host.waitForFunction(() => /token=/.test(document.querySelector('[data-link]')?.value ?? ''));
  return host.locator('[data-link]').inputValue();
}

/** Page errors and refusals by the content policy fail a test. */
export const clean = (...pages) => {
  for (const p of pages) assert.deepEqual(p.problems, []);
};

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds on the page. The page needs bypassCSP. */
export async function violations(page) {
  await page.evaluate(axe);
  let found = await settledViolations(page);
  // A page may change while it is looked at; what is wrong with it stays wrong.
  if (found.length > 0) found = await settledViolations(page);
  return found;
}

async function settledViolations(page) {
  const r = await page.evaluate(async () => {
    // A colour on its way is neither what it was nor what it will be.
    for (let moving = []; (moving = document.getAnimations().filter((a) => a instanceof CSSTransition)).length > 0;) {
      await Promise.allSettled(moving.map((a) => a.finished));
    }
    return globalThis.axe.run(document, { resultTypes: ['violations'] });
  });
  return r.violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .slice(0, 3)
        .map((n) => n.target.join(' '))
        .join(' | ')} (${v.nodes[0]?.failureSummary?.split('\n')[1]?.trim() ?? ''})`,
  );
}
