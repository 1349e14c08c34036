// Every option of every game, as the catalogue has them: chosen in a form or by HTTP, the table has it and says so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, clean, stage } from './helper.mjs';

const atoll = stage();

/** The ways to the form with all options. */
const ways = {
  'a table of one’s own': (p, id) => p.locator(`[data-more=${id}]`).click(),
  'a bot': async (p, id) => {
    await p.locator(`[data-pick=${id}]`).click();
    await p.locator('[data-act=all-options]').click();
  },
  'two at one screen': async (p, id) => {
    await p.locator('[data-act=one-screen]').click();
    await p.locator(`[data-onescreen-more=${id}]`).click();
  },
};

/** The values of an option that a table does not have anyway. */
function otherwise(o) {
  if (o.kind === 'flag') return [!o.default];
  if (o.kind === 'limit') return [o.default + 7];
  return o.values.map((v) => v.value).filter((v) => v !== o.default);
}

async function choose(form, o, value) {
  if (o.kind === 'flag') return form.locator(`[data-of=${o.key}] [role=switch]`).click();
  if (o.kind === 'limit') {
    await form.locator(`[data-of=${o.key}] input`).fill(String(value));
    return form.locator(`[data-of=${o.key}] input`).blur();
  }
  return form.locator(`[data-option="${o.key}=${value}"]`).click();
}

const catalogue = async () => (await (await fetch(`${atoll.base}/api/v1/games`)).json()).games;

test(
  'every option of every game is chosen in a form, and the table has it and says so',
  { timeout: 300_000 },
  async () => {
    const p = await atoll.person();
    let k = 0;
    for (const g of await catalogue()) {
      for (const o of g.options) {
        for (const value of otherwise(o)) {
          const [way, begin] = Object.entries(ways)[k++ % 3];
          const draws = k % 2 === 0;
          const what = `${g.id} ${o.key}=${value} by ${way}`;
          await p.goto(atoll.base + '/');
          await begin(p, g.id);
          const form = p.locator('dialog[open] form');
          await form.locator('[data-act=make]').waitFor();
          if (o.players && g.players.length > 1)
            await form.getByRole('button', { name: String(o.players), exact: true }).click();
          if (o.needs) await form.locator(`[data-option="${o.needs}"]`).click();
          await choose(form, o, value);
          const draw = form.getByRole('switch', { name: 'Draw seats at random' });
          if (((await draw.getAttribute('aria-checked')) === 'true') !== draws) await draw.click();
          await form.locator('[data-act=make]').click();
          await p.waitForURL('**/t/*');
          const at = await p.evaluate(
            async (id) => (await fetch(`/api/v1/tables/${id}`)).json(),
            p.url().split('/').pop(),
          );
          assert.equal(at.info.options[o.key], value, what);
          assert.equal(at.setup.shuffle ?? false, draws, `${what}: seats drawn`);
          const others = at.setup.seats.filter((s) => s.kind !== 'me').length;
          assert.equal(others > 0, way !== 'two at one screen', `${what}: ${JSON.stringify(at.setup.seats)}`);
          if (way === 'a bot')
            assert.ok(
              at.setup.seats.some((s) => s.kind === 'bot'),
              what,
            );
          // Whoever comes to the table reads what is otherwise there.
          if (at.view.status === 'running') await p.locator('[data-tab=rules]').dispatchEvent('click'); // a wall may be up
          const said = o.values?.find((v) => v.value === value)?.name ?? (o.kind === 'limit' ? String(value) : o.name);
          await p.locator(`[data-own=${o.key}]`, { hasText: said }).waitFor();
        }
      }
    }
    assert.ok(k > 10, `only ${k} options were tried`);
    clean(p);
    await p.context().close();
  },
);

test('every option of every game is taken by HTTP, and a wrong value is refused', { timeout: 60_000 }, async () => {
  const mara = await caller(atoll.base, 'Mara');
  for (const g of await catalogue()) {
    for (const o of g.options) {
      const needs = o.needs ? [o.needs.split('=')] : [];
      const table = (value, shuffle) => ({
        game: g.id,
        players: o.players || g.players[0],
        options: { ...Object.fromEntries(needs), [o.key]: value },
        seats: Array.from({ length: o.players || g.players[0] }, () => ({ kind: 'me' })),
        shuffle,
      });
      for (const shuffle of [true, false]) {
        for (const value of otherwise(o)) {
          const { table: made } = await mara.call('POST', '/tables', table(value, shuffle));
          const { info, setup, view } = await mara.look(made.id);
          assert.equal(info.options[o.key], value, `${g.id} ${o.key}`);
          assert.equal(view.position.options[o.key], value, `${g.id} ${o.key} of the position`);
          assert.equal(setup.shuffle ?? false, shuffle, `${g.id} seats drawn`);
        }
      }
      await assert.rejects(mara.call('POST', '/tables', table('no such value', false)), /400|422/, `${g.id} ${o.key}`);
    }
  }
});
