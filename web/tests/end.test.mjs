// The end of a game: a true sentence, a moment of its own, the reasons when they arrive, and the next step.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { become, caller, clean, dice, playFor, seat, stage, violations } from './helper.mjs';

const atoll = stage();

/** Which celebrations a page has shown, whether or not they are over. */
const watchParties = (page) =>
  page.addInitScript(() => {
    window.parties = [];
    new MutationObserver((list) => {
      for (const m of list)
        for (const n of m.addedNodes)
          for (const c of n.querySelectorAll?.('[data-party]') ?? []) window.parties.push(c.dataset.party);
    }).observe(document, { childList: true, subtree: true });
  });

test('who resigns reads a true sentence, and may try an easier bot', { timeout: 90_000 }, async () => {
  const p = await atoll.person();
  await watchParties(p);
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=evo]').click();
  await p.locator('[data-act=resign]').first().click();
  await p.locator('[data-act=resign-sure]').click();
  await p.locator('[data-end=lost]').waitFor();
  await p.getByRole('heading', { name: 'Ferryman wins' }).waitFor();
  await p.getByText('You resigned.').first().waitFor();
  assert.deepEqual(await p.evaluate(() => window.parties), ['lost']);
  assert.deepEqual(await violations(p), []);
  // The board is one press away, and so is the way back.
  await p.locator('[data-act=to-board]').click();
  await p.locator('[role=grid]').waitFor();
  await p.locator('[data-act=to-result]').first().click();
  await p.locator('[data-end=lost]').waitFor();
  await p.locator('[data-act=next-bot]').getByText('An easier bot: Beachcomber').click();
  await p.locator('[role=grid]').waitFor();
  await p.locator('[data-tray]').getByText('Beachcomber').first().waitFor();
  clean(p);
  await p.context().close();
});

test(
  'a win is celebrated once, never where motion is unwanted, and the curve comes after it',
  { timeout: 180_000 },
  async () => {
    const [ada, ben] = [await caller(atoll.base, 'Ada-end'), await caller(atoll.base, 'Ben-end')];
    const id = await seat([ada, ben], { game: 'epigo' });
    const ended = await playFor([ada, ben], id, (v) => v.position.turn === 2 && v.position.phase === 'plan', {
      random: dice(3),
    });
    assert.equal(ended.status, 'running');
    const pages = [];
    for (const options of [{ settings: { curve: true } }, { reducedMotion: 'reduce' }]) {
      const p = await atoll.person(options);
      await watchParties(p);
      await become(p, ada, atoll.base);
      await p.goto(`${atoll.base}/t/${id}`);
      await p.locator('[role=grid]').waitFor();
      pages.push(p);
    }
    await ben.call('POST', `/tables/${id}/do`, { msg: 'r', do: 'resign' });
    for (const p of pages) await p.locator('[data-end=won]').getByText('You win').waitFor();
    const [lively, still] = pages;
    assert.deepEqual(await lively.evaluate(() => window.parties), ['won']);
    assert.deepEqual(await still.evaluate(() => window.parties), []);
    await lively.locator('[data-curve=done]').waitFor({ timeout: 120_000 });
    await lively.getByText('What decided it').waitFor();
    await lively.getByRole('img', { name: /^Decisions .*luck/ }).waitFor();
    assert.deepEqual(await violations(lively), []);
    // Who comes back to a finished game finds its result, and no petals.
    await lively.reload();
    await lively.locator('[data-curve=done]').waitFor({ timeout: 120_000 });
    assert.deepEqual(await lively.evaluate(() => window.parties), []);
    clean(...pages);
    for (const p of pages) await p.context().close();
  },
);

test('all of a result is in sight on a phone, the turn that decided it too', { timeout: 180_000 }, async () => {
  const ada = await caller(atoll.base, 'Ada-phone');
  const made = await ada.call('POST', '/tables', {
    game: 'epigo',
    players: 2,
    seats: [{ kind: 'me' }, { kind: 'bot', level: 2 }],
  });
  const ended = await playFor([ada], made.table.id, undefined, { random: dice(4) });
  assert.equal(ended.status, 'over');
  const p = await atoll.person({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    settings: { curve: true },
  });
  await become(p, ada, atoll.base);
  await p.goto(`${atoll.base}/t/${made.table.id}`);
  await p.locator('[data-curve=done]').waitFor({ timeout: 120_000 });
  await p.locator('[data-act=next-bot]').waitFor();
  const inSight = async (what) => {
    const [card, next] = [await p.locator('.turned').boundingBox(), await p.locator('[data-next]').boundingBox()];
    assert.ok(card.y + card.height <= next.y, `${what}: ${JSON.stringify(card)} under ${JSON.stringify(next)}`);
  };
  await inSight('as it was played');
  // The longest that is told of an end and of a turn: four lines and three.
  await p.evaluate(() => {
    document.querySelector('.winner .how').innerText = 'One\nTwo\nThree\nFour';
    document.querySelector('.turned .words p').innerText = 'More than fits here. '.repeat(20);
  });
  await inSight('with long sentences');
  clean(p);
  await p.context().close();
});

test('a draw is nobody’s win, for players and for those who watch', { timeout: 90_000 }, async () => {
  const [ada, ben] = [await caller(atoll.base, 'Ada-draw'), await caller(atoll.base, 'Ben-draw')];
  const id = await seat([ada, ben], { game: 'epigo' });
  await playFor([ada, ben], id, (v) => v.position.phase === 'plan', { random: dice(3) });
  await ada.call('POST', `/tables/${id}/do`, { msg: 'o', do: 'offer draw' });
  await ben.call('POST', `/tables/${id}/do`, { msg: 'a', do: 'accept draw' });
  const [player, guest] = [await atoll.person(), await atoll.person()];
  await become(player, ada, atoll.base);
  for (const p of [player, guest]) {
    await p.goto(`${atoll.base}/t/${id}`);
    await p.locator('[data-end=drawn] [data-result=agreed]').getByText('A draw').waitFor();
    await p.getByText('Draw agreed.').first().waitFor();
  }
  assert.equal(await player.locator('[data-act=rematch]').count(), 1);
  assert.equal(await guest.locator('[data-act=rematch]').count(), 0);
  clean(player, guest);
  for (const p of [player, guest]) await p.context().close();
});

test(
  'the last story fits a small phone: dice, what came of them, and a way to skip',
  { timeout: 120_000 },
  async () => {
    const people = [];
    for (const n of ['Ada', 'Ben', 'Cleo']) people.push(await caller(atoll.base, `${n}-dice`));
    const id = await seat(people, { game: 'conqueror', options: { unfinished: 'dice' } });
    const owners = (i) => new Set(i.tiles.map((x) => x.coin).filter(Boolean)).size;
    // Somebody still to choose, and an island that two have coins on.
    const now = await playFor(
      people,
      id,
      (v) => v.position.islands.some((i) => !i.won_by && owners(i) > 1) && v.position.seats.every((s) => s.in),
    );
    assert.equal(now.status, 'running');
    // So slow that nothing of it is over before it has been looked at.
    const p = await atoll.person({
      viewport: { width: 360, height: 640 },
      isMobile: true,
      hasTouch: true,
      settings: { speed: 0.05 },
    });
    await become(p, people[0], atoll.base);
    await p.goto(`${atoll.base}/t/${id}`);
    await p.locator('[data-part=board] svg').first().waitFor();
    for (const who of people.slice(1))
      await who.call('POST', `/tables/${id}/do`, { msg: `resign ${who.name}`, do: 'resign' });
    await p.locator('[data-tie]').or(p.locator('[data-act=skip]')).first().waitFor();
    // On to the dice as they lie.
    await p.waitForFunction(() => {
      const lie = document.querySelector('[data-tie] p');
      if (!lie) document.querySelector('[data-act=skip]')?.parentElement.querySelectorAll('button')[2]?.click();
      return lie;
    });
    for (const part of ['[data-tie] h2', '[data-rolls] svg', '[data-tie] p', '[data-act=skip]']) {
      const all = p.locator(part);
      for (let k = 0; k < (await all.count()); k++) {
        const box = await all.nth(k).boundingBox();
        const limit = part === '[data-act=skip]' ? 640 : (await p.locator('[data-act=skip]').boundingBox()).y;
        assert.ok(box.y >= 0 && box.y + box.height <= limit, `${part} ends at ${box.y + box.height}, not by ${limit}`);
      }
    }
    await p.locator('[data-act=skip]').click();
    await p.locator('[data-end]').waitFor();
    // Both gave up; no count has decided that.
    await p.getByText('Everybody else is out.').first().waitFor();
    clean(p);
    await p.context().close();
  },
);
