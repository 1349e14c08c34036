// What a browser asks for before it offers to install a page, and what it opens once it has: from a server, and from a
// folder on a web space below a path.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { bin, chrome, stage } from './helper.mjs';
import { filesIn, keep, publish, release } from './releases.mjs';

const atoll = stage();
const slow = { timeout: 60_000 };

function temp(t) {
  const dir = mkdtempSync(join(tmpdir(), 'atoll-install-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A browser with a profile of its own: windows that leave no trace install nothing. */
async function browser(t) {
  const ctx = await chromium.launchPersistentContext(temp(t), { ...chrome, locale: 'en-GB' });
  t.after(() => ctx.close());
  return ctx.newPage();
}

const places = {
  server: async () => {
    const site = await publish({ behind: atoll.base });
    return { site, files: release(0), at: (path) => site.base + path };
  },
  site: async (t) => {
    const site = await publish({ below: '/club/games/', pages: false });
    const dir = temp(t);
    execFileSync(bin, ['site', dir]);
    return { site, files: filesIn(dir), at: (path) => `${site.base}/#${path}` };
  },
};

/** What the browser has against installing the page that is open. */
async function faults(page) {
  const cdp = await page.context().newCDPSession(page);
  const { errors } = await cdp.send('Page.getAppManifest');
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  await cdp.detach();
  return [...errors.map((e) => e.message), ...installabilityErrors.map((e) => e.errorId)];
}

for (const [where, there] of Object.entries(places)) {
  test(`from a ${where}: installable, and every address of the manifest is a page`, async (t) => {
    const { site, files, at } = await there(t);
    t.after(() => site.close());
    const name = 'manifest.webmanifest';
    const manifest = JSON.parse(files.get(name).toString());
    const page = await browser(t);
    // The same with a fault in the manifest: what finds nothing must be able to find something.
    const broken = (change) => new Map(files).set(name, Buffer.from(JSON.stringify({ ...manifest, ...change })));
    for (const [change, found] of [
      [{ icons: manifest.icons.slice(0, 0) }, 'manifest-missing-suitable-icon'],
      [{ display: 'browser' }, 'manifest-display-not-supported'],
      [{ start_url: 'https://elsewhere.example/' }, 'start-url-not-valid'],
      [{}, undefined],
    ]) {
      site.put(broken(change));
      await page.goto(at('/rules'));
      await page.reload();
      await page.waitForSelector('h1', slow);
      const all = await faults(page);
      if (found) assert.ok(all.includes(found), `${found} was not found, but ${all}`);
      else assert.deepEqual(all, []);
    }

    // Shortcuts and files, before anything is kept: a web space answers for its first page alone.
    const opened = [...manifest.shortcuts.map((s) => s.url), ...manifest.file_handlers.map((f) => f.action)];
    for (const url of opened) {
      await page.goto('about:blank');
      await page.goto(new URL(url, `${site.base}/${name}`).href);
      await page.waitForSelector(url.endsWith('analysis') ? '[data-begin]' : '[role=grid]', slow);
    }

    // A record that is shared comes as a form, which the service worker takes, with no network.
    await keep(page, at('/settings'));
    await page.goto(at('/rules'));
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, slow);
    site.down();
    const { action, params } = manifest.share_target;
    const record = files.get('board/examples/evo.json').toString();
    await page.evaluate(
      ([to, field, text]) => {
        const form = Object.assign(document.createElement('form'), {
          action: to,
          method: 'POST',
          enctype: 'multipart/form-data',
        });
        const file = Object.assign(document.createElement('input'), { type: 'file', name: field });
        const list = new DataTransfer();
        list.items.add(new File([text], 'game.atoll'));
        file.files = list.files;
        form.append(file);
        document.body.append(form);
        form.submit();
      },
      [new URL(action, `${site.base}/${name}`).href, params.files[0].name, record],
    );
    await page.waitForURL((u) => /analysis\?p=/.test(u.href), slow);
    await page.waitForSelector('[role=grid]', slow);
  });
}
