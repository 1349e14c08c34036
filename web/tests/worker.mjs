// The worker with the rules, without a screen in front of it.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { within } from './helper.mjs';

const assets = fileURLToPath(new URL('../dist/app/assets/', import.meta.url));
const workerFile = () => `/assets/${readdirSync(assets).find((f) => /^core\.worker-.*\.js$/.test(f))}`;

const patience = 120_000;

/** Puts into a page what the adapter does, so that a test can ask the worker without a screen. */
export async function core(page, base) {
  await page.goto(`${base}/rules`);
  const started = page.evaluate(
    ([file, core]) =>
      new Promise((done, failed) => {
        const w = new Worker(file, { type: 'module' });
        const open = new Map();
        let next = 1;
        window.ask = (method, path, body) =>
          new Promise((answer) => {
            open.set(next, answer);
            w.postMessage({
              kind: 'request',
              id: next++,
              method,
              path,
              body: body === undefined ? '' : JSON.stringify(body),
            });
          });
        window.give = (id) => w.postMessage({ kind: 'cancel', id });
        window.lastId = () => next - 1;
        w.onerror = (e) => failed(new Error(e.message));
        w.onmessage = ({ data: m }) => {
          if (m.kind === 'ready') done();
          if (m.kind === 'failed') failed(new Error(m.why));
          if (m.kind === 'answer') open.get(m.id)({ status: m.status, data: m.text ? JSON.parse(m.text) : null });
        };
        w.postMessage({ kind: 'start', role: 'tables', core });
      }),
    [workerFile(), `${base}/core/core.json`],
  );
  await within(patience, 'the worker with the rules does not start', started);
  return async (method, path, body) => {
    const asked = page.evaluate((a) => window.ask(...a), [method, path, body]);
    const { status, data } = await within(patience, `${method} ${path}`, asked);
    assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(data)}`);
    return data;
  };
}
export const me = { kind: 'me' };
export const bot = (level) => ({ kind: 'bot', level });
