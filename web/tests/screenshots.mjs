// Pictures of every main screen: desktop and phone, light and dark, into ../screenshots (or the folder given).
// A second argument takes only the pictures whose name contains it; a third only one device or theme.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { become, caller, dice, launch, person, playFor, seat, sleep, startServer } from './helper.mjs';

const out = process.argv[2] ?? new URL('../../screenshots', import.meta.url).pathname;
const only = process.argv[3] ?? '';
const mode = process.argv[4] ?? '';
mkdirSync(out, { recursive: true });
const server = await startServer();
const { base } = server;
const browser = await launch();
const sizes = { desktop: { viewport: { width: 1440, height: 900 } }, phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } };

/** Games under way, so that every picture shows a real moment. Mara is the one who looks. */
async function prepare() {
  const mara = await caller(base, 'Mara', 'a long password');
  const jonas = await caller(base, 'Jonas', 'a long password');
  const others = [];
  for (const name of ['Tove', 'Ravn', 'Lin', 'Kaya', 'Ibrahim']) others.push(await caller(base, name));
  const all = [mara, jonas, ...others];
  const [tove, ravn, lin] = others;
  const tables = {};
  const mine = (v) => v.viewer === v.seats.find((s) => s.name === 'Mara')?.seat;
  const midway = async (name, people, setup, when, seed = 7) => {
    if (only && !name.includes(only) && !only.includes(name)) return;
    tables[name] = await seat(people, setup);
    await playFor(people, tables[name], (v) => mine(v) && when(v), { random: dice(seed) });
  };
  const clock = { kind: 'fischer', initial_s: 600, increment_s: 5 };
  await midway('epigo', [mara, jonas], { game: 'epigo', clock }, (v) => v.position.phase === 'plan' && v.position.turn >= 6);
  await midway('epigo-deploy', [mara, jonas], { game: 'epigo', clock }, (v) => v.position.phase === 'deploy');
  await midway('islanders', [mara, jonas], { game: 'epigo', options: { variant: 'islanders' } }, (v) => v.position.phase === 'plan' && v.position.turn >= 5, 5);
  await midway('islanders-deploy', [mara, jonas], { game: 'epigo', options: { variant: 'islanders' } }, (v) => v.position.phase === 'deploy');
  for (const phase of ['slide', 'exit']) await midway(`epigo-${phase}`, [mara, jonas], { game: 'epigo', options: { variant: 'islanders' } }, (v) => v.position.phase === phase, 11);
  await midway('evo', [mara, jonas], { game: 'evo', clock }, (v) => v.position.turn >= 30, 3);
  await midway('evo4', [mara, jonas, ravn, lin], { game: 'evo' }, (v) => v.position.turn >= 44, 4);
  for (const n of [2, 3, 4]) await midway(`conqueror${n}`, all.slice(0, n), { game: 'conqueror' }, (v) => v.position.islands?.filter((i) => i.won_by).length >= 2 && v.legal?.actions?.length > 2, n);
  await midway('conqueror-custom', [mara, jonas, tove], { game: 'conqueror', options: { layout: 'custom' } }, (v) => v.position.islands?.some((i) => i.won_by) && v.legal?.actions?.length > 2, 9);
  for (const n of [2, 3, 4, 5, 6]) await midway(`earthquake${n}`, all.slice(0, n), { game: 'earthquake' }, (v) => v.position.turn_number >= 3 * n && v.position.phase === 'go' && v.legal?.actions?.length > 3, n);
  await midway('earthquake-volcano', all.slice(0, 4), { game: 'earthquake' }, (v) => v.position.cells?.some((c) => c.volcano) && v.legal?.actions?.length > 2, 21);
  // Finished games, rated ones among them, for results, reviews, profiles and leaderboards.
  for (const [game, people] of Object.entries({ epigo: [mara, jonas], evo: [mara, jonas], conqueror: [mara, jonas, tove], earthquake: all.slice(0, 5) })) {
    tables[`over-${game}`] = await seat(people, { game });
    await playFor(people, tables[`over-${game}`], undefined, { random: dice(2) });
  }
  for (let i = 0; i < 14; i++) {
    const id = await seat([mara, jonas], { game: 'evo', rated: true, clock });
    if (i === 13) tables['over-rated'] = id;
    await (i % 3 === 1 ? mara : jonas).call('POST', `/tables/${id}/do`, { msg: `r${i}`, do: 'resign' });
  }
  await tove.call('POST', '/tables', { game: 'earthquake', players: 4, listed: true, seats: [{ kind: 'me' }, { kind: 'bot', level: 4 }, { kind: 'open' }, { kind: 'open' }] });
  await ravn.call('POST', '/tables', { game: 'epigo', players: 2, listed: true, options: { variant: 'islanders' }, clock, seats: [{ kind: 'me' }, { kind: 'open' }] });
  await lin.call('POST', '/tables', { game: 'evo', players: 4, listed: true, seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'open' }, { kind: 'open' }] });
  if (tables.epigo) {
    await jonas.call('POST', `/tables/${tables.epigo}/chat`, { msg: 'c1', text: 'that double 3 again' });
    await sleep(1100);
    await mara.call('POST', `/tables/${tables.epigo}/chat`, { msg: 'c2', text: 'I know how you think' });
  }
  return { mara, tables };
}

try {
  const { mara, tables } = await prepare();
  for (const [device, opts] of Object.entries(sizes)) {
    for (const colorScheme of ['light', 'dark']) {
      if (mode && mode !== device && mode !== colorScheme && mode !== `${device}-${colorScheme}`) continue;
      const wanted = (name) => !only || name.includes(only);
      const p = await person(browser, { ...opts, colorScheme });
      const guest = await person(browser, { ...opts, colorScheme });
      await become(p, mara, base);
      const shot = async (name, page = p, full = false) => {
        await page.evaluate(() => window.scrollTo(0, 0));
        await sleep(250);
        await page.screenshot({ path: join(out, `${name}-${device}-${colorScheme}.png`), fullPage: full });
      };
      const pages = { front: '/', learn: '/learn', 'lesson-epigo': '/learn/epigo', 'lesson-evo': '/learn/evo', 'lesson-conqueror': '/learn/conqueror', 'lesson-earthquake': '/learn/earthquake', 'rules-epigo': '/rules/epigo', puzzles: '/puzzles', analysis: '/analysis', watch: '/watch', you: '/you', programs: '/programs', profile: '/u/Mara', leaderboards: '/leaderboards', settings: '/settings', about: '/about', api: '/api', lost: '/nowhere' };
      for (const [name, path] of Object.entries(pages)) {
        if (!wanted(name)) continue;
        await p.goto(base + path);
        await p.waitForSelector('h1');
        await sleep(700);
        await shot(name);
      }
      for (const [name, path] of Object.entries({ 'front-new': '/', 'sign-in': '/you', 'dead-link': '/t/nosuchtable' })) {
        if (!wanted(name)) continue;
        await guest.goto(base + path);
        await guest.waitForSelector('h1');
        await sleep(500);
        await shot(name, guest);
      }
      for (const scene of ['epigo-plan', 'epigo-reveal', 'epigo-block', 'epigo-slide', 'epigo-islands', 'epigo-exit', 'epigo-deploy', 'evo-wheel', 'evo-select', 'conq-move', 'quake-go', 'quake-flat']) {
        if (!wanted(`board-${scene}`)) continue;
        await p.goto(`${base}/gallery?scene=${scene}`);
        await p.waitForSelector('[role=grid]');
        await shot(`board-${scene}`);
      }
      for (const [name, id] of Object.entries(tables)) {
        if (!wanted(`table-${name}`)) continue;
        await p.goto(`${base}/t/${id}`);
        await p.waitForSelector('[role=grid]');
        await sleep(500);
        if (name.startsWith('conqueror')) await p.locator('[data-to]').last().click().catch(() => undefined);
        if (name.startsWith('earthquake')) await p.locator('[data-do]').last().click().catch(() => undefined);
        if (name.startsWith('evo')) await p.locator('.cell.live').first().click({ force: true }).catch(() => undefined);
        if (name === 'epigo') for (const n of [7, 3, 1]) {
          await p.locator(`[data-order="${n}"]`).click();
          if (n !== 1) await p.locator('.petal').nth(n === 7 ? 0 : 1).click({ force: true }).catch(() => undefined);
        }
        await shot(`table-${name}`);
        if (name === 'epigo') {
          await p.locator('.phone button[aria-label=Chat], [role=tab]').filter({ visible: true }).last().click();
          await sleep(600);
          await p.screenshot({ path: join(out, `chat-${device}-${colorScheme}.png`) });
        }
        if (name.startsWith('over-')) {
          await p.goto(`${base}/r/${id}`);
          await p.waitForSelector('input[type=range]');
          await p.getByRole('button', { name: 'To the next capture' }).click();
          await sleep(600);
          await shot(`review-${name.slice(5)}`);
        }
      }
      if (wanted('reveal')) {
        const q = await person(browser, { ...opts, colorScheme, settings: { speed: 1 } });
        await q.goto(base + '/');
        await q.locator('[data-bot=epigo]').click();
        await q.locator('[data-act=ready]').click();
        for (const n of [7, 3, 5]) {
          await q.locator(`[data-order="${n}"]`).click();
          await q.locator('.petal').first().click({ force: true });
        }
        await q.locator('[data-act=lock]').click();
        await q.locator('[data-act=skip]').waitFor({ timeout: 20_000 });
        await sleep(1500);
        await q.getByRole('button', { name: 'Pause' }).click();
        await shot('reveal', q);
        await q.context().close();
      }
      if (wanted('invite')) {
        await guest.goto(base + '/');
        await guest.locator('[data-invite=epigo]').click();
        await guest.waitForFunction(() => /token=/.test(document.querySelector('[data-link]')?.value ?? ''));
        await shot('invite', guest);
      }
      if (wanted('hand-over')) {
        await guest.goto(base + '/');
        await guest.locator('[data-hot=epigo]').click();
        await guest.locator('[data-act=take-over]').waitFor();
        await shot('hand-over', guest);
      }
      for (const game of ['epigo', 'conqueror']) {
        if (!wanted(`new-table-${game}`)) continue;
        await p.goto(base + '/');
        await p.locator(`[data-more=${game}]`).click();
        await p.waitForSelector('dialog[open] form');
        if (game === 'conqueror') await p.locator('dialog [data-option="layout=custom"]').click();
        await shot(`new-table-${game}`);
      }
      if (wanted('refused') && tables.evo) {
        await p.goto(`${base}/t/${tables.evo}`);
        await p.locator('.cell.live').first().click({ force: true });
        await p.locator('[data-cell]:not(.live)').last().click({ force: true });
        await shot('refused');
      }
      await p.context().close();
      await guest.context().close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
