// Pictures of every main screen: desktop and phone, light and dark, into ../screenshots (or the folder given).
// A second argument takes only the pictures whose name contains it, or one of several, with commas; a third only one
// device or theme.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { become, caller, dice, open, playFor, seat, sleep } from './helper.mjs';

const out = process.argv[2] || new URL('../../screenshots', import.meta.url).pathname;
const only = (process.argv[3] ?? '').split(',');
const mode = process.argv[4] ?? '';
const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};
const began = Date.now();
mkdirSync(out, { recursive: true });
const atoll = await open();
const { base } = atoll;

// Mara is the one who looks; the others play by themselves.
const mara = await caller(base, 'Mara', 'a long password');
const jonas = await caller(base, 'Jonas', 'a long password');
const all = [mara, jonas];
for (const name of ['Tove', 'Ravn', 'Lin', 'Kaya']) all.push(await caller(base, name));
const [, , tove, ravn, lin] = all;
const clock = { kind: 'fischer', initial_s: 1800, increment_s: 5 };
const islanders = { game: 'epigo', options: { variant: 'islanders' } };
const isMara = (v) => v.viewer === v.seats.find((s) => s.name === 'Mara')?.seat;

/** The dice of the server are its own, so what the pictures want is looked for in a few games. */
async function midway(people, setup, when, how) {
  for (let seed = 1; seed < 12; seed++) {
    const id = await seat(people, { listed: true, ...setup });
    const view = await playFor(people, id, (v) => isMara(v) && when(v), { random: dice(seed), ...how });
    if (view.status === 'running') return id;
  }
  throw new Error(`no ${setup.game} game came to the moment wanted`);
}

/** Explorers who like high ground live longer than those who go anywhere. */
const careful = (v) => {
  const height = (a) => v.position.cells?.find((c) => c.hex === a.split(' ')[1])?.height ?? 0;
  const goes = (v.legal?.actions ?? []).filter((a) => /^move /.test(a) && height(a) > 1);
  return v.position.phase === 'go' && goes.length ? goes.sort((a, b) => height(b) - height(a))[0] : undefined;
};
const quake = (n, when) => () =>
  midway(
    all.slice(0, n),
    { game: 'earthquake' },
    (v) => v.position.phase === 'go' && v.legal?.actions?.length > 3 && when(v),
    { choose: careful },
  );
const conquer =
  (n, options = {}) =>
  () =>
    midway(
      all.slice(0, n),
      { game: 'conqueror', options },
      (v) => v.position.islands?.filter((i) => i.won_by).length >= 2 && v.legal?.actions?.length > 2,
    );
const over = (people, setup) => async () => {
  const id = await seat(people, { listed: true, ...setup });
  await playFor(people, id, undefined, { random: dice(2) });
  return id;
};

const games = {
  epigo: () =>
    midway([mara, jonas], { game: 'epigo', clock }, (v) => v.position.phase === 'plan' && v.position.turn >= 6),
  'epigo-deploy': () => midway([mara, jonas], { game: 'epigo', clock }, (v) => v.position.phase === 'deploy'),
  'epigo-slide': () => midway([mara, jonas], islanders, (v) => v.position.phase === 'slide'),
  'epigo-exit': () => midway([mara, jonas], islanders, (v) => v.position.phase === 'exit'),
  islanders: () => midway([mara, jonas], islanders, (v) => v.position.phase === 'plan' && v.position.turn >= 5),
  'islanders-deploy': () => midway([mara, jonas], islanders, (v) => v.position.phase === 'deploy'),
  evo: () => midway([mara, jonas], { game: 'evo', clock }, (v) => v.position.turn >= 30),
  evo4: () => midway([mara, jonas, ravn, lin], { game: 'evo' }, (v) => v.position.turn >= 44),
  conqueror2: conquer(2),
  conqueror3: conquer(3),
  conqueror4: conquer(4),
  'conqueror-custom': conquer(3, { layout: 'custom' }),
  earthquake2: quake(2, (v) => v.position.turn_number >= 4),
  earthquake3: quake(3, (v) => v.position.turn_number >= 6),
  earthquake4: quake(4, (v) => v.position.cells.some((c) => c.volcano)),
  earthquake5: quake(5, (v) => v.position.turn_number >= 8),
  earthquake6: quake(6, (v) => v.position.turn_number >= 13),
  'over-epigo': over([mara, jonas], { game: 'epigo' }),
  'over-evo': over([mara, jonas], { game: 'evo' }),
  'over-conqueror': over([mara, jonas, tove], { game: 'conqueror' }),
  'over-earthquake': over(all.slice(0, 5), { game: 'earthquake' }),
  // Enough rated games for a history, and for a place on the leaderboard.
  'over-rated': async () => {
    let id;
    for (let i = 0; i < 20; i++) {
      id = await seat([mara, jonas], { game: 'evo', rated: true, clock });
      await playFor([mara, jonas], id, (v) => v.position.turn > 6, { random: dice(i) });
      await (i % 3 === 1 ? mara : jonas).call('POST', `/tables/${id}/do`, { msg: `r${i}`, do: 'resign' });
    }
    return id;
  },
};
const made = {};
const table = (name) => (made[name] ??= games[name]());

/** Tables with free seats, a conversation and a program, for the lists. */
let people;
const company = () => (people ??= gather());
async function gather() {
  await tove.call('POST', '/tables', {
    game: 'earthquake',
    players: 4,
    listed: true,
    seats: [{ kind: 'me' }, { kind: 'bot', level: 4 }, { kind: 'open' }, { kind: 'open' }],
  });
  await ravn.call('POST', '/tables', {
    ...islanders,
    players: 2,
    listed: true,
    clock,
    seats: [{ kind: 'me' }, { kind: 'open' }],
  });
  await lin.call('POST', '/tables', {
    game: 'evo',
    players: 4,
    listed: true,
    seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'open' }, { kind: 'open' }],
  });
  await mara.call('POST', '/bots', { name: 'Maras-crab' });
  const id = await table('epigo');
  await jonas.call('POST', `/tables/${id}/chat`, { msg: 'c1', text: 'that double 3 again' });
  await sleep(1100);
  await mara.call('POST', `/tables/${id}/chat`, { msg: 'c2', text: 'I know how you think' });
}

/** The push of the longest line that South could order now, as number and direction. */
function longest(v) {
  const way = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] };
  const at = new Map(v.epigons.filter((e) => e.on === 'board').map((e) => [e.at, e]));
  let best = { tiles: 0 };
  for (const e of at.values()) {
    if (e.seat !== 'S') continue;
    for (const [dir, [dx, dy]] of Object.entries(way)) {
      let own = 0;
      let opp = 0;
      for (let k = 0; ; k++) {
        const t = at.get(String.fromCharCode(e.at.charCodeAt(0) + dx * k) + (Number(e.at[1]) + dy * k));
        if (!t) break;
        t.seat === 'S' ? own++ : opp++;
        if (opp > own) own = -99;
      }
      if (opp && own + opp > best.tiles) best = { tiles: own + opp, number: e.number, dir };
    }
  }
  return best;
}

const scenes = [];
const scene = (name, show) => scenes.push([name, show]);
/** A page by its address. */
const visit = (name, path, { before, who = 'p', wait = 'h1', settle = 500 } = {}) =>
  scene(name, async (k) => {
    await before?.();
    await k[who].goto(base + (typeof path === 'function' ? await path() : path));
    await k[who].waitForSelector(wait);
    await sleep(settle);
    return k[who];
  });
const plain = [
  'learn',
  'puzzles',
  'settings',
  'about',
  'api',
  'rules/epigo',
  'rules/evo',
  'rules/conqueror',
  'rules/earthquake',
];

visit('front', '/', { before: company, settle: 900 });
visit('front-new', '/', { before: company, who: 'guest', settle: 900 });
for (const path of plain) visit(path.replace('/', '-'), `/${path}`);
visit('watch', '/watch', { before: company });
visit('you', '/you', { before: async () => void (await table('over-rated'), await company()) });
visit('programs', '/programs', { before: company });
visit('profile', '/u/Mara', { before: () => table('over-rated') });
visit('sign-in', '/you', { who: 'guest' });
visit('lost', '/nowhere', { who: 'guest' });
visit('dead-link', '/t/nosuchtable', { who: 'guest' });
visit('analysis-start', '/analysis');
scene('leaderboards', async ({ p }) => {
  await table('over-rated');
  await p.goto(`${base}/leaderboards`);
  for (const name of ['EVO', 'Slow']) await p.getByRole('button', { name, exact: true }).click();
  await sleep(500);
});
for (const game of ['epigo', 'evo', 'conqueror', 'earthquake']) {
  visit(`lesson-${game}`, `/learn/${game}`, { wait: '[role=grid]' });
  scene(`lesson-${game}-6`, async ({ p }) => {
    await p.evaluate((key) => localStorage.setItem(key, '5'), `atoll.learn.${game}`);
    await p.goto(`${base}/learn/${game}`);
    await p.waitForSelector('[role=grid]');
    await sleep(700);
  });
}
for (const name of [
  'epigo-plan',
  'epigo-reveal',
  'epigo-block',
  'epigo-slide',
  'epigo-islands',
  'epigo-exit',
  'epigo-deploy',
  'evo-wheel',
  'evo-select',
  'conqueror-move',
  'earthquake-go',
  'earthquake-flat',
])
  visit(`board-${name}`, `/gallery?scene=${name}`, { wait: '[role=grid]' });

for (const name of Object.keys(games)) {
  scene(`table-${name}`, async ({ p, lang }) => {
    await p.goto(`${base}/t/${await table(name)}`);
    if (name.startsWith('over-')) await p.locator('[data-act=to-board]').click();
    await p.waitForSelector('[role=grid]');
    await sleep(500);
    const pick = p.locator(name.startsWith('conqueror') ? '[data-to]' : '[data-do^="move "]');
    if (!name.startsWith('over') && (await pick.count())) await pick.last().click();
    if (/^evo/.test(name)) await p.locator('.cell.live').first().click({ force: true });
    if (name === 'epigo' && !lang) {
      await p
        .locator('[data-act=clear]')
        .click()
        .catch(() => undefined);
      for (const n of [7, 3, 1]) {
        await p.locator(`[data-order="${n}"]`).click();
        if (n !== 1 && (await p.locator('.petal').count()))
          await p
            .locator('.petal')
            .nth(n === 7 ? 0 : 1)
            .click({ force: true });
      }
    }
  });
  if (name.startsWith('over-')) {
    // The end as a screen: what made it comes a moment later.
    scene(`end-${name.slice(5)}`, async ({ p }) => {
      await p.goto(`${base}/t/${await table(name)}`);
      await p.waitForSelector('[data-curve=done], [data-curve=none]', { timeout: 180_000 });
      await sleep(1500);
    });
    scene(`review-${name.slice(5)}`, async ({ p }) => {
      await p.goto(`${base}/r/${await table(name)}`);
      await p.waitForSelector('input[type=range]');
      await p.waitForSelector('[data-progress], [data-act=ask], .pair');
      if (await p.locator('[data-act=ask]').count()) await p.locator('[data-act=ask]').click();
      await p.waitForFunction(
        () => !document.querySelector('[data-progress]') && document.querySelector('.pair'),
        null,
        { timeout: 180_000 },
      );
      await p.getByRole('button', { name: 'To the next capture' }).click();
      await sleep(600);
    });
  }
}
for (const name of ['evo', 'conqueror3']) {
  scene(`spectator-${name}`, async ({ guest }) => {
    await guest.goto(`${base}/t/${await table(name)}`);
    await guest.waitForSelector('[role=grid]');
    await sleep(500);
    return guest;
  });
}
scene('evo-turn', async ({ p }) => {
  await p.goto(`${base}/t/${await table('evo')}`);
  for (let i = 0; i < 8 && !(await p.locator('.to').count()); i++)
    await p.locator('.cell.live').nth(i).click({ force: true });
  await p.locator('.to').first().click();
  await p.locator('[data-role]').nth(1).click();
});
scene('chat', async ({ p }) => {
  await company();
  await p.goto(`${base}/t/${await table('epigo')}`);
  await p.waitForSelector('[role=grid]');
  await p.locator('.phone button[aria-label=Chat], [data-tab=chat]').filter({ visible: true }).first().click();
  await sleep(600);
});
scene('rules-beside', async ({ p }) => {
  await p.goto(`${base}/t/${await table('evo')}`);
  await p.waitForSelector('[role=grid]');
  await p.locator('[data-act=rules]').click();
  await sleep(900);
});
scene('refused', async ({ p }) => {
  await p.goto(`${base}/t/${await table('evo')}`);
  await p.locator('.cell.live').first().click({ force: true });
  await p.locator('[data-cell]:not(.live)').last().click({ force: true });
});
scene('offline', async ({ p }) => {
  await p.goto(`${base}/t/${await table('conqueror3')}`);
  await p.waitForSelector('[role=grid]');
  await p.context().setOffline(true);
  await p.getByText('Offline.').waitFor();
  return [p, () => p.context().setOffline(false)];
});
scene('full-table', async ({ guest }) => {
  const t = await tove.call('POST', '/tables', {
    game: 'evo',
    players: 2,
    seats: [{ kind: 'me' }, { kind: 'invite' }],
  });
  const [link] = t.links;
  await ravn.call('POST', `/tables/${t.table.id}/join`, { token: link.token, seat: link.seat });
  await guest.goto(base + link.path);
  await guest.locator('[data-notice]').waitFor();
  return guest;
});
// A push over as many tiles as there are, stopped at the moment when it is counted.
for (const [name, frame] of [
  ['reveal', '.count'],
  ['reveal-cards', '.card.first'],
]) {
  scene(name, async ({ fresh }) => {
    let plan;
    const id = await midway(
      [mara, jonas],
      { game: 'epigo' },
      (v) => v.position.phase === 'plan' && (plan = longest(v.position)).tiles >= 3,
    );
    const q = await fresh({ settings: { speed: 1 } });
    await become(q, mara, base);
    await q.goto(`${base}/t/${id}`);
    const rest = [7, 6, 5, 4].filter((n) => n !== plan.number).slice(0, 2);
    await q.locator(`[data-order="${plan.number}"]`).click();
    await q.locator('.petal').nth('NESW'.indexOf(plan.dir)).click({ force: true });
    for (const n of rest) {
      await q.locator(`[data-order="${n}"]`).click();
      await q.keyboard.press('ArrowUp');
      if (await q.locator('.petal').count()) await q.locator('.petal').first().click({ force: true });
    }
    const { view } = await jonas.look(id);
    const idle = view.position.epigons
      .filter((e) => e.seat === 'N' && e.number !== plan.number)
      .sort((a, b) => a.number - b.number);
    await jonas.call('POST', `/tables/${id}/act`, {
      msg: `p${Date.now()}`,
      step: view.step,
      action: `plan ${idle
        .slice(0, 3)
        .map((e) => `${e.number}N`)
        .join(' ')}`,
    });
    await q.locator('[data-act=lock]').click();
    await q.locator(frame).last().waitFor({ timeout: 20_000 });
    if (frame === '.count') await q.waitForFunction((n) => document.querySelectorAll('.count').length >= n, plan.tiles);
    await q.getByRole('button', { name: 'Pause' }).click();
    return [q, () => q.context().close()];
  });
}
scene('invite', async ({ guest }) => {
  await guest.goto(base + '/');
  await guest.locator('[data-invite=epigo]').click();
  await guest.waitForFunction(() => /token=/.test(document.querySelector('[data-link]')?.value ?? ''));
  return guest;
});
scene('invite-three', async ({ guest }) => {
  await guest.goto(base + '/');
  await guest.locator('[data-more=earthquake]').click();
  await guest.locator('dialog[open]').getByRole('button', { name: '4', exact: true }).click();
  await guest.locator('[data-act=make]').click();
  await guest.waitForFunction(() => /token=/.test(document.querySelector('[data-link]')?.value ?? ''));
  return guest;
});
scene('hand-over', async ({ guest }) => {
  await guest.goto(base + '/');
  await guest.locator('[data-act=one-screen]').click();
  await guest.locator('[data-onescreen=epigo]').click();
  await guest.locator('[data-act=take-over]').waitFor();
  return guest;
});
for (const game of ['epigo', 'conqueror']) {
  scene(`new-table-${game}`, async ({ p }) => {
    await p.goto(base + '/');
    await p.locator(`[data-more=${game}]`).click();
    await p.waitForSelector('dialog[open] form');
  });
}
scene('layout-editor', async ({ p }) => {
  await p.goto(base + '/');
  await p.locator('[data-more=conqueror]').click();
  await p.locator('dialog [data-option="layout=custom"]').click();
  await p.locator('dialog .pad').scrollIntoViewIfNeeded();
});
scene('table-more', async ({ p }) => {
  await p.goto(`${base}/t/${await table('epigo')}`);
  await p.locator('[role=grid]').waitFor();
  await p.locator('.bar button').last().click();
  await p.locator('dialog[open]').waitFor();
});
scene('analysis-board', async ({ p }) => {
  await p.goto(`${base}/r/${await table('over-evo')}`);
  await p.waitForSelector('input[type=range]');
  await p.getByRole('button', { name: 'To the next capture' }).click();
  await sleep(600);
  await p.locator('[data-act=analyse]').click();
  await p.waitForURL('**/analysis*');
  await p.waitForSelector('[role=grid]');
  await sleep(4000);
});
for (const game of ['epigo', 'evo', 'conqueror', 'earthquake']) {
  scene(`setup-${game}`, async ({ p }) => {
    await p.goto(`${base}/analysis`);
    await p.locator(`[data-setup=${game}]`).click();
    await p.waitForSelector('[data-state=fine]');
    await p.locator('[data-item]').nth(1).click();
    await sleep(400);
  });
}
scene('broken-record', async ({ guest }) => {
  await guest.goto(`${base}/analysis`);
  await guest.locator('textarea').first().fill('{"format":"atoll/1","game":"evo","players":2,"seats":[');
  await guest.locator('[data-act=open]').click();
  await sleep(700);
  return guest;
});
// One language more, where words are longest.
for (const [name, path] of Object.entries({
  front: '/',
  learn: '/learn',
  settings: '/settings',
  you: '/you',
  about: '/about',
  programs: '/programs',
  boards: '/leaderboards',
  rules: '/rules/earthquake',
  'rules-epigo': '/rules/epigo',
  analysis: '/analysis',
  epigo: 'epigo',
  evo4: 'evo4',
  conqueror3: 'conqueror3',
  earthquake5: 'earthquake5',
  'over-earthquake': 'over-earthquake',
})) {
  scene(`german-${name}`, async ({ fresh, theme }) => {
    if (theme === 'dark') return null;
    const q = await fresh({ settings: { speed: 1, lang: 'de' } });
    await become(q, mara, base);
    await q.goto(base + (path.startsWith('/') ? path : `/t/${await table(path)}`));
    await q.waitForSelector(path.startsWith('/') ? 'h1' : '[role=grid], [data-end]');
    await sleep(700);
    return [q, () => q.context().close()];
  });
}

let taken = 0;
const failed = [];
try {
  for (const [device, opts] of Object.entries(sizes)) {
    for (const theme of ['light', 'dark']) {
      if (mode && ![device, theme, `${device}-${theme}`].includes(mode)) continue;
      const fresh = async (more = {}) => {
        const q = await atoll.person({ ...opts, colorScheme: theme, settings: { speed: 1, curve: true }, ...more });
        q.setDefaultTimeout(30_000);
        return q;
      };
      const k = { p: await fresh(), guest: await fresh(), fresh, device, theme };
      await become(k.p, mara, base);
      for (const [name, show] of scenes) {
        if (!only.some((o) => name.includes(o))) continue;
        try {
          const shown = await show(k);
          if (shown === null) continue;
          const [page, done] = Array.isArray(shown) ? shown : [shown ?? k.p];
          if (name !== 'chat' && name !== 'rules-beside') await page.evaluate(() => window.scrollTo(0, 0));
          await sleep(250);
          await page.screenshot({ path: join(out, `${name}-${device}-${theme}.png`) });
          taken++;
          await done?.();
        } catch (e) {
          failed.push(`${name}-${device}-${theme}: ${String(e.message).split('\n')[0]}`);
        }
      }
      for (const q of [k.p, k.guest]) await q.context().close();
    }
  }
} finally {
  await atoll.close();
}
console.log(`${taken} pictures in ${Math.round((Date.now() - began) / 1000)} s, in ${out}`);
if (failed.length) {
  console.error(`not taken:\n  ${failed.join('\n  ')}`);
  process.exitCode = 1;
}
