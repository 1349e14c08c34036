// Measures what the eye notices: frames a second through an Epigo reveal and through falling tiles, plain and with the CPU slowed down four times,
// and the time from a click to a bot game on the board. Prints figures; decides nothing. Run it on a quiet machine.
import { caller, dice, open, playFor, seat, sleep } from './helper.mjs';

const atoll = await open();

async function reveal(throttle) {
  const p = await atoll.person({ settings: { speed: 1 } });
  await p.goto(atoll.base + '/');
  await p.locator('[data-bot=epigo]').click();
  await p.locator('[data-act=ready]').click();
  await p.locator('[data-act=lock]').waitFor();
  for (const n of [7, 3, 5]) {
    await p.locator(`[data-order="${n}"]`).click();
    await p.locator('.petal').first().click({ force: true });
  }
  const cdp = await p.context().newCDPSession(p);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const events = [];
  cdp.on('Tracing.dataCollected', (e) => events.push(...e.value));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'devtools.timeline.frame',
        'disabled-by-default-devtools.timeline.frame',
        'blink.user_timing',
      ],
    },
  });
  await p.evaluate(() => {
    globalThis.ticks = [];
    const tick = (t) => {
      if (document.querySelector('[data-act=skip]')) ticks.push(t);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await p.locator('[data-act=lock]').click();
  await p.locator('[data-act=skip]').waitFor({ timeout: 30_000 });
  await Promise.race([
    p
      .locator('[data-act=skip]')
      .waitFor({ state: 'detached', timeout: 40_000 })
      .catch(() => undefined),
    sleep(15_000),
  ]);
  const ticks = await p.evaluate(() => globalThis.ticks);
  const done = new Promise((r) => cdp.once('Tracing.tracingComplete', r));
  await cdp.send('Tracing.end');
  await done;
  const gaps = ticks
    .slice(1)
    .map((t, i) => t - ticks[i])
    .filter((g) => g < 2000)
    .sort((a, b) => a - b);
  const seconds = gaps.reduce((a, b) => a + b, 0) / 1000;
  const at = (q) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * q))] ?? 0;
  const drawn = events.filter((e) => e.name === 'DrawFrame').length;
  const dropped = events.filter((e) => e.name === 'DroppedFrame').length;
  const time = (name) => events.filter((e) => e.name === name && e.dur).reduce((n, e) => n + e.dur, 0) / 1000;
  console.log(
    `reveal, CPU ÷ ${throttle}: ${(gaps.length / seconds).toFixed(1)} frames a second over ${seconds.toFixed(1)} s (gap: median ${at(0.5).toFixed(1)} ms, 95 % ${at(0.95).toFixed(1)} ms, worst ${at(1).toFixed(1)} ms); drawn ${drawn}, dropped ${dropped}`,
  );
  console.log(
    `  main thread: layout ${time('Layout').toFixed(0)} ms, style ${time('UpdateLayoutTree').toFixed(0)} ms, paint ${time('Paint').toFixed(0)} ms, scripts ${time('FunctionCall').toFixed(0)} ms`,
  );
  await p.context().close();
}

/** Turns of Earthquake Island, in which the tops of stacks fall: the same figures as of a reveal. */
async function falls(throttle) {
  const people = [await caller(atoll.base, 'Mara'), await caller(atoll.base, 'Lin')];
  const id = await seat(people, { game: 'earthquake' });
  await playFor(people, id, (v) => v.position.phase === 'go');
  const p = await atoll.person({ settings: { speed: 1 } });
  await p.goto(`${atoll.base}/t/${id}`);
  await p.waitForSelector('[role=grid]');
  const cdp = await p.context().newCDPSession(p);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await p.evaluate(() => {
    globalThis.ticks = [];
    const tick = (t) => {
      if (document.querySelector('[data-act=skip]')) ticks.push(t);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  for (let n = 0; n < 6; n++) {
    let moves = 0;
    await playFor(people, id, () => moves++ >= 2, { random: dice(n + 5) });
    await p.waitForSelector('[data-act=skip]', { timeout: 3000 }).catch(() => undefined);
    await p.waitForSelector('[data-act=skip]', { state: 'detached', timeout: 20_000 });
  }
  const ticks = await p.evaluate(() => globalThis.ticks);
  const gaps = ticks
    .slice(1)
    .map((t, i) => t - ticks[i])
    .filter((g) => g < 400)
    .sort((a, b) => a - b);
  const seconds = gaps.reduce((a, b) => a + b, 0) / 1000;
  const at = (q) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * q))] ?? 0;
  console.log(
    `falling tiles, CPU ÷ ${throttle}: ${(gaps.length / seconds).toFixed(1)} frames a second over ${seconds.toFixed(1)} s (gap: median ${at(0.5).toFixed(1)} ms, 95 % ${at(0.95).toFixed(1)} ms, worst ${at(1).toFixed(1)} ms)`,
  );
  await p.context().close();
}

async function clicks() {
  for (const game of ['epigo', 'evo', 'conqueror', 'earthquake']) {
    const all = [];
    for (let i = 0; i < 3; i++) {
      const p = await atoll.person({ settings: { speed: 1 } });
      await p.goto(atoll.base + '/');
      await p.locator(`[data-bot=${game}]`).waitFor();
      await sleep(400);
      await p.evaluate((game) => {
        document
          .querySelector(`[data-bot=${game}]`)
          .addEventListener('click', () => (globalThis.began = performance.now()), { capture: true });
        new MutationObserver((_, o) => {
          if (!document.querySelector('[role=grid]')) return;
          o.disconnect();
          requestAnimationFrame(() => requestAnimationFrame((t) => (globalThis.shown = t)));
        }).observe(document.body, { subtree: true, childList: true });
      }, game);
      await p.locator(`[data-bot=${game}]`).click();
      await p.waitForFunction(() => globalThis.shown);
      const [ms, parts] = await p.evaluate(() => [
        globalThis.shown - globalThis.began,
        performance
          .getEntriesByType('resource')
          .filter((r) => r.startTime >= globalThis.began)
          .map(
            (r) =>
              `${new URL(r.name).pathname.replace(/-[\w-]{8}\.(js|css)$/, '.$1')} +${Math.round(r.startTime - globalThis.began)} ${Math.round(r.duration)} ms`,
          ),
      ]);
      all.push({ ms, parts });
      await p.context().close();
    }
    all.sort((a, b) => a.ms - b.ms);
    console.log(`click to the board of ${game}: ${all.map((x) => Math.round(x.ms)).join(', ')} ms`);
    if (process.argv.includes('-v')) console.log('  ' + all[1].parts.join('\n  '));
  }
}

try {
  await clicks();
  await reveal(1);
  await reveal(4);
  await falls(1);
  await falls(4);
} finally {
  await atoll.close();
}
