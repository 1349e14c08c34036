// What a table is beside the game: lost connections, secrets, replay, phone, keyboard, ratings, chat, programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  act,
  become,
  becomes,
  caller,
  clean,
  invite,
  linkFor,
  playFor,
  playOut,
  seat,
  sleep,
  stage,
} from './helper.mjs';

const atoll = stage();

test('a reload and a lost connection in mid-turn lose nothing', { timeout: 180_000 }, async () => {
  const [a, b] = [await atoll.person(), await atoll.person()];
  await invite(atoll.base, a, 'epigo');
  await b.goto(await linkFor(a, 0));
  await a.locator('[data-act=ready]').click();
  await a.locator('[data-act=change]').waitFor();
  await a.reload();
  await a.locator('[data-act=change]').waitFor();
  await a.context().setOffline(true);
  await a.getByText('Offline.').waitFor();
  await b.locator('[data-act=ready]').click();
  await b.locator('[data-act=lock]').waitFor();
  await sleep(600);
  await a.context().setOffline(false);
  await a.getByText('Offline.').waitFor({ state: 'detached', timeout: 20_000 });
  await a.locator('[data-act=lock]').waitFor({ timeout: 20_000 });
  await atoll.restart();
  await a.locator('[data-order="7"]').click();
  await a.locator('.petal').first().click({ force: true });
  await sleep(1500);
  for (let i = 0; i < 400 && !(await a.locator('[data-act=change]').count()); i++) {
    await act(a, 'epigo').catch(() => false);
    await sleep(50);
  }
  assert.ok(await a.locator('[data-act=change]').count(), 'the plan is locked in after the server came back');
  clean(a, b);
  await a.context().close();
  await b.context().close();
});

test('a spectator sees nothing secret: answers, streams and sockets', { timeout: 120_000 }, async () => {
  const [a, b, w] = [await atoll.person(), await atoll.person(), await atoll.person()];
  await invite(atoll.base, a, 'epigo');
  await b.goto(await linkFor(a, 0));
  const url = a.url();
  // Everything that reaches the spectator and the opponent: answers, each message of the live stream, frames of any socket.
  const listen = async (page) => {
    const seen = { answers: [], stream: [] };
    page.on(
      'response',
      async (r) =>
        r.url().includes('/api/') && !/\/live/.test(r.url()) && seen.answers.push(await r.text().catch(() => '')),
    );
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    cdp.on('Network.eventSourceMessageReceived', (e) => seen.stream.push(e.data));
    cdp.on('Network.webSocketFrameReceived', (e) => seen.stream.push(e.response.payloadData)); // of those open already too
    return seen;
  };
  const watcher = await listen(w);
  const opponent = await listen(b);
  const own = await listen(a);
  await w.goto(url);
  await w.waitForSelector('[role=grid]');
  await a.locator('[data-act=ready]').click();
  await a.locator('[data-act=change]').waitFor();
  await b.locator('[data-act=ready]').click();
  for (const p of [a, b]) await p.locator('[data-act=lock]').waitFor();
  for (const [n, way] of [
    [6, 'ArrowLeft'],
    [2, 'ArrowRight'],
    [4, 'ArrowLeft'],
  ]) {
    await a.locator(`[data-order="${n}"]`).click();
    await a.locator('[data-cell][tabindex="0"]').first().focus();
    await a.keyboard.press(way);
  }
  await a.locator('[data-act=lock]').click();
  await a.locator('[data-act=change]').waitFor();
  for (const seen of [watcher, opponent]) seen.before = seen.stream.length;
  await w.reload();
  await w.waitForSelector('[role=grid]');
  await b.reload();
  await b.locator('[data-act=lock]').waitFor();
  // Who planned is told so, so the ear works; and the streams of both others have said something after that.
  await becomes(
    () => own.stream.filter((x) => x.includes('plan 6W 2E 4W')).length,
    (n) => n > 0,
  );
  for (const seen of [watcher, opponent])
    await becomes(
      () => [seen.answers.length, seen.stream.length - (seen.before ?? 0)],
      ([answers, messages]) => answers >= 2 && messages >= 1,
    );
  await sleep(500);
  for (const [who, seen] of Object.entries({ watcher, opponent })) {
    for (const text of [...seen.answers, ...seen.stream]) {
      assert.ok(!/plan 6W|6W 2E|2E 4W/.test(text), `${who} reads the plan`);
      assert.ok(!/"sealed":\{"seat":"S"/.test(text), `${who} reads that South has sealed`);
      assert.ok(!/"ready":\["S"/.test(text), `${who} reads that South is ready`);
    }
  }
  clean(a, b, w);
  for (const p of [a, b, w]) await p.context().close();
});

test('replay as everybody saw it, and a link to a moment', { timeout: 180_000 }, async () => {
  const p = await atoll.person();
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=earthquake]').click();
  await p.waitForSelector('[role=grid]');
  await playOut([p], 'earthquake');
  await p.getByRole('link', { name: 'Review' }).click();
  await p.waitForSelector('input[type=range]');
  await p.getByRole('button', { name: 'Step forward' }).click();
  await p.getByRole('button', { name: 'As everyone saw it' }).click();
  await p.locator('[role=group] [aria-pressed=true]', { hasText: 'As everyone saw it' }).waitFor();
  await p.goto(p.url() + '?at=1&as=public');
  await p.waitForSelector('[role=grid]');
  clean(p);
  await p.context().close();
});

test('phone: an Epigo turn by touch', { timeout: 120_000 }, async () => {
  const p = await atoll.person({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=epigo]').tap();
  await p.locator('[data-act=sit]').tap();
  await p.locator('[data-act=ready]').tap();
  await p.locator('[data-act=lock]').waitFor({ timeout: 20_000 });
  const wide = await p.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `nothing is wider than the phone: ${wide}`);
  for (const n of [7, 3, 5]) {
    await p.locator(`[data-order="${n}"]`).tap();
    // Petals open around one tile after the other.
    await p.locator(`[data-order="${n}"][aria-pressed=true]`).waitFor();
    await p.locator('.petal').first().tap({ force: true });
    await p
      .locator('[data-slots]')
      .getByRole('button', { name: new RegExp(`: ${n} (north|south|east|west)`) })
      .waitFor();
  }
  await p.locator('[data-act=lock]').tap();
  await p.waitForFunction(() =>
    document.querySelector('[data-act=change], [data-act=skip], [data-act=lock]:disabled, [data-act=slide]'),
  );
  clean(p);
  await p.context().close();
});

test('keyboard only: a whole Epigo turn and an EVO move', { timeout: 120_000 }, async () => {
  const p = await atoll.person();
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=epigo]').focus();
  await p.keyboard.press('Enter');
  await p.locator('[data-act=ready]').focus();
  await p.keyboard.press('Enter');
  await p.locator('[data-act=lock]').waitFor({ timeout: 20_000 });
  await p.locator('[data-cell][tabindex="0"]').first().focus();
  for (const k of ['7', 'ArrowUp', '3', 'ArrowRight', '5', 'ArrowUp', 'Enter']) await p.keyboard.press(k);
  await p.waitForFunction(() => !document.querySelector('[data-act=lock]:not(:disabled)'));

  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=evo]').focus();
  await p.keyboard.press('Enter');
  await p.waitForSelector('[data-cell=g2]');
  await p.locator('[data-cell=g2]').focus();
  for (const k of ['Enter', 'ArrowUp', 'Enter', 'c', 'Enter']) await p.keyboard.press(k);
  await p.waitForFunction(
    () => /your Catapult/.test(document.querySelector('[data-cell=g3]')?.getAttribute('aria-label') ?? ''),
    null,
    { timeout: 60_000 },
  );
  clean(p);
  await p.context().close();
});

test(
  'a rated game: the result tells what it did to the ratings, the profile draws them',
  { timeout: 90_000 },
  async () => {
    const ada = await caller(atoll.base, 'Ada-rated', 'a long password');
    const ben = await caller(atoll.base, 'Ben-rated', 'a long password');
    const p = await atoll.person();
    await become(p, ada, atoll.base);
    for (let i = 0; i < 2; i++) {
      const id = await seat([ada, ben], { game: 'evo', rated: true });
      await p.goto(`${atoll.base}/t/${id}`);
      await p.waitForSelector('[role=grid]');
      await ben.call('POST', `/tables/${id}/do`, { msg: 'r', do: 'resign' });
      await p.locator('[data-result=resign]').waitFor();
      await p
        .locator('[data-ratings]')
        .getByText(/^\+\d+$/)
        .waitFor();
    }
    await p.goto(`${atoll.base}/u/${ada.id}`);
    const chart = p.getByRole('img', { name: /EVO.*2 games, from 1500 to \d+/ });
    await chart.waitFor();
    await p.getByText('Won').first().waitFor();
    clean(p);
    await p.context().close();
  },
);

test('a rated EVO table flags no castle, in the picture or in words', { timeout: 120_000 }, async () => {
  const ada = await caller(atoll.base, 'Ada-flags', 'a long password');
  const ben = await caller(atoll.base, 'Ben-flags', 'a long password');
  // South's Catapult on f3 looks along the diagonal; on the way to c6 it threatens nothing yet, as a Blade on c10 it does.
  const moves = ['g2-f3=C', 'c11-b10', 'f3-c6=B', 'g12=B', 'c6-c8', 'g12=C', 'c8-c10', 'g12=S'];
  const threatened = {};
  for (const rated of [false, true]) {
    const id = await seat([ada, ben], { game: 'evo', rated });
    let n = 0;
    await playFor([ada, ben], id, () => n >= moves.length, { choose: () => moves[n++] });
    const p = await atoll.person();
    await become(p, ada, atoll.base);
    await p.goto(`${atoll.base}/t/${id}`);
    await p.locator('[data-cell=c10]:not([aria-label*="empty"])').waitFor();
    if (!rated)
      await p
        .getByText(/hreaten|can take .* castle/)
        .first()
        .waitFor({ state: 'attached' });
    threatened[rated] = [
      await p.getByRole('button', { name: /threatened from/ }).count(),
      await p.getByText(/hreaten|can take .* castle/).count(),
    ];
    clean(p);
    await p.context().close();
  }
  assert.ok(threatened.false[0] > 0 && threatened.false[1] > 0, `flags in an unrated game: ${threatened.false}`);
  assert.deepEqual(threatened.true, [0, 0], 'none in a rated one');
});

test('chat: a word, and not hearing somebody any more', { timeout: 120_000 }, async () => {
  const ben = await caller(atoll.base, 'Ben');
  const p = await atoll.person();
  await p.goto(atoll.base + '/');
  await p.locator('[data-invite=evo]').click();
  await p.waitForURL('**/t/*');
  await p.waitForFunction(() => /token=/.test(document.querySelector('[data-link]')?.value ?? ''));
  const link = new URL(await p.locator('[data-link]').inputValue());
  const id = link.pathname.split('/').pop();
  await ben.call('POST', `/tables/${id}/join`, {
    token: link.searchParams.get('token'),
    seat: link.searchParams.get('seat'),
  });
  await p.locator('[data-tab=chat]').click();
  await ben.call('POST', `/tables/${id}/chat`, { msg: 'c1', text: 'have a nice game' });
  const said = p.getByRole('tabpanel').getByText('have a nice game');
  await said.waitFor();
  await p.locator('[aria-live]').getByText('Ben: have a nice game').waitFor({ state: 'attached' });
  await p.locator('[data-tab=moves]').click();
  assert.equal(await p.locator('[data-tab=chat]').innerText(), 'Chat', 'what was read is not counted as new');
  await p.locator('[data-tab=chat]').click();
  await p.getByRole('button', { name: 'Hide messages from Ben' }).click();
  await p.getByText('Messages from Ben are hidden.').waitFor();
  assert.equal(await said.count(), 0);
  await p.reload();
  await p.locator('[data-tab=chat]').click();
  await p.getByText('Messages from Ben are hidden.').waitFor();
  await p.getByRole('button', { name: 'Show them again' }).click();
  await said.waitFor();
  clean(p);
  await p.context().close();
});

test('a table that shows readiness: the other side sees the lock, not the choice', { timeout: 120_000 }, async () => {
  const ada = await caller(atoll.base, 'Ada');
  const p = await atoll.person();
  await p.goto(atoll.base + '/');
  await p.locator('[data-more=epigo]').click();
  await p.getByText('Show who has locked in').click();
  await p.locator('[data-act=make]').click();
  await p.waitForFunction(() => /token=/.test(document.querySelector('[data-link]')?.value ?? ''));
  const link = new URL(await p.locator('[data-link]').inputValue());
  const id = link.pathname.split('/').pop();
  await ada.call('POST', `/tables/${id}/join`, {
    token: link.searchParams.get('token'),
    seat: link.searchParams.get('seat'),
  });
  await p.locator('[data-act=ready]').waitFor();
  const { view } = await ada.look(id);
  await ada.call('POST', `/tables/${id}/act`, { msg: 'd', step: view.step, action: 'deploy 1 2 3 4 5 6 7 X' });
  await p.locator('[data-ready=N]').first().waitFor();
  clean(p);
  await p.context().close();
});

test('an account of a program: token once, address, revoked', { timeout: 120_000 }, async () => {
  const p = await atoll.person();
  await p.goto(atoll.base + '/programs');
  await p.getByText('Programs belong to accounts').waitFor();
  const ada = await caller(atoll.base, 'Ada-owner', 'a long password');
  await become(p, ada, atoll.base);
  await p.goto(atoll.base + '/programs');
  await p.getByLabel('Name of the program').fill('Ada-bot');
  await p.locator('[data-act=make-program]').click();
  const token = await p.locator('[data-secret]').inputValue();
  assert.ok(token.length > 20);
  const who = async () =>
    (await (await fetch(`${atoll.base}/api/v1/me`, { headers: { Authorization: `Bearer ${token}` } })).json()).kind;
  assert.equal(await who(), 'bot');
  await p.keyboard.press('Escape');
  await p.reload();
  const card = p.locator('[data-program=Ada-bot]');
  await card.waitFor();
  assert.ok(!(await p.content()).includes(token), 'the token is shown once');
  await card.getByRole('textbox').fill('https://bots.example.org/turn');
  await card.locator('[data-act=hook]').click();
  await p.locator('[data-secret]').waitFor();
  await p.keyboard.press('Escape');
  await card.locator('[data-act=revoke]').click();
  await p.locator('[data-act=revoke-sure]').click();
  await p.getByText('no longer works').first().waitFor();
  assert.notEqual(await who(), 'bot');
  clean(p);
  await p.context().close();
});

test('your turn while you look elsewhere: title, notice, vibration', { timeout: 120_000 }, async () => {
  const ada = await caller(atoll.base, 'Ada');
  const ben = await caller(atoll.base, 'Ben');
  const id = await seat([ada, ben], { game: 'evo' });
  const p = await atoll.person({ settings: { notify: true } });
  await become(p, ben, atoll.base);
  await p.addInitScript(() => {
    globalThis.notices = [];
    globalThis.Notification = class {
      static permission = 'granted';
      constructor(title, options) {
        notices.push(`${title}: ${options.body}`);
      }
    };
    navigator.vibrate = (ms) => notices.push(`vibrate ${ms}`);
    Object.defineProperty(document, 'hidden', { get: () => true });
  });
  await p.goto(`${atoll.base}/t/${id}`);
  await p.waitForSelector('[role=grid]');
  assert.ok(!(await p.title()).includes('Your turn'));
  const { view } = await ada.look(id);
  await ada.call('POST', `/tables/${id}/act`, { msg: 'm', step: view.step, action: 'g2-g3' });
  await p.waitForFunction(() => document.title.startsWith('● Your turn'));
  assert.deepEqual((await p.evaluate(() => globalThis.notices)).sort(), ['Your turn: EVO', 'vibrate 120']);
  clean(p);
  await p.context().close();
});

test(
  'an open seat is one click away; reduced motion; a phone is silent; the page can be installed',
  { timeout: 120_000 },
  async () => {
    const ada = await caller(atoll.base, 'Ada');
    await ada.call('POST', '/tables', {
      game: 'evo',
      players: 2,
      listed: true,
      seats: [{ kind: 'me' }, { kind: 'open' }],
    });
    const p = await atoll.person({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    await p.addInitScript(() => localStorage.removeItem('atoll.settings'));
    await p.goto(atoll.base + '/');
    await p.locator('[data-join=evo]:not(:disabled)').tap();
    await p.waitForURL('**/t/*');
    await p.waitForSelector('[role=grid]');
    const longest = await p.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].map((e) =>
          Math.max(...getComputedStyle(e).transitionDuration.split(',').map(parseFloat)),
        ),
      ),
    );
    assert.ok(longest <= 0.121, `nothing moves longer than a blink: ${longest} s`);
    await p.getByRole('button', { name: 'More' }).tap();
    assert.equal(await p.getByRole('slider', { name: 'Volume' }).inputValue(), '0');
    const manifest = await p.evaluate(async () =>
      (await fetch(document.querySelector('link[rel=manifest]').href)).json(),
    );
    assert.equal(manifest.display, 'standalone');
    for (const icon of manifest.icons) assert.equal((await fetch(new URL(icon.src, atoll.base))).status, 200, icon.src);
    clean(p);
    await p.context().close();
  },
);

test('with reduced motion nothing moves through a reveal: tiles are there at once', { timeout: 120_000 }, async () => {
  const p = await atoll.person({ settings: { speed: 4 }, reducedMotion: 'reduce' });
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=epigo]').click();
  await p.locator('[data-act=ready]').click();
  for (const n of [7, 3, 5]) {
    await p.locator(`[data-order="${n}"]`).click();
    await p.locator('.petal').first().click({ force: true });
  }
  await p.evaluate(() => {
    globalThis.places = new Map();
    globalThis.told = false;
    const look = () => {
      globalThis.told ||= document.querySelector('[data-act=skip]') !== null;
      for (const e of document.querySelectorAll('.tile')) {
        const m = new DOMMatrix(getComputedStyle(e).transform);
        // On a square, or raised by the five units of a tile in hand.
        if ((m.e - 50) % 100 || ![0, 95].includes((m.f - 50 + 100) % 100))
          globalThis.places.set(e.textContent, `${m.e} ${m.f}`);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await p.locator('[data-act=lock]').click();
  // A story may be over before anybody looks at the page again.
  await p.waitForFunction(() => globalThis.told, null, { timeout: 60_000 });
  await p.locator('[data-act=lock], [data-act=slide]').first().waitFor({ timeout: 60_000 });
  // A tile that is blocked leans by eight units; no other place lies between two squares.
  const between = await p.evaluate(() =>
    [...globalThis.places.values()].filter((x) =>
      x.split(' ').every((v) => ![8, 92].includes(Math.abs((Number(v) - 50) % 100))),
    ),
  );
  assert.deepEqual(between, []);
  clean(p);
  await p.context().close();
});
