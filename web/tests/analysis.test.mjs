// The analysis of a finished game, and the analysis board: every game, broken pastes, keyboard, axe.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, stage, violations } from './helper.mjs';

const atoll = stage();

/** A request of the person who sits before the page. */
async function api(page, method, path, data) {
  const r = await page.request.fetch(atoll.base + '/api/v1' + path, { method, ...(data ? { data } : {}) });
  const text = await r.text();
  assert.ok(r.ok(), `${method} ${path}: ${r.status()} ${text}`);
  return text ? JSON.parse(text) : null;
}

/** A hot-seat game of this person that is over: the moves, then somebody resigns. */
async function finished(page, setup, moves) {
  await api(page, 'POST', '/guest', { name: 'Mara' });
  const { table } = await api(page, 'POST', '/tables', {
    ...setup,
    seats: Array.from({ length: setup.players }, () => ({ kind: 'me' })),
  });
  for (const [i, [seat, action]] of moves.entries()) {
    const { view } = await api(page, 'GET', `/tables/${table.id}?seat=${seat}`);
    await api(page, 'POST', `/tables/${table.id}/act`, { msg: `m${i}`, step: view.step, seat, action });
  }
  await api(page, 'POST', `/tables/${table.id}/do`, { do: 'resign', seat: moves[0][0] });
  return table.id;
}

const evo = [
  ['S', 'g2-g3=C'],
  ['N', 'd11-d10'],
  ['S', 'g3-f4'],
  ['N', 'd10-d9'],
];
const epigo = [
  ['S', 'deploy 3 1 7 X 2 5 4 6'],
  ['N', 'deploy 3 1 7 X 2 5 4 6'],
  ['S', 'plan 1N 2N 3N'],
  ['N', 'plan 4S 5S 6S'],
];

const calm = async (p) => {
  await p.waitForSelector('[data-eval]');
  await p.waitForFunction(() => !document.querySelector('.thinking'));
};

test(
  'a finished game is analysed, its moments lead to the board, and from there to the analysis board',
  { timeout: 180_000 },
  async () => {
    const p = await atoll.person();
    const id = await finished(p, { game: 'evo', players: 2 }, evo);
    // Somebody who did not play is offered the analysis; a player gets it at once.
    const other = await atoll.person();
    await other.goto(`${atoll.base}/r/${id}`);
    await other.waitForSelector('[data-act=ask]');
    await p.goto(`${atoll.base}/r/${id}`);
    await p.waitForSelector('.area');
    await p.waitForFunction(() => !document.querySelector('[data-progress]'), null, { timeout: 60_000 });
    await becomes(() => p.locator('details tbody tr').count(), 6); // a row for each step behind the chart
    assert.ok((await p.locator('.pair').boundingBox()).y < 400, 'turns and cards begin above the fold');
    await p.locator('.bar h1').click();
    await p.keyboard.press('ArrowRight');
    await p.waitForSelector('[data-here] [data-choice]');
    // The list counts as the table does, and a press on it leads there.
    const listed = () => p.locator('[data-turn]').evaluateAll((l) => l.map((x) => x.dataset.turn));
    await becomes(listed, ['1', '2', '3', '4']);
    await p.locator('[data-step="2"]').click();
    await p.waitForSelector('[data-turn="3"][aria-current]');
    // Once more from there: another move, and what it is worth beside the one made.
    await p.locator('[data-here] [data-act=again]').click();
    await p.waitForSelector('[data-again] .cell.live');
    for (let i = 0; i < 8 && !(await p.locator('[data-again] .to').count()); i++)
      await p.locator('[data-again] .cell.live').nth(i).click({ force: true });
    await p.locator('[data-again] .to').first().click();
    await p.locator('[data-again] [data-act=confirm]').click();
    await p.waitForSelector('[data-again] [data-verdict]', { timeout: 30_000 });
    await p.locator('[data-act=once-more]').click();
    await p.waitForSelector('[data-again] .cell.live');
    // Each browser thinks for itself.
    await other.reload();
    await other.locator('[data-act=ask]').click();
    await other.waitForSelector('.area');

    await p.locator('[data-act=analyse]').click();
    await p.waitForURL(/\/analysis\?p=evo/);
    await calm(p);
    await p.locator('[data-engine] [data-choice]').first().click();
    await p.waitForFunction(() => document.querySelectorAll('[data-line] li').length === 2);
    await calm(p);
    await p.locator('[data-act=back]').click();
    await p.waitForFunction(() => document.querySelector('[data-line] [aria-current]')?.textContent?.startsWith('0'));
    await p.locator('h1').click();
    await p.keyboard.press('ArrowRight'); // forward again, by keyboard
    await p.waitForFunction(() => document.querySelector('[data-line] [aria-current]')?.textContent?.startsWith('1'));
    assert.deepEqual([...p.problems, ...other.problems], []);
    await p.context().close();
    await other.context().close();
  },
);

test('Epigo: mixtures in the review; both sides plan on the analysis board', { timeout: 180_000 }, async () => {
  const p = await atoll.person();
  const id = await finished(p, { game: 'epigo', players: 2 }, epigo);
  await api(p, 'POST', `/tables/${id}/analysis`); // by the server, so that the page shows what the API tells
  await p.goto(`${atoll.base}/r/${id}`);
  await p.waitForFunction(() => document.querySelector('.area') && !document.querySelector('[data-progress]'), null, {
    timeout: 60_000,
  });
  await p.locator('.bar h1').click();
  await p.keyboard.press('ArrowRight');
  await p.getByRole('heading', { name: 'turn 1' }).waitFor();
  await p.waitForFunction(() => document.querySelectorAll('[data-here] .verdict').length === 2);
  // The page shows the likeliest of a mixture; all of it is in the analysis, and both say the same.
  const { steps } = await p.evaluate((t) => fetch(`/api/v1/tables/${t}/analysis?from=0`).then((r) => r.json()), id);
  const mixtures = steps.flatMap((x) => x.decisions ?? []).filter((d) => d.best?.length > 1);
  const rows = await p
    .locator('[data-here] .choices')
    .first()
    .locator('[data-choice]')
    .evaluateAll((all) => all.map((x) => [x.dataset.choice, Number.parseFloat(x.querySelector('.num').textContent)]));
  const whole = mixtures.find((d) => d.best[0].do === rows[0][0]);
  const sum = whole.best.reduce((n, x) => n + x.weight, 0);
  assert.ok(sum > 0.98 && sum < 1.02, `the mixture adds up to ${sum}`);
  for (const [text, share] of rows) {
    const of = whole.best.find((x) => x.do === text)?.weight ?? 0;
    assert.ok(Math.abs(share - 100 * of) <= 0.5, `${text}: ${share} % is shown, ${of} was found`);
  }

  await p.locator('[data-act=analyse]').click();
  await p.waitForURL(/\/analysis/);
  await calm(p);
  // South by hand on the keyboard, North as the engine would.
  await p.locator('[role=grid] [tabindex="0"]').focus();
  for (const k of ['1', 'ArrowUp', '2', 'ArrowUp', '3', 'ArrowUp', 'Enter']) await p.keyboard.press(k);
  await p.waitForSelector('[data-side=N][aria-pressed=true]');
  await p.locator('[data-engine] .choices').nth(1).locator('[data-choice]').first().click();
  await p.waitForFunction(() => document.querySelectorAll('[data-line] li').length === 2);
  // Back to the moment one came from, and again to the line as it was left.
  await p.goBack();
  await p.getByRole('heading', { name: 'turn 1' }).waitFor();
  await p.goForward();
  await p.waitForFunction(() => document.querySelectorAll('[data-line] li').length === 2);
  assert.deepEqual(p.problems, []);
  await p.context().close();
});

for (const [game, players, option] of [
  ['epigo', '', 'islanders'],
  ['evo', '4', ''],
  ['conqueror', '3', ''],
  ['earthquake', '2', ''],
]) {
  test(
    `analysis board: ${game} ${players}${option} from its start, chance drawn and chosen`,
    { timeout: 120_000 },
    async () => {
      const p = await atoll.person();
      await p.goto(`${atoll.base}/analysis`);
      await p.locator('[data-act=start]:enabled').waitFor();
      await p.locator('[data-game]').selectOption(game);
      if (players) await p.locator('[data-players]').selectOption(players);
      if (option) await p.locator('[data-option=variant]').selectOption(option);
      await p.locator('[data-act=start]').click();
      await p.waitForSelector('[role=grid]');
      await calm(p);
      if (game === 'conqueror' || game === 'earthquake') await p.locator('[data-act=chosen]').click();
      let outcomes = 0;
      for (let step = 0; step < 7; step++) {
        await calm(p);
        const before = await p.locator('[data-position]').inputValue();
        if (await p.locator('[data-outcome]').count()) {
          await p.locator('[data-outcome]').last().click();
          outcomes++;
        } else if (await p.locator('[data-act=draw]').count()) await p.locator('[data-act=draw]').click();
        else
          for (const list of await p.locator('[data-engine] .choices').all())
            await list.locator('[data-choice]').first().click();
        await p.waitForFunction((b) => document.querySelector('[data-position]')?.value !== b, before);
      }
      if (game === 'conqueror') assert.ok(outcomes > 0, 'a roll was chosen');
      assert.deepEqual(p.problems, []);
      await p.context().close();
    },
  );
}

test('a record opens as a line, and the whole of it is judged', { timeout: 120_000 }, async () => {
  const p = await atoll.person();
  const id = await finished(p, { game: 'evo', players: 2 }, evo);
  const record = await (await p.request.get(`${atoll.base}/api/v1/tables/${id}/record`)).text();
  await p.goto(`${atoll.base}/analysis`);
  await p.locator('[data-paste]').fill(record);
  await p.locator('[data-act=open]').click();
  await p.waitForFunction(() => document.querySelectorAll('[data-line] li').length === 6);
  await p.locator('[data-act=whole]').click();
  await p.waitForSelector('.area', { timeout: 60_000 });
  assert.deepEqual(p.problems, []);
  await p.context().close();
});

test('a broken paste, a broken link and an empty one get a sentence and a way on', { timeout: 120_000 }, async () => {
  const p = await atoll.person();
  const id = await finished(p, { game: 'evo', players: 2 }, evo);
  const record = await (await p.request.get(`${atoll.base}/api/v1/tables/${id}/record`)).text();
  await p.goto(`${atoll.base}/analysis?p=${encodeURIComponent('evo 2 | this is no position')}`);
  await p.waitForSelector('[data-broken]');
  assert.ok(await p.locator('[data-act=start]').isVisible());
  for (const text of [
    '',
    'chess 2 | x',
    'evo 2 | 1 0 S | S j1',
    '{"format":"atoll-record/1"',
    record.replace('g2-g3=C', 'g2-g9'),
    'x'.repeat(50_000),
  ]) {
    await p.locator('[data-paste]').fill(text);
    await p.locator('[data-act=open]').click();
    await p.waitForSelector('[data-broken]');
    const said = await p.locator('[data-broken] p').first().textContent();
    assert.ok(said && said.length > 8, `no sentence for ${text.slice(0, 40)}`);
  }
  await p.locator('[data-act=start]').click();
  await p.waitForSelector('[role=grid]');
  // A position edited on the board is refused the same way, and the board stays.
  await p.locator('[data-position]').fill('epigo 2 | nonsense');
  await p.locator('[data-act=set]').click();
  await p.waitForSelector('[data-broken]');
  assert.deepEqual(p.problems, []);
  await p.context().close();
});

for (const colorScheme of ['light', 'dark']) {
  test(
    `no axe violations in a review with its analysis and on the analysis board, ${colorScheme}`,
    { timeout: 180_000 },
    async () => {
      const p = await atoll.person({ colorScheme, bypassCSP: true });
      const bad = [];
      const look = async (where) => bad.push(...(await violations(p)).map((v) => `${where} ${v}`));
      for (const [game, moves] of [
        ['evo', evo],
        ['epigo', epigo],
      ]) {
        const id = await finished(p, { game, players: 2 }, moves);
        await p.goto(`${atoll.base}/r/${id}`);
        await p.waitForFunction(
          () => document.querySelector('.area') && !document.querySelector('[data-progress]'),
          null,
          { timeout: 60_000 },
        );
        await p.locator('summary').click();
        await p.locator('.bar h1').click();
        await p.keyboard.press('ArrowRight');
        await p.waitForSelector('[data-here] [data-choice]');
        await look(`review of ${game}`);
        await p.locator('[data-act=analyse]').click();
        await p.waitForURL(/\/analysis/);
        await calm(p);
        await look(`analysis board of ${game}`);
      }
      await p.goto(`${atoll.base}/analysis?p=x`);
      await p.waitForSelector('[data-broken]');
      await look('a broken link');
      assert.deepEqual(bad, []);
      await p.context().close();
    },
  );
}
