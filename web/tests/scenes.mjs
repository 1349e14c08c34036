// Tables in every state, for those who look at them: `scene` opens one in a page, `want` is what must be seen of it.
import { become, caller, dice, playFor, seat, sleep } from './helper.mjs';

const clock = { kind: 'fischer', initial_s: 1800, increment_s: 5 };

/** Every kind of table; `rows` are what one presses, `confirm` the button that ends it. */
export const kinds = {
  epigo: {
    setup: { game: 'epigo' },
    players: 2,
    square: true,
    rows: '[data-order]',
    confirm: '[data-act=lock]',
    turn: (v) => v.position.phase === 'plan',
  },
  islanders: {
    setup: { game: 'epigo', options: { variant: 'islanders' } },
    players: 2,
    square: true,
    rows: '[data-order]',
    confirm: '[data-act=lock]',
    turn: (v) => v.position.phase === 'plan',
  },
  evo: {
    setup: { game: 'evo' },
    players: 2,
    square: true,
    cells: true,
    cornered: true,
    turn: (v) => v.position.turn >= 8,
  },
  evo4: { setup: { game: 'evo' }, players: 4, cells: true, cornered: true, turn: (v) => v.position.turn >= 8 },
  conqueror: {
    setup: { game: 'conqueror' },
    players: 2,
    square: true,
    rows: '[data-to]',
    confirm: '[data-act=walk]',
    turn: (v) => v.position.phase === 'move' && v.legal?.actions?.length > 2,
  },
  conqueror4: {
    setup: { game: 'conqueror' },
    players: 4,
    rows: '[data-to]',
    confirm: '[data-act=walk]',
    turn: (v) => v.position.phase === 'move' && v.legal?.actions?.length > 2,
  },
  earthquake: {
    setup: { game: 'earthquake' },
    players: 2,
    rows: '[data-do]',
    confirm: '[data-act=confirm]',
    turn: (v) => v.position.phase === 'go' && v.legal?.actions?.length > 2,
  },
  earthquake6: {
    setup: { game: 'earthquake' },
    players: 6,
    rows: '[data-do]',
    confirm: '[data-act=confirm]',
    turn: (v) => v.position.phase === 'go' && v.legal?.actions?.length > 2,
  },
  // One without screens of its own.
  generic: {
    setup: { game: 'nim' },
    players: 2,
    rows: '[data-choice]',
    confirm: '[data-act=confirm]',
    turn: () => true,
  },
};
export const states = ['waiting', 'turn', 'choice', 'again', 'reveal', 'result', 'review'];

/** People with names as long as names may be; the first is the one who looks. */
export async function company(base) {
  const people = [];
  for (const n of [
    'Bartholomew-the-Patient',
    'Wilhelmine-von-der-Au',
    'Tove',
    'Ravn',
    'Lin-of-the-far-islands',
    'Kaya',
  ])
    people.push(await caller(base, n, 'a long password'));
  return people;
}

/** Nothing has happened yet where the game without screens of its own is looked at. */
export const has = (kind, state) => kind !== 'generic' || state !== 'again';

/** The same table serves every state of one kind, in this order. */
export function tables(people) {
  const made = new Map();
  const isMe = (v) =>
    v.seats.find((s) => s.seat === v.viewer)?.mine && v.seats.find((s) => s.seat === v.viewer)?.name === people[0].name;
  const make = (kind, state) => {
    const k = kinds[kind];
    const at = state === 'choice' || state === 'again' ? 'turn' : state === 'review' ? 'result' : state;
    const key = `${kind} ${at}`;
    if (!made.has(key)) made.set(key, create(k, at));
    return made.get(key);
  };
  async function create(k, at) {
    const sit = people.slice(0, k.players);
    if (at === 'waiting') {
      const t = await sit[0].call('POST', '/tables', {
        ...k.setup,
        clock,
        players: k.players,
        seats: [{ kind: 'me' }, ...sit.slice(1).map(() => ({ kind: 'open' }))],
      });
      return t.table.id;
    }
    for (let seed = 1; seed < 20; seed++) {
      const id = await seat(sit, { ...k.setup, clock });
      const v = await playFor(sit, id, at === 'result' ? undefined : (v) => isMe(v) && k.turn(v), {
        random: dice(seed),
      });
      if (at === 'result' || v.status === 'running') return id;
    }
    throw new Error(`no ${k.setup.game} game came to the moment wanted`);
  }
  return make;
}

/** Opens a state of a kind of table in a page of the first person. Returns what must be seen. */
export async function show(base, people, make, page, kind, state) {
  const k = kinds[kind];
  const id = await make(kind, state);
  await become(page, people[0], base);
  await page.goto(`${base}/${state === 'review' ? 'r' : 't'}/${id}`);
  const look = await people[0].look(id);
  const seats = look.view.seats.map((s) => s.seat);
  const want = { clocks: seats, tray: look.view.viewer, board: true, square: k.square, cornered: k.cornered };
  if (state === 'review') {
    await page.waitForSelector('input[type=range]');
    return {};
  }
  if (state === 'waiting') {
    await page.waitForSelector('[data-link]');
    return {};
  }
  if (state === 'result') {
    await page.waitForSelector('[data-end]');
    return { confirm: '[data-act=rematch]' };
  }
  if (state === 'reveal') {
    await page.waitForSelector('.fit [role=grid], .fit [data-board], [data-end]');
    let over = false;
    for (let n = 0; n < 6 && !over && !(await page.locator('[data-act=skip]').count()); n++) {
      let moves = 0;
      const v = await playFor(people.slice(0, k.players), id, () => moves++ >= k.players, { random: dice(n + 3) });
      over = v.status !== 'running';
      await page.waitForSelector('[data-act=skip]', { timeout: 2000 }).catch(() => undefined);
    }
    const pause = page.locator('[data-act=pause]');
    if (await pause.count()) await pause.click();
    await sleep(200);
    // A short game may have ended meanwhile: then its result is on show.
    return over ? {} : want;
  }
  await page.waitForSelector(k.rows ?? '.cell.live');
  if (state === 'choice') {
    if (k.cells) {
      for (let i = 0; i < 8 && !(await page.locator('.to').count()); i++)
        await page.locator('.cell.live').nth(i).click({ force: true });
      await page.locator('.to').first().click();
      await page.waitForSelector('[data-act=confirm]');
      want.confirm = '[data-act=confirm]';
    } else await page.locator(k.rows).first().click();
  }
  if (k.confirm) want.confirm = k.confirm;
  if (state === 'again') {
    await page.locator('[data-act=watch-again]:visible').first().click();
    // It closes by itself when it has been told.
    await page.locator('[data-act=pause-again]').click();
    // Rows, chips and their button are in the sheet; it is lower now, and can be pulled.
    if (!(await page.locator(`${k.confirm}:visible`).count())) delete want.confirm;
  }
  return want;
}
