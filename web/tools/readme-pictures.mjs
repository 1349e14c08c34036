// Makes the small pictures of the README from the large ones: node tools/readme-pictures.mjs [folder of make screenshots].
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const from = process.argv[2] ?? new URL('../../screenshots', import.meta.url).pathname;
const to = new URL('../../docs/img', import.meta.url).pathname;
const pictures = {
  front: 'front-desktop-light',
  epigo: 'reveal-desktop-dark',
  evo: 'evo-turn-desktop-light',
  conqueror: 'table-conqueror3-desktop-light',
  earthquake: 'table-earthquake5-desktop-dark',
  review: 'review-epigo-desktop-light',
  phone: 'table-evo4-phone-light',
};
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
const page = await browser.newPage();
for (const [name, file] of Object.entries(pictures)) {
  const png = readFileSync(join(from, `${file}.png`)).toString('base64');
  const webp = await page.evaluate(async (png) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 })).arrayBuffer(),
    );
    return btoa(bytes.reduce((s, b) => s + String.fromCharCode(b), ''));
  }, png);
  writeFileSync(join(to, `${name}.webp`), Buffer.from(webp, 'base64'));
}
await browser.close();
