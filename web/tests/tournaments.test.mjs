// Tournaments in a browser: made, entered, played, watched; every kind of page is looked at by axe.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, caller, clean, sleep, stage, violations } from './helper.mjs';

const atoll = stage();
const clock = { kind: 'fischer', initial_s: 600, increment_s: 5 };
const evo = { game: 'evo', players: 2, clock };

/** Waits until a tournament says what is wanted of it. */
async function until(who, id, what, wanted) {
  for (let i = 0; i < 600; i++) {
    const p = await who.call('GET', `/tournaments/${id}`);
    if (wanted(p)) return p;
    await sleep(100);
  }
  throw new Error(`never: ${what}`);
}

/** Sits down and resigns wherever one of them is paired, as long as `playing` says so. */
async function playAll(people, id, done) {
  for (let i = 0; i < 600; i++) {
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
  await other.call('POST', `/tables/${table}/join`, {});
  await p.locator('[role=grid]').waitFor();
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
    start: Date.now() + 3000,
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

for (const scheme of ['light', 'dark'])
  test(`every kind of tournament, ${scheme}: no violations, nothing too wide`, { timeout: 300_000 }, async () => {
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
      const start = Date.now() + 3000;
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
