// What goes wrong: a clear sentence and a way on, every time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, caller, seat, stage } from './helper.mjs';

const atoll = stage();

async function open(path) {
  const p = await atoll.person();
  await p.goto(atoll.base + path);
  return p;
}
async function finish(...pages) {
  for (const p of pages) {
    assert.deepEqual(p.problems, []);
    await p.context().close();
  }
}
const home = (p) => p.getByRole('link', { name: 'Back to the games' });

test('dead links say so and lead back', { timeout: 90_000 }, async () => {
  for (const [path, says] of [
    ['/t/nosuchtable', /Table not found/],
    ['/r/nosuchtable', /Table not found/],
    ['/u/nobody', /No player by that name/],
    ['/learn/chess', /Nothing but water/],
    ['/rules/chess', /Nothing but water/],
    ['/no/such/page', /Nothing but water/],
  ]) {
    const p = await open(path);
    await p.getByText(says).first().waitFor();
    await home(p).first().click();
    await p.locator('[data-bot=epigo]').waitFor();
    await finish(p);
  }
});

test('a full table: whoever comes late may watch', { timeout: 120_000 }, async () => {
  const a = await caller(atoll.base, 'Ada');
  const b = await caller(atoll.base, 'Ben');
  const made = await a.call('POST', '/tables', {
    game: 'evo',
    players: 2,
    seats: [{ kind: 'me' }, { kind: 'invite' }],
  });
  const link = made.links[0];
  await b.call('POST', `/tables/${made.table.id}/join`, { token: link.token, seat: link.seat });
  const p = await open(link.path);
  const notice = p.locator('[data-notice]');
  await notice.waitFor();
  assert.match(await notice.innerText(), /no seat here: .+You can watch/s);
  await p.getByRole('grid').waitFor();
  await p.getByText('You are watching').waitFor();
  await home(p).click();
  await p.locator('[data-bot=epigo]').waitFor();
  await finish(p);
});

test('whoever made the table and looks at the link leaves the seat to the friend', { timeout: 120_000 }, async () => {
  const a = await caller(atoll.base, 'Ada');
  const b = await caller(atoll.base, 'Ben');
  const made = await a.call('POST', '/tables', {
    game: 'evo',
    players: 2,
    seats: [{ kind: 'me' }, { kind: 'invite' }],
  });
  const link = made.links[0];
  const p = await atoll.person();
  await become(p, a, atoll.base);
  await p.goto(atoll.base + link.path);
  await p.getByText('You already have a seat at this table').waitFor();
  const { view } = await b.call('POST', `/tables/${made.table.id}/join`, { token: link.token, seat: link.seat });
  assert.equal(view.status, 'running', 'the link still seats the friend');
  await p.goto(`${atoll.base}/t/${made.table.id}?seat=${view.seats[0].seat}&token=used`);
  await p.getByRole('heading', { name: 'Your turn' }).waitFor();
  assert.equal(
    await p.locator('[data-notice]').count(),
    0,
    'who comes back by the link of the own seat is told nothing',
  );
  await finish(p);
});

test('a foreign seat and a wrong token: no seat, no secret, a way on', { timeout: 120_000 }, async () => {
  const a = await caller(atoll.base, 'Ada');
  const b = await caller(atoll.base, 'Ben');
  const id = await seat([a, b], { game: 'epigo' });
  const p = await open(`/t/${id}?seat=S&token=stolen`);
  await p.locator('[data-notice]').waitFor();
  await p.getByText('You are watching').waitFor();
  assert.equal(await p.locator('[data-act=ready]').count(), 0, 'nothing to hand in for a foreign seat');
  assert.equal(new URL(p.url()).search, '', 'the token does not stay in the address');
  const res = await p.evaluate(async (id) => (await fetch(`/api/v1/tables/${id}?seat=S`)).status, id);
  assert.ok(res === 403 || res === 404, `another's view is refused: ${res}`);
  await finish(p);
});

test('what a dialog cannot do is said over the dialog', { timeout: 120_000 }, async () => {
  const p = await open('/');
  await p.locator('[data-more=evo]').click();
  const dialog = p.locator('dialog[open]');
  await dialog.getByText('Rated').click();
  await dialog.locator('[data-act=make]').click();
  const toast = p.locator('.toast');
  await toast.waitFor();
  assert.ok(
    await p.evaluate(() => document.querySelector('.toasts').matches(':popover-open')),
    'in the top layer, as the dialog is',
  );
  await finish(p);
});

test('an old tab after a new version: asks to be loaded again', { timeout: 120_000 }, async () => {
  const p = await open('/');
  await p.locator('[data-bot=evo]').waitFor();
  await p.route('**/assets/*.js', (r) => r.fulfill({ status: 404, body: '' }));
  await p.getByRole('navigation').first().getByRole('link', { name: 'Learn' }).click();
  await p.getByRole('heading', { name: /has been updated/ }).waitFor();
  await p.unroute('**/assets/*.js');
  await p.getByRole('button', { name: 'Reload' }).click();
  await p.getByRole('heading', { name: 'Learn by playing' }).waitFor();
  await p.context().close();
});

test('the review of a game of old rules leads to its table, which says why', { timeout: 120_000 }, async () => {
  const people = [await caller(atoll.base, 'Ada'), await caller(atoll.base, 'Bob')];
  const id = await seat(people, { game: 'evo' });
  await people[0].call('POST', `/tables/${id}/do`, { msg: 'end', do: 'resign' });
  const p = await atoll.person();
  await p.route(`**/api/v1/tables/${id}*`, async (r) => {
    const answer = await r.fetch();
    const table = await answer.json();
    if (table.view) Object.assign(table.view, { old: { version: 1, now: 2 }, position: null });
    await r.fulfill({ response: answer, json: table });
  });
  await p.route(`**/api/v1/tables/${id}/{replay,record}*`, (r) =>
    r.fulfill({ status: 409, json: { error: { code: 'old_rules', message: 'cannot be replayed' } } }),
  );
  await p.goto(`${atoll.base}/r/${id}`);
  await p.waitForURL(`**/t/${id}`);
  await p.getByText(/version 1 of the rules of EVO; .* can’t be replayed/).waitFor();
  await finish(p);
});

test('a refused move says why not', { timeout: 120_000 }, async () => {
  const p = await open('/');
  await p.locator('[data-bot=evo]').click();
  await p.locator('[data-cell=g2]').click({ force: true });
  await p.locator('[data-cell=g9]').click({ force: true });
  await p.getByText('Why not').first().waitFor();
  await finish(p);
});

test('an account gets a new password, and is deleted', { timeout: 90_000 }, async () => {
  const p = await atoll.person();
  await p.goto(atoll.base + '/you');
  const sign = async (act, password) => {
    await p.getByLabel('Name', { exact: true }).fill('Goodbye');
    await p.getByLabel('Password', { exact: true }).fill(password);
    await p.locator(`[data-act=${act}]`).click();
  };
  await sign('account', 'a long password');
  await p.getByRole('heading', { level: 1, name: 'Goodbye' }).waitFor();
  const dialog = p.getByRole('dialog', { name: 'Password and account' });
  await p.locator('[data-act=keys]').click();
  await dialog.getByLabel('Current password').fill('not this one');
  await dialog.getByLabel('New password').fill('another password');
  await p.locator('[data-act=new-password]').click();
  await dialog.getByRole('alert').filter({ hasText: 'password is wrong' }).waitFor();
  await dialog.getByLabel('Current password').fill('a long password');
  await p.locator('[data-act=new-password]').click();
  await dialog.waitFor({ state: 'hidden' });
  // Whoever comes next to this browser finds no link of a table.
  await p.evaluate(() => localStorage.setItem('atoll.links.x', '{}'));
  await p.getByRole('button', { name: 'Sign out' }).click();
  await p.locator('[data-act=sign-in]').waitFor();
  assert.equal(await p.evaluate(() => localStorage.getItem('atoll.links.x')), null);
  await sign('sign-in', 'another password');
  await p.getByRole('heading', { level: 1, name: 'Goodbye' }).waitFor();
  await p.locator('[data-act=keys]').click();
  await dialog.getByLabel('Current password').fill('another password');
  await p.locator('[data-act=goodbye]').click();
  await p.locator('[data-act=sign-in]').waitFor();
  await sign('sign-in', 'another password');
  await p.getByRole('alert').filter({ hasText: 'password is wrong' }).waitFor();
  await p.context().close();
});
