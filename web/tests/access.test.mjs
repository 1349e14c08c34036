// Boards read and played through the accessibility tree alone: roles, names, announcements. Nothing is found by class or place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage } from './helper.mjs';
import { company, show, tables } from './scenes.mjs';

const atoll = stage();

/** Opens a bot game from the front page and collects everything that screen readers are told. */
async function sitDown(game) {
  const p = await atoll.person({ settings: { speed: 20 } });
  await p.goto(atoll.base + '/');
  const card = p.getByRole('article').filter({ has: p.getByRole('heading', { name: game, exact: true }) });
  await card.getByRole('button', { name: 'Play Ferryman' }).click();
  await p.getByRole('grid').waitFor();
  await p.evaluate(() => {
    globalThis.heard = [];
    const hear = () =>
      document
        .querySelectorAll('[aria-live]')
        .forEach((e) => heard.at(-1) !== e.textContent && e.textContent && heard.push(e.textContent));
    new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return p;
}

const heard = (p, what) =>
  p.waitForFunction((source) => globalThis.heard.some((x) => new RegExp(source).test(x)), what.source, {
    timeout: 30_000,
  });

/** A row is read out as its cells, one after the other. */
const row = (board, name) => board.getByRole('row', { name }).waitFor();

async function finish(p) {
  assert.deepEqual(p.problems, []);
  await p.context().close();
}

test('Epigo: tiles and directions by name, the reveal is told', { timeout: 90_000 }, async () => {
  const p = await sitDown('Epigo');
  const board = p.getByRole('grid', { name: 'Epigo board' });
  await board.getByRole('button', { name: 'a4, 5 in your line' }).waitFor();
  await row(board, /^a4, 5 in your line; b4, .+; c4, .+; d4, /);
  await p.getByRole('button', { name: 'Ready' }).click();
  for (const [n, way] of [
    [7, 'north'],
    [3, 'north'],
    [5, 'east'],
  ]) {
    await board.getByRole('button', { name: new RegExp(`, your ${n}\\b`) }).click();
    await p.getByRole('button', { name: `${n} ${way}`, exact: true }).click();
    await board.getByRole('button', { name: new RegExp(`your ${n}, .*Order ${way}`) }).waitFor();
  }
  await p.getByRole('button', { name: 'Lock in', exact: true }).click();
  await heard(p, /Round 1\. .*: 7 north, .*(beats|cancelled)/);
  await finish(p);
});

test('EVO: a piece says where it can go, the move is told', { timeout: 90_000 }, async () => {
  const p = await sitDown('EVO');
  const board = p.getByRole('grid', { name: 'EVO board' });
  await row(board, /^c1, .+; d1, .+; e1, .+; j1, /);
  await board.getByRole('button', { name: 'g2, your Warrior' }).click();
  await board.getByRole('button', { name: /^g2, your Warrior\. \w+ moves: .*g3/ }).waitFor();
  await board.getByRole('button', { name: /^g3, empty\. You can go here/ }).click();
  await p.getByRole('button', { name: /^Confirm / }).click();
  await heard(p, /g2–g3/);
  await board.getByRole('button', { name: 'g3, your Warrior' }).waitFor();
  await finish(p);
});

test('The Conqueror: lit tiles by name, the start is told', { timeout: 90_000 }, async () => {
  const p = await sitDown('The Conqueror');
  const board = p.getByRole('grid', { name: 'Board of The Conqueror' });
  const corner = board.getByRole('button', { name: /You can start here/ }).first();
  await corner.waitFor({ timeout: 30_000 });
  await row(board, /^a8, .+; b8, free.*; c8, free/);
  await corner.click();
  await p.getByRole('button', { name: /^Start on/ }).click();
  await heard(p, /You start on/);
  await p.getByRole('group', { name: 'Tiles you can land on' }).getByRole('button').first().click({ timeout: 30_000 });
  await p.getByRole('button', { name: /^Walk to/ }).click();
  await heard(p, /claims?/);
  await finish(p);
});

test(
  'Earthquake Island: hexes say height, top and what they do, the choice is told',
  { timeout: 180_000 },
  async () => {
    // A bot that goes first can push a newcomer into the water before their first turn. Then it is the end that is told, and they try again.
    for (let drowned = true, tries = 0; drowned; tries++) {
      assert.ok(tries < 4, 'drowned before the first turn, four times in a row');
      const p = await sitDown('Earthquake Island');
      const board = p.getByRole('grid', { name: 'Earthquake Island' });
      const place = board.getByRole('button', { name: /^[c-e]\d, \d high, .*Start on/ }).first();
      await place.waitFor({ timeout: 30_000 });
      await row(board, /^d1, .+; d2, .+; d3, .+; d4, /);
      const hex = (await place.getAttribute('aria-label')).slice(0, 2);
      await place.click();
      await p
        .getByRole('button', { name: `Start on ${hex}`, exact: true })
        .last()
        .click();
      await heard(p, new RegExp(`You start on ${hex}`));
      const choice = p.getByRole('group', { name: 'Your choices' }).getByRole('button').first();
      await choice
        .or(p.getByRole('button', { name: 'Rematch' }))
        .first()
        .waitFor({ timeout: 30_000 });
      drowned = await p.getByRole('button', { name: 'Rematch' }).isVisible();
      if (drowned) await heard(p, /drowns/);
      else await choice.click();
      await finish(p);
    }
  },
);

test('the tree of a board: a grid of rows of cells, each with a name; one Tab stop', { timeout: 120_000 }, async () => {
  const p = await sitDown('EVO');
  const cdp = await p.context().newCDPSession(p);
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  const by = new Map(nodes.map((n) => [n.nodeId, n]));
  const grid = nodes.find((n) => n.role?.value === 'grid');
  assert.ok(grid?.name?.value, 'a named grid');
  const under = (n) => (n.childIds ?? []).flatMap((id) => [by.get(id), ...under(by.get(id) ?? {})]).filter(Boolean);
  const inside = under(grid);
  assert.equal(inside.filter((n) => n.role?.value === 'row').length, 12);
  const buttons = inside.filter((n) => n.role?.value === 'button');
  assert.equal(buttons.length, 128);
  for (const b of buttons) assert.match(b.name?.value ?? '', /^[a-l]\d+, /);
  assert.equal(await p.locator('[role=grid] [tabindex="0"]').count(), 1);
  await finish(p);
});

/** One turn as it is read out: what is asked, what can be chosen, what has been, and the button that ends it. */
const turns = {
  epigo: [
    /^heading "Your plan"/,
    /^button "1st: 1 which way\?"/,
    /^button "2nd: choose" \[disabled\]/,
    /^group "choose a tile"/,
    /^button "1" \[pressed\]/,
    /^button "7"$/,
    /^button "Lock in: 1 needs a direction" \[disabled\]/,
  ],
  evo: [
    /^heading "(\w\d+) to \w\d+, then…"/,
    /^group "Squares it can go to"/,
    /^button "\w\d+" \[pressed\]/,
    /^group "Role after the move"/,
    /^button "Keep \w+ next: .*" \[pressed\]/,
    /^button "Turn to \w+ next: /,
    /^button "Confirm \w\d+–\w\d+, \w+"/,
  ],
  conqueror: [
    /^img "[1-6]"/,
    /^heading "(One step|Two steps|Three steps)"/,
    /^paragraph: "You rolled [1-6]: \d steps?\."/,
    /^group "Tiles you can land on"/,
    /^button "\w\d .+" \[pressed\]/,
    /^button "Walk to \w\d"/,
  ],
  earthquake: [
    /^heading "[^"]+"/,
    /^group "Your choices"/,
    // The choice, how high it is and what lies there, what it brings: each with a pause before it.
    /^button "[^".]+\. [^"]+" \[pressed\]/,
    /^button "[^".]+"$/,
  ],
};

test('one turn of each game read out: every control has a name, and no two the same', { timeout: 90_000 }, async () => {
  const people = await company(atoll.base);
  const make = tables(people);
  for (const [game, wanted] of Object.entries(turns)) {
    const p = await atoll.person();
    await show(atoll.base, people, make, p, game, 'choice');
    const tree = await p.locator('[data-part=action]').ariaSnapshot();
    const lines = tree.split('\n').map((l) => l.trim().replace(/^- '?/, '').replace(/'?:?$/, ''));
    let at = 0;
    for (const w of wanted) {
      at = lines.findIndex((l, i) => i >= at && w.test(l));
      assert.ok(at >= 0, `${game}: nothing reads ${w} in this place of\n${tree}`);
    }
    const page = await p.locator('body').ariaSnapshot();
    assert.deepEqual(
      page.match(/^ *- (button|link|tab|switch|slider|textbox)(:|$| \[)/gm) ?? [],
      [],
      `${game}: a control without a name`,
    );
    const buttons = lines.filter((l) => l.startsWith('button "'));
    assert.equal(new Set(buttons).size, buttons.length, `${game}: two buttons sound the same in\n${tree}`);
    await finish(p);
  }
});
