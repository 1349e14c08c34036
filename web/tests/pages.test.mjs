// axe-core on every page, light and dark; sizes of the first page and of a table; nothing that jumps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { become, caller, dice, playFor, seat, stage, violations } from './helper.mjs';

const atoll = stage();

const games = ['epigo', 'evo', 'conqueror', 'earthquake'];
const paths = [
  '/',
  '/learn',
  ...games.map((g) => `/learn/${g}`),
  ...games.map((g) => `/rules/${g}`),
  '/watch',
  '/you',
  '/leaderboards',
  '/puzzles',
  '/analysis',
  '/programs',
  '/api',
  '/settings',
  '/about',
  '/nowhere',
  '/t/nosuchtable',
];

/** Two accounts with a table in mid-game and a finished one of each game, one of them rated. */
let made;
const history = () => (made ??= makeHistory());
async function makeHistory() {
  const people = [
    await caller(atoll.base, 'Ada', 'a long password'),
    await caller(atoll.base, 'Ben', 'a long password'),
  ];
  const running = {};
  const over = {};
  for (const game of games) {
    running[game] = await seat(people, { game, clock: { kind: 'fischer', initial_s: 900, increment_s: 5 } });
    let n = 0;
    await playFor(people, running[game], () => n++ > 16, { random: dice(5) });
    over[game] = await seat(people, { game, rated: game === 'evo' });
    if (game === 'evo') await people[1].call('POST', `/tables/${over.evo}/do`, { msg: 'r', do: 'resign' });
    else await playFor(people, over[game], undefined, { random: dice(6) });
  }
  return { ada: people[0], running, over };
}

for (const colorScheme of ['light', 'dark']) {
  test(`no axe violations, ${colorScheme}`, { timeout: 600_000 }, async () => {
    const p = await atoll.person({ colorScheme, bypassCSP: true });
    const bad = [];
    for (const path of paths) {
      await p.goto(atoll.base + path);
      await p.waitForSelector('h1, h2');
      await p.waitForTimeout(400);
      for (const v of await violations(p)) bad.push(`${path} ${v}`);
    }
    const { ada, running, over } = await history();
    await become(p, ada, atoll.base);
    for (const path of [
      '/',
      '/you',
      '/programs',
      `/u/${ada.id}`,
      ...Object.values(over).map((id) => `/r/${id}`),
      ...Object.values(over).map((id) => `/t/${id}`),
      ...Object.values(running).map((id) => `/t/${id}`),
    ]) {
      await p.goto(atoll.base + path);
      // A game that is over shows its end, and the board on request.
      const sign = path.startsWith('/t') || path.startsWith('/r') ? '[role=grid], [data-act=to-board]' : 'h1';
      await p.locator(sign).filter({ visible: true }).first().waitFor();
      await p.waitForTimeout(300);
      for (const v of await violations(p)) bad.push(`${path} ${v}`);
    }
    // This one cannot have ended within so few choices.
    await p.goto(`${atoll.base}/t/${running.epigo}`);
    for (const tab of ['chat', 'rules']) {
      await p.locator(`[data-tab=${tab}]`).click();
      await p.waitForTimeout(300);
      for (const v of await violations(p)) bad.push(`${tab} ${v}`);
    }
    await p.keyboard.press('?');
    await p.waitForSelector('dialog[open] kbd');
    for (const v of await violations(p)) bad.push(`keys ${v}`);
    await p.keyboard.press('Escape');
    await p.getByRole('button', { name: 'More' }).click();
    await p.waitForSelector('dialog[open]');
    for (const v of await violations(p)) bad.push(`more of a table ${v}`);
    for (const g of ['conqueror', 'epigo']) {
      await p.goto(atoll.base + '/');
      await p.locator(`[data-more=${g}]`).click();
      await p.waitForSelector('dialog[open] form');
      if (g === 'conqueror') await p.locator('[data-option="layout=custom"]').click();
      for (const v of await violations(p)) bad.push(`new table ${v}`);
    }
    await p.goto(atoll.base + '/');
    await p.locator('[data-invite=evo]').click();
    await p.waitForSelector('[data-link]');
    for (const v of await violations(p)) bad.push(`invitation ${v}`);
    await p.goto(atoll.base + '/');
    await p.locator('[data-act=one-screen]').click();
    await p.locator('[data-onescreen=epigo]').click();
    await p.waitForSelector('[data-act=take-over]');
    for (const v of await violations(p)) bad.push(`hand-over ${v}`);
    assert.deepEqual(bad, []);
    assert.deepEqual(p.problems, []);
    await p.context().close();
  });
}

test('first page within 90 KB, a table within 140 KB of compressed scripts and styles', async () => {
  const p = await atoll.person();
  // What calls a guest away comes a second and a half later, when all else stands: how busy the machine is must not weigh.
  await p.addInitScript(() => {
    const later = globalThis.setTimeout;
    globalThis.setTimeout = (f, ms, ...rest) => (ms === 1500 ? 0 : later(f, ms, ...rest));
  });
  const urls = new Set();
  p.on('response', (r) => /\.(js|css)$/.test(new URL(r.url()).pathname) && urls.add(r.url()));
  const weigh = async () => {
    let sum = 0;
    for (const u of urls) sum += gzipSync(Buffer.from(await (await fetch(u)).arrayBuffer())).length;
    return sum;
  };
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=epigo]').waitFor();
  await p.waitForTimeout(800);
  const first = await weigh();
  console.log(`# first page ${(first / 1024).toFixed(1)} KB`);
  assert.ok(first > 10_000 && first <= 90 * 1024, `first page ${first}`);
  await p.locator('[data-bot=epigo]').click();
  await p.waitForSelector('[role=grid]');
  await p.waitForTimeout(500);
  const table = await weigh();
  console.log(`# a table ${(table / 1024).toFixed(1)} KB`);
  assert.ok(table <= 140 * 1024, `table ${table}`);
  await p.context().close();
});

test('nothing jumps: the front page, a table, a move', { timeout: 90_000 }, async () => {
  const p = await atoll.person();
  await p.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const e of list.getEntries())
        if (!e.hadRecentInput)
          shifts.push({ value: e.value, of: e.sources.map((s) => s.node?.className || s.node?.nodeName).join(', ') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const shifted = async (where) => {
    await p.waitForTimeout(700);
    const list = await p.evaluate(() => globalThis.shifts.splice(0));
    const sum = list.reduce((n, e) => n + e.value, 0);
    console.log(`# layout shift, ${where}: ${sum.toFixed(4)}`);
    assert.ok(sum < 0.02, `${where}: ${JSON.stringify(list)}`);
  };
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=evo]').waitFor();
  await shifted('front page');
  for (const game of games) {
    await p.goto(atoll.base + '/');
    await p.locator(`[data-bot=${game}]`).click();
    await p.waitForSelector('[role=grid]');
    await shifted(`table of ${game}`);
    const id = new URL(p.url()).pathname;
    await p.goto(atoll.base + id);
    await p.waitForSelector('[role=grid]');
    await shifted(`table of ${game} by link`);
  }
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=evo]').click();
  for (const cell of ['g2', 'g3']) await p.locator(`[data-cell=${cell}]`).click({ force: true });
  await p.locator('[data-act=confirm]').click();
  await p.locator('[data-cell=g3][aria-label*="your Warrior"]').waitFor();
  await shifted('a move');
  await p.context().close();
});

test('German: the catalogue, the options of every game and the rules', { timeout: 60_000 }, async () => {
  const p = await atoll.person({ locale: 'de-DE', settings: { lang: 'de' } });
  const { games: list } = await (await fetch(`${atoll.base}/api/v1/games`)).json();
  for (const g of list) {
    await p.goto(atoll.base + '/');
    await p.locator(`[data-more=${g.id}]`).click();
    const form = p.locator('dialog[open] form');
    await form.waitFor();
    for (const o of g.options) {
      if (o.needs) await form.locator(`[data-option="${o.needs}"]`).click();
      await form.locator('fieldset').nth(1).waitFor();
    }
    const text = await form.innerText();
    for (const o of g.options) assert.ok(!text.includes(o.help), `${g.id} ${o.key} is in English: ${o.help}`);
    await p.goto(`${atoll.base}/rules/${g.id}`);
    await p.getByText('Unsere Regelung').first().waitFor();
  }
  await p.goto(`${atoll.base}/api`);
  await p.getByText('Wer du bist').waitFor();
  assert.deepEqual(p.problems, []);
  await p.context().close();
});

test('the page about oneself gives everything that is kept of one', { timeout: 60_000 }, async () => {
  const p = await atoll.person({ locale: 'de-DE', settings: { lang: 'de' } });
  await p.goto(`${atoll.base}/you`);
  await p.locator('[data-act=my-data]').waitFor(); // by then one is somebody, with a name
  const name = await p.locator('h1').innerText();
  const [file] = await Promise.all([p.waitForEvent('download'), p.locator('[data-act=my-data]').click()]);
  assert.equal(file.suggestedFilename(), 'atoll-my-data.json');
  const chunks = [];
  for await (const c of await file.createReadStream()) chunks.push(c);
  const data = JSON.parse(Buffer.concat(chunks).toString());
  assert.equal(data.format, 'atoll-person/1');
  assert.equal(data.person.name, name);
  await p.getByText('Meine Daten herunterladen').waitFor();
  assert.deepEqual(p.problems, []);
  await p.context().close();
});

test('a browser that is too old says so, in its language', async () => {
  const p = await atoll.person({ locale: 'fr-FR' });
  await p.goto(atoll.base + '/');
  assert.equal(await p.locator('#old').isVisible(), false);
  await p.addInitScript(() => delete Object.hasOwn);
  await p.goto(atoll.base + '/');
  assert.match(await p.locator('#old:visible').innerText(), /trop ancien/);
  await p.context().close();
});
