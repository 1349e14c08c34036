// Tournaments in a browser: made, entered, played, watched; every kind of page is looked at by axe.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, becomes, caller, clean, sleep, stage, violations } from './helper.mjs';

const atoll = stage();
const clock = { kind: 'fischer', initial_s: 600, increment_s: 5 };
const evo = { game: 'evo', players: 2, clock };
/** A start that leaves everybody the time to enter, on a busy machine too. */
const soon = () => Date.now() + 6000;

/** Waits until a tournament says what is wanted of it. */
async function until(who, id, what, wanted) {
  for (let i = 0; i < 600; i++) {
    const p = await who.call('GET', `/tournaments/${id}`);
    if (wanted(p)) return p;
    await sleep(100);
  }
  throw new Error(`never: ${what}`);
}

/** Sits down and resigns wherever one of them is paired, until it is `done`; there is a pause before each round. */
async function playAll(people, id, done, rounds = 1) {
  for (let i = 0; i < 600 * rounds; i++) {
    for (const p of people) {
      const t = await p.call('GET', `/tournaments/${id}`);
      if (done(t)) return t;
      if (!t.me?.table) continue;
      const at = `/tables/${t.me.table}`;
      const snap = await p.call('GET', at).catch(() => null);
      if (snap?.view.status === 'open') await p.call('POST', `${at}/join`, {}).catch(() => null);
      else if (snap?.view.status === 'running' && snap.view.seats.every((s) => s.kind !== 'invite'))
        await p.call('POST', `${at}/do`, { msg: `r${i}`, do: 'resign' }).catch(() => null);
    }
    await sleep(50);
  }
  throw new Error('the tournament does not come to what was wanted');
}

test('an arena: announced in the form, entered, the game opens by itself', { timeout: 180_000 }, async () => {
  const p = await atoll.person();
  await p.goto(`${atoll.base}/tournaments`);
  await p.locator('[data-act=new-tournament]').click();
  await p.locator('[data-game=evo]').click();
  await p.locator('[data-start=now]').click();
  // The sentence reads as one.
  assert.match(await p.locator('.sentence').innerText(), /, at once for 60 minutes\.$/);
  await p.locator('[data-field=name]').fill('Test Arena');
  await p.locator('[data-act=announce]').click();
  await p.locator('h1', { hasText: 'Test Arena' }).waitFor();
  const id = new URL(p.url()).pathname.split('/').pop();
  await p.locator('[data-act=enter]').click();
  await p.getByText('The next game opens by itself').or(p.getByText('The first game opens')).first().waitFor();
  const other = await caller(atoll.base, 'Other');
  await other.call('POST', `/tournaments/${id}/enter`);
  // Both are free: they are paired, the banner comes with its seconds, and the table opens without a press.
  await p.locator('[data-call]').waitFor({ timeout: 60_000 });
  await p.waitForURL('**/t/*', { timeout: 60_000 });
  const table = new URL(p.url()).pathname.split('/').pop();
  // Nobody is paired again after this game: the page would be called away from what is pressed next.
  await other.call('POST', `/tournaments/${id}/pause`);
  await other.call('POST', `/tables/${table}/join`, {});
  await p.locator('[role=grid]').waitFor();
  await p.locator('[data-tour]', { hasText: 'Test Arena' }).waitFor();
  // Numbers for chance are opened first; until then there is nothing to resign.
  for (let tries = 0; ; tries++) {
    try {
      await other.call('POST', `/tables/${table}/do`, { msg: 'r', do: 'resign' });
      break;
    } catch (e) {
      if (tries > 200 || !/has not started/.test(e.message)) throw e;
      await p.waitForTimeout(200);
    }
  }
  await p.goto(`${atoll.base}/tournaments/${id}`);
  await p.locator('[data-entrant] .points', { hasText: '2' }).first().waitFor({ timeout: 60_000 });
  await p.locator('[data-act=pause]').click();
  await p.getByText('You’re taking a break').waitFor();
  await p.locator('[data-act=call-off]').click();
  await p.locator('[data-act=sure]').click();
  await p.getByText('Called off').first().waitFor();
  clean(p);
  await p.context().close();
});

test('who has no opponent in a round reads so, and so do the others', { timeout: 120_000 }, async () => {
  const people = [];
  for (let i = 0; i < 3; i++) people.push(await caller(atoll.base, `Odd ${i}`));
  const { id } = await people[0].call('POST', '/tournaments', {
    name: 'Odd Swiss',
    kind: 'swiss',
    rounds: 1,
    start: soon(),
    table: evo,
  });
  for (const p of people) await p.call('POST', `/tournaments/${id}/enter`);
  const { standings } = await until(people[0], id, 'a round', (x) => x.round === 1);
  const left = people.find((p) => standings.find((r) => r.byes?.includes(1))?.user === p.id);
  const p = await atoll.person({ viewport: { width: 360, height: 640 }, colorScheme: 'dark', bypassCSP: true });
  await become(p, left, atoll.base);
  await p.goto(`${atoll.base}/tournaments/${id}`);
  await p.getByRole('status').getByText('You have a bye in round 1').waitFor();
  await p.locator('[data-bye]', { hasText: left.name }).getByText('bye').waitFor();
  await p.locator('.slim li', { hasText: left.name }).getByRole('button').click();
  await p.getByText('Round 1: bye').waitFor();
  assert.deepEqual(await violations(p), []);
  const watcher = await atoll.person({ bypassCSP: true });
  await watcher.goto(`${atoll.base}/tournaments/${id}`);
  await watcher.locator('tr', { hasText: left.name }).getByText('bye', { exact: true }).waitFor();
  assert.equal(await watcher.locator('td .bye').count(), 1);
  assert.deepEqual(await violations(watcher), []);
  clean(p, watcher);
  for (const x of [p, watcher]) await x.context().close();
});

const phone = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true, bypassCSP: true };

/** Makes a tournament of callers and plays it to its end. */
async function playedOut(name, n, plan) {
  const people = [];
  for (let i = 0; i < n; i++) people.push(await caller(atoll.base, `${name} ${i}`));
  const { id } = await people[0].call('POST', '/tournaments', { name, start: soon(), table: evo, ...plan });
  for (const p of people) await p.call('POST', `/tournaments/${id}/enter`);
  const end = await playAll(people, id, (x) => x.status === 'over', 6);
  return { people, id, end, by: (row) => people.find((p) => p.id === row.user) };
}

test(
  'a Swiss of five to its end: everybody meets everybody, and the way back is there',
  { timeout: 480_000 },
  async () => {
    const { id, end, by } = await playedOut('Five', 5, { kind: 'swiss', rounds: 5 });
    for (const r of end.standings) {
      assert.equal(r.byes?.length, 1, `${r.name} has one bye`);
      assert.equal(new Set(r.meets.flatMap((m) => m.against)).size, 4, `${r.name} meets all the others`);
    }
    const last = end.standings.at(-1);
    const p = await atoll.person(phone);
    await become(p, by(last), atoll.base);
    // From the end of a game to the tournament: nobody chooses a rematch there.
    await p.goto(`${atoll.base}/t/${last.meets[0].table}`);
    await p.locator('[data-result]').waitFor();
    assert.equal(await p.locator('[data-act=rematch]').count(), 0);
    await p.locator('[data-next] [data-act=tournament]').click();
    await p.locator('[data-winner]', { hasText: end.standings[0].name }).waitFor();
    await p.getByText(`You finished in place ${last.place} of 5`).waitFor();
    // The last round is in sight, though five do not fit; the square is there on a phone, too.
    await becomes(
      () => p.locator('[data-round="5"]').boundingBox(),
      (strip) => strip !== null && strip.x >= 0 && strip.x + strip.width <= 360,
    );
    await p.getByRole('button', { name: 'Who met whom' }).click();
    await p.locator('table .self').first().waitFor();
    await p.locator('.slim').waitFor({ state: 'hidden' });
    assert.deepEqual(await violations(p), []);
    assert.equal(await p.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), 0);
    clean(p);
    await p.context().close();
  },
);

test(
  'a knock-out of three: who is out reads so, and the bracket says who had no opponent',
  { timeout: 480_000 },
  async () => {
    const people = [];
    for (let i = 0; i < 3; i++) people.push(await caller(atoll.base, `Cup ${i}`));
    const plan = { name: 'Cup', kind: 'knockout', best_of: 1, start: soon(), table: evo };
    const { id } = await people[0].call('POST', '/tournaments', plan);
    for (const p of people) await p.call('POST', `/tournaments/${id}/enter`);
    const t = await playAll(people, id, (x) => x.bracket?.[0].some((m) => m.a >= 0 && m.b >= 0 && m.winner >= 0));
    const match = t.bracket[0].find((m) => m.a >= 0 && m.b >= 0);
    const out = t.standings.find((r) => r.entrant === match.a + match.b - match.winner);
    const p = await atoll.person(phone);
    await become(
      p,
      people.find((x) => x.id === out.user),
      atoll.base,
    );
    await p.goto(`${atoll.base}/tournaments/${id}`);
    await p.getByText('You have been knocked out').waitFor();
    assert.equal(await p.locator('[data-act=pause], [data-act=leave]').count(), 0);
    const free = p.locator('.match', { hasText: 'free' });
    assert.equal(await free.count(), 1);
    assert.equal(await free.locator('.num').count(), 0);
    assert.equal(await p.locator('.round').first().getByText('to come').count(), 0);
    assert.deepEqual(await violations(p), []);
    clean(p);
    await p.context().close();
  },
);

for (const scheme of ['light', 'dark'])
  test(`every kind of tournament, ${scheme}: no violations, nothing too wide`, { timeout: 480_000 }, async () => {
    const people = [];
    for (let i = 0; i < 4; i++) people.push(await caller(atoll.base, `P${i} of ${scheme}`));
    const ids = [];
    for (const plan of [
      { kind: 'arena', minutes: 30, bots: [1, 2], table: evo },
      { kind: 'swiss', rounds: 3, bots: [1], table: evo },
      { kind: 'round_robin', table: evo },
      { kind: 'knockout', best_of: 1, table: evo },
      { kind: 'pods', rounds: 2, table: { game: 'conqueror', players: 4, clock } },
    ]) {
      const start = soon();
      const t = await people[0].call('POST', '/tournaments', { name: `${plan.kind} ${scheme}`, start, ...plan });
      for (const p of people) await p.call('POST', `/tournaments/${t.id}/enter`);
      await playAll(people, t.id, (x) => x.games.some((g) => g.ended));
      await until(people[0], t.id, 'a pairing', (x) => x.games.length > 0);
      ids.push(t.id);
    }
    const bad = [];
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 360, height: 640 },
    ]) {
      const p = await atoll.person({ colorScheme: scheme, bypassCSP: true, viewport });
      await become(p, people[1], atoll.base);
      for (const path of ['/tournaments', '/tournaments/new', ...ids.map((id) => `/tournaments/${id}`)]) {
        await p.goto(atoll.base + path);
        await p.locator('h1').filter({ hasNotText: 'Loading' }).waitFor();
        await p.waitForTimeout(400);
        for (const v of await violations(p)) bad.push(`${path} ${viewport.width} ${v}`);
        const wide = await p.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (wide > 0) bad.push(`${path} is ${wide} wider than ${viewport.width}`);
      }
      clean(p);
      await p.context().close();
    }
    assert.deepEqual(bad, []);
  });
