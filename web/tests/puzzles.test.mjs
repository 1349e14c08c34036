// Puzzles by hand: the right way is played to its end, with replies; a wrong choice is told; what was shown is not solved.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { clean, stage } from './helper.mjs';

const atoll = stage();

const puzzles = (game) =>
  readFileSync(fileURLToPath(new URL(`../src/games/${game}/puzzles.jsonl`, import.meta.url)), 'utf8')
    .trim()
    .split('\n')
    .map((line, i) => ({ ...JSON.parse(line), number: i + 1 }));

const open = async (p, game, number) => {
  await p.goto(`${atoll.base}/puzzles/${game}/${number}`);
  await p.locator('[data-act=show]:enabled').waitFor();
};

/** Plays "a1-b2" or "a1-b2=S" on EVO's board. */
async function move(p, text) {
  const [way, role] = text.split('=');
  const [from, to] = way.split('-');
  await p.locator(`[data-cell=${from}].live`).click({ force: true });
  await p.locator(`[data-cell=${to}].live`).click({ force: true });
  if (role) await p.locator(`[data-role=${role}]`).click();
  await p.locator('[data-act=confirm]:enabled').click();
}

test('a win in three is played in three, with replies; a wrong choice is told and taken back', async () => {
  const p = await atoll.person({ settings: { speed: 1000 } });
  const puzzle = puzzles('evo').find((x) => x.k === 'win' && x.n === 3);
  await open(p, 'evo', puzzle.number);
  // A turn of the piece that wins, on the spot, wins nothing.
  const [first] = puzzle.t;
  const from = first[0].slice(0, first[0].indexOf('-'));
  await p.locator(`[data-cell=${from}].live`).click({ force: true });
  await p.locator(`[data-cell=${from}].live`).click({ force: true });
  const role = await p.locator('[data-role]').first().getAttribute('data-role');
  assert.ok(!puzzle.t.some(([a]) => a === `${from}=${role}`));
  await p.locator(`[data-role=${role}]`).click();
  await p.locator('[data-act=confirm]:enabled').click();
  await p.locator('[data-wrong]').waitFor();
  assert.equal(await p.locator('.cell.live').count(), 0, 'nothing is played on after a wrong choice');
  await p.locator('[data-wrong]').getByRole('button').click();
  let steps = puzzle.t;
  for (let made = 1; steps?.length; made++) {
    await move(p, steps[0][0]);
    steps = steps[0][2];
    await p.locator(steps?.length ? `[data-made="${made}"]` : '[data-done=solved]').waitFor();
  }
  await p.getByText(`${puzzle.number} of ${puzzles('evo').length} · one solved`).waitFor();
  clean(p);
  await p.context().close();
});

test('what was shown is seen, not solved, and stays so after a reload', async () => {
  const p = await atoll.person({ settings: { speed: 1000 } });
  for (const game of ['conqueror', 'earthquake']) {
    const puzzle = puzzles(game).find((x) => x.k === 'win' && x.n === 2);
    await open(p, game, puzzle.number);
    let steps = puzzle.t;
    for (let made = 1; steps?.length; made++) {
      await p.locator('[data-act=show]:enabled').click();
      steps = steps[0][2];
      await p.locator(steps?.length ? `[data-made="${made}"]` : '[data-done=seen]').waitFor();
    }
    await p.reload();
    await p.getByText(`${puzzle.number} of ${puzzles(game).length} · 0 solved`).waitFor();
  }
  clean(p);
  await p.context().close();
});

test('the safe mix: one plan is not safe and the reply is shown, the right parts are', async () => {
  const p = await atoll.person();
  const puzzle = puzzles('epigo').find((x) => x.a.filter(Boolean).length === 2);
  await open(p, 'epigo', puzzle.number);
  const set = (i) => p.locator(`[data-plan="${puzzle.o[i]}"] [data-more]`);
  const [one, two] = puzzle.a.flatMap((n, i) => (n ? [i] : []));
  await set(one).click();
  await p.locator('[data-act=check]').click();
  await p.locator('[data-wrong]').waitFor();
  for (let i = 1; i < puzzle.a[one]; i++) await set(one).click();
  for (let i = 0; i < puzzle.a[two]; i++) await set(two).click();
  await p.locator('[data-act=check]').click();
  await p.locator('[data-done=solved]').waitFor();
  clean(p);
  await p.context().close();
});

test('the puzzle of the day leads to the next, and the games to theirs', async () => {
  const p = await atoll.person();
  await p.goto(atoll.base + '/');
  await p.locator('[data-puzzle=today]').click();
  await p.locator('[data-act=show]:enabled').waitFor();
  await p.locator('[data-act=next]').click();
  await p.waitForURL(/\/puzzles\/\w+\/\d+$/);
  await p.locator('[data-act=show]:enabled').waitFor();
  for (const game of ['epigo', 'evo', 'conqueror', 'earthquake']) {
    await p.locator(`[data-puzzles=${game}]`).click();
    await p.waitForURL(`**/puzzles/${game}/1`);
    await p.locator(`[data-puzzles=${game}][aria-current]`).waitFor();
    await p.locator('[data-act=show]:enabled').waitFor();
  }
  clean(p);
  await p.context().close();
});

test('a win in one of EVO is not marked on the board before it is found', async () => {
  const p = await atoll.person();
  for (const { number } of puzzles('evo')
    .filter((x) => x.k === 'win' && x.n === 1)
    .slice(0, 3)) {
    await open(p, 'evo', number);
    assert.equal(await p.locator('.boardbox path[stroke="var(--note)"]').count(), 0, `puzzle ${number}`);
  }
  clean(p);
  await p.context().close();
});

test('a game without a number opens a puzzle of that game', async () => {
  const p = await atoll.person();
  for (const [game, name] of [
    ['evo', 'EVO'],
    ['conqueror', 'The Conqueror'],
  ]) {
    await p.goto(`${atoll.base}/puzzles/${game}`);
    await p.locator('[role=grid]').first().waitFor();
    assert.match(await p.locator('body').innerText(), new RegExp(name));
  }
  clean(p);
  await p.context().close();
});
