// Pictures of every main screen: desktop and phone, light and dark, into ../screenshots (or the folder given).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { act, launch, person, sleep, startServer } from './helper.mjs';

const out = process.argv[2] ?? new URL('../../screenshots', import.meta.url).pathname;
mkdirSync(out, { recursive: true });
const server = await startServer();
const browser = await launch();
const sizes = { desktop: { viewport: { width: 1440, height: 900 } }, phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } };
try {
  for (const [device, opts] of Object.entries(sizes)) {
    for (const colorScheme of ['light', 'dark']) {
      const p = await person(browser, { ...opts, colorScheme });
      const shot = async (name) => {
        await p.evaluate(() => window.scrollTo(0, 0));
        await sleep(250);
        await p.screenshot({ path: join(out, `${name}-${device}-${colorScheme}.png`) });
      };
      for (const [name, path] of Object.entries({ front: '/', learn: '/learn', 'lesson-evo': '/learn/evo', 'rules-epigo': '/rules/epigo', settings: '/settings', about: '/about', lost: '/nowhere' })) {
        await p.goto(server.base + path);
        await p.waitForSelector('h1');
        await sleep(500);
        await shot(name);
      }
      for (const scene of ['epigo-plan', 'epigo-reveal', 'epigo-block', 'epigo-exit', 'epigo-deploy', 'evo-wheel', 'evo-select', 'conq-move', 'quake-go', 'quake-flat']) {
        await p.goto(`${server.base}/gallery?scene=${scene}`);
        await p.waitForSelector('[role=grid]');
        await shot(`board-${scene}`);
      }
      for (const game of ['epigo', 'evo', 'conqueror', 'earthquake']) {
        await p.goto(server.base + '/');
        await p.locator(`[data-bot=${game}]`).click();
        await p.waitForSelector('[role=grid]');
        for (let i = 0; i < 12; i++) {
          if (await p.locator('[data-result]').count()) break;
          await act(p, game).catch(() => false);
          await sleep(150);
        }
        await shot(`table-${game}`);
      }
      await p.goto(server.base + '/');
      await p.locator('[data-invite=epigo]').click();
      await p.waitForFunction(() => /token=/.test(document.querySelector('[data-link]')?.value ?? ''));
      await shot('invite');
      await p.goto(server.base + '/');
      await p.locator('[data-more=conqueror]').click();
      await p.waitForSelector('dialog[open] form');
      await shot('new-table');
      await p.context().close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
