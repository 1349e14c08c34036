// Positions set up by hand: by mouse, by keyboard, on a phone, and ones that cannot be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, clean, stage, violations } from './helper.mjs';

const atoll = stage();

const fine = (p) => p.waitForSelector('[data-state=fine]');
const cell = (p, at) => p.locator(`[data-editor] [data-cell=${at}]`);
/** A place is called so, a moment after a press on it. */
const named = (p, at, what) => becomes(() => cell(p, at).getAttribute('aria-label'), what);
async function begin(p, game) {
  await p.goto(`${atoll.base}/analysis`);
  await p.locator(`[data-setup=${game}]`).click();
  await fine(p);
}
async function drag(p, from, to) {
  for (const [l, done] of [
    [from, 'down'],
    [to, 'up'],
  ]) {
    const box = await l.boundingBox();
    await p.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
    await p.mouse[done]();
  }
}

test(
  'EVO is set up by mouse: drags, presses, whose turn; then the engine is asked and a link shared',
  { timeout: 120_000 },
  async () => {
    const p = await atoll.person();
    await begin(p, 'evo');
    await p.locator('[data-act=empty]').click();
    await p.waitForSelector('[data-state=wrong]');
    await p.locator('[data-why] p', { hasText: 'South has no pieces' }).waitFor();
    await p.locator('[data-act=analyse-this]:disabled').waitFor();
    await drag(p, p.locator('[data-item="0SB"]'), cell(p, 'f5'));
    await named(p, 'f5', /South’s Blade|South's Blade|Blade/);
    await drag(p, cell(p, 'f5'), cell(p, 'c10')); // and from place to place
    await named(p, 'f5', /empty/);
    await p.locator('[data-item="1NC"]').click();
    await cell(p, 'h7').click();
    await cell(p, 'h8').click(); // it stays in hand
    await p.locator('[data-item=""]').click();
    await cell(p, 'h7').click();
    await fine(p);
    await cell(p, 'h8').click();
    await p.waitForSelector('[data-state=wrong]');
    await p.locator('[data-act=undo]').click();
    await fine(p);
    await p.locator('[data-ask=turn]').selectOption('N');
    await fine(p);
    await p.locator('[data-ask=turn]').selectOption('S');
    await fine(p);
    await p.locator('[data-act=analyse-this]').click();
    await p.waitForSelector('[data-eval]');
    // The Blade on c10 takes the castle on c12.
    await p.waitForFunction(() => /c10.*c12/.test(document.querySelector('[data-choice]')?.textContent ?? ''));
    await p.waitForSelector('[data-panel] + [data-engine] [data-choice]');
    const url = p.url();
    assert.match(url, /\/analysis\?p=evo/);
    const other = await atoll.person();
    await other.goto(url);
    await other.waitForSelector('[data-line]');
    await becomes(() => other.locator('[data-position]').inputValue(), await p.locator('[data-position]').inputValue());
    // Back leads to the editor as it was left, and on to the start.
    await p.goBack();
    await fine(p);
    await named(p, 'c10', /Blade/);
    await p.goBack();
    await p.waitForSelector('[data-setup=evo]');
    clean(p, other);
    await p.context().close();
    await other.context().close();
  },
);

test('The Conqueror is set up by keyboard alone', { timeout: 120_000 }, async () => {
  const p = await atoll.person();
  await p.goto(`${atoll.base}/analysis`);
  await p.locator('[data-setup=conqueror]').focus();
  await p.keyboard.press('Enter');
  await fine(p);
  const tabTo = async (selector) => {
    for (let i = 0; i < 30; i++) {
      if (await p.evaluate((s) => document.activeElement?.matches(s), selector)) return;
      await p.keyboard.press('Tab');
    }
    assert.fail(`no way to ${selector} by Tab`);
  };
  // The palette is one stop: token, coin, won island of A, then of B.
  await p.locator('[role=radio][tabindex="0"]').focus();
  await p.keyboard.press('ArrowRight');
  await becomes(() => p.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Player A’s coin');
  await becomes(() => p.locator('[role=radio][aria-checked=true]').getAttribute('data-item'), 'Ac');
  await p.locator('[data-editor] [tabindex="0"]').focus();
  const start = await p.evaluate(() => document.activeElement.dataset.cell);
  assert.equal(start, 'a8');
  for (const k of ['ArrowRight', 'Enter', 'ArrowDown', 'Enter', 'ArrowLeft', 'Enter']) await p.keyboard.press(k);
  await fine(p);
  await named(p, 'b7', /coin of A|coin/i);
  await p.keyboard.press('ArrowUp');
  await p.keyboard.press('Enter'); // the fourth coin wins the island
  await fine(p);
  await named(p, 'b7', /A/);
  await p.keyboard.press('Delete'); // and is not won any more
  await fine(p);
  await named(p, 'b7', /free/);
  await p.keyboard.press('Escape');
  // Lifts the token of A and sets it down elsewhere.
  const token = await p.locator('[data-editor] [data-cell][aria-label*="oken"]').first().getAttribute('data-cell');
  await cell(p, token).focus();
  for (const k of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await p.keyboard.press(k);
  await fine(p);
  await named(p, token.replace('1', '3'), /oken/);
  await tabTo('[data-ask=die]');
  await p.keyboard.press('4');
  await fine(p);
  await tabTo('[data-act=analyse-this]');
  await p.keyboard.press('Enter');
  await p.waitForSelector('[data-engine] [data-choice]');
  await becomes(() => p.locator('[data-position]').inputValue(), /\| move [AB] 4 \|/);
  clean(p);
  await p.context().close();
});

test(
  'Epigo with Islands and Earthquake Island are set up on a phone; what cannot be gets a sentence',
  { timeout: 120_000 },
  async () => {
    const p = await atoll.person({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    const wide = () => p.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await p.goto(`${atoll.base}/analysis`);
    await p.locator('[data-act=setup]:enabled').waitFor();
    assert.ok((await wide()) <= 0, 'the start page is wider than the phone');
    await p.locator('[data-option=variant]').selectOption('islanders');
    await p.locator('[data-act=setup]').tap();
    await fine(p);
    assert.ok((await wide()) <= 0, 'the editor is wider than the phone');
    await p.locator('[data-item=S3]').tap();
    await cell(p, 'd2').tap(); // onto the own Island
    await fine(p);
    await named(p, 'd2', /3/);
    await cell(p, 'd6').tap(); // not onto the other
    await p.waitForSelector('[data-why]');
    await p.locator('[data-item="S@"]').tap();
    await cell(p, 'g2').tap(); // as near as the Island fits
    await fine(p);
    await cell(p, 'd6').tap();
    await p.waitForFunction(() => /overlap/.test(document.querySelector('[data-why] p')?.textContent ?? ''));
    await p.locator('[data-act=undo]').tap();
    await fine(p);
    await p.locator('[data-act=analyse-this]').tap();
    await p.waitForSelector('[data-eval]');
    for (const part of ['engine', 'line', 'position', 'play']) {
      await p.locator(`[data-part=${part}]`).tap();
      assert.ok((await wide()) <= 0, `${part} is wider than the phone`);
    }

    await begin(p, 'earthquake');
    await p.locator('[data-act=empty]').tap();
    await p.waitForSelector('[data-state=wrong]');
    await p.locator('[data-item=C0]').tap();
    await p.locator('[data-facet]').nth(2).tap();
    await cell(p, 'd4').tap();
    await named(p, 'd4', /east, north-west/);
    for (const [item, at] of [
      ['?', 'd4'],
      ['', ''],
      ['?', 'd5'],
      ['H', 'd5'],
      ['R', 'd3'],
      ['1', 'd4'],
      ['2', 'd5'],
      ['hL', 'd5'],
    ]) {
      await p.locator(`[data-item="${item}"]`).tap();
      if (at) await cell(p, at).tap();
    }
    await fine(p);
    await named(p, 'd4', /2 high/);
    await p.locator('[data-act=analyse-this]').tap();
    await p.waitForSelector('[data-eval]');
    await p.locator('[data-part=position]').tap();
    await becomes(() => p.locator('[data-position]').inputValue(), /\| 1 1 go \| d4- d5L \| .*d3:R d4:\?,C02 d5:\?,H /);
    clean(p);
    await p.context().close();
  },
);

test('Earthquake Island is set up in the middle of a turn', { timeout: 120_000 }, async () => {
  const p = await atoll.person();
  const island =
    'b2:S b3:?,?,H b4:?,?,P c2:C234 c3:L c4:?,C4 c5:V d2:J d3:?,B d4:?,B d5:?,R d6:?,H e3:D e4: e5: e6:?,D f4:?,?,?,?,?,L f5:?,?,V f6:?,?,?,?,?,T';
  await p.goto(
    `${atoll.base}/analysis?p=${encodeURIComponent(`earthquake 2 area=19 | 4 1 go | d2- e4- | ${island} | V2 H6 C7,8,6,4,1,1 R6 L3 S6 D4 B5 J6 P5 T6`)}`,
  );
  await p.locator('[data-act=edit]').click();
  await fine(p);
  await named(p, 'd2', /Player 1/);
  await p.locator('[data-ask=step]').selectOption('after');
  await p.waitForSelector('[data-state=wrong]'); // with nothing in hand the turn would be over
  await p.locator('[data-item=hD]').click();
  await cell(p, 'd2').click();
  await fine(p);
  await p.locator('[data-act=analyse-this]').click();
  await p.waitForSelector('[data-do^="dynamite "]');
  await becomes(() => p.locator('[data-position]').inputValue(), / 1 after \|/);
  clean(p);
  await p.context().close();
});

for (const colorScheme of ['light', 'dark']) {
  test(
    `no axe violations where analyses begin and positions are set up, ${colorScheme}`,
    { timeout: 180_000 },
    async () => {
      const p = await atoll.person({ colorScheme, bypassCSP: true });
      const bad = [];
      await p.goto(`${atoll.base}/analysis`);
      await p.locator('[data-act=setup]:enabled').waitFor();
      bad.push(...(await violations(p)));
      for (const game of ['epigo', 'evo', 'conqueror', 'earthquake']) {
        await begin(p, game);
        await p.locator('[data-act=empty]').click();
        await p.waitForSelector('[data-why]');
        await p.locator('[role=radio]').nth(2).click();
        bad.push(...(await violations(p)).map((v) => `${game}: ${v}`));
      }
      assert.deepEqual(bad, []);
      clean(p);
      await p.context().close();
    },
  );
}

test('who reads German reads refusals, options and bots in German', { timeout: 120_000 }, async () => {
  const p = await atoll.person({ settings: { lang: 'de' } });
  await begin(p, 'evo');
  await p.locator('[data-act=empty]').click();
  await p.waitForFunction(
    () =>
      document.querySelector('[data-why] p')?.textContent === 'Süd hat keine Steine, und niemand hat dadurch gewonnen',
  );
  await p.goto(`${atoll.base}/analysis`);
  await p.locator('[data-game]').selectOption('conqueror');
  await p.waitForFunction(() =>
    /Letzte Münze/.test(document.querySelector('[data-option=tiebreak]')?.textContent ?? ''),
  );
  await p.locator('[data-paste]').fill('epigo 2 | plan turn=1 quiet=0 S=a4,b4,c4,-,-,-,- N=a5,b5,c5,e5,f5,g5,h5');
  await p.locator('[data-act=open]').click();
  await p.waitForFunction(() =>
    /Unmögliche Stellung: mit drei Gefangenen ist die Partie zu Ende|Unmögliche Stellung: jemand wurde gefangen/.test(
      document.querySelector('[data-broken]')?.textContent ?? '',
    ),
  );
  await p.goto(atoll.base);
  await p.locator('[data-more=evo]').click();
  await p.locator('select[data-seat=N]').selectOption('bot3');
  await p.waitForSelector('text=Kennt die Überfahrt');
  await becomes(() => p.locator('select[data-seat=N] option:checked').textContent(), /Fährmann/);
  clean(p);
  await p.context().close();
});
