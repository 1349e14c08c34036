// Releases of the front end that follow each other, served in front of a real server: the files of release n are those that
// were built with other hashes in their names, so that each has its own and none of those before.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const built = join(dirname(fileURLToPath(import.meta.url)), '../dist/app');
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const text = /\.(html|js|css|json|webmanifest|txt)$/;

/** The files of a folder by their names. */
export function filesIn(dir) {
  const files = new Map();
  for (const f of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!f.isFile()) continue;
    const path = join(f.parentPath, f.name);
    files.set(relative(dir, path).split(sep).join('/'), readFileSync(path));
  }
  return files;
}

function readBuilt() {
  const files = filesIn(built);
  if (!files.has('sw.js')) throw new Error('no front end in dist/app: run make build');
  // A server sends the rules unpacked to whoever takes them no other way.
  return new Map([...files].map(([n, d]) => (n.endsWith('.gz') ? [n.slice(0, -3), gunzipSync(d)] : [n, d])));
}

/** The files of a release. The 0th is as built. */
export function release(n) {
  const files = readBuilt();
  if (n === 0) return files;
  const names = [...files.keys()].filter((f) => f.startsWith('assets/')).map((f) => f.slice('assets/'.length));
  const fresh = new Map(names.map((f) => [f, f.replace(/(\.[^.]+)$/, `${n}$1`)]));
  // One pass: longer names first, so that none is taken for a part of another.
  const any = new RegExp(
    [...names]
      .sort((a, b) => b.length - a.length)
      .map((f) => f.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('|'),
    'g',
  );
  const out = new Map();
  for (const [name, data] of files) {
    const to = name.startsWith('assets/') ? `assets/${fresh.get(name.slice('assets/'.length))}` : name;
    let body = data;
    if (text.test(name)) {
      let s = data.toString('utf8').replace(any, (f) => fresh.get(f));
      if (name === 'sw.js') s = s.replace(/"version":"(\w+)"/, `"version":"$1-${n}"`);
      body = Buffer.from(s);
    }
    out.set(to, body);
  }
  return out;
}

/** Presses the button in the settings and waits until everything is there. */
export async function keep(page, settings) {
  await page.goto(settings);
  await page.locator('[data-act=keep]').click();
  await page.waitForSelector('[data-keep=kept]', { timeout: 240_000 });
}

/**
 * Serves a release below a path; what is no file of it goes to the server behind, if there is one. With a rate all files
 * together come at so many bytes a second, as over a slow line. As on any web space a file that a browser has is not sent
 * again. `encoded` says of what ends in .gz that the browser is to unpack it.
 */
export async function publish({
  behind = '',
  below = '/',
  pages = true,
  headers = {},
  rate = 0,
  encoded = false,
} = {}) {
  let files = new Map();
  let up = true;
  let sent = 0;
  const asked = [];
  let free = 0; // when the line has sent all that was given to it
  async function slowly(res, data) {
    const piece = Math.ceil(rate / 100);
    for (let at = 0; at < data.length && !res.destroyed; at += piece) {
      // One piece of one file after the other. A timer that is late on a busy machine makes the line no slower.
      const part = data.subarray(at, at + piece);
      free = Math.max(free, performance.now()) + (part.length / rate) * 1000;
      const wait = free - performance.now();
      if (wait > 1) await new Promise((r) => setTimeout(r, wait));
      res.write(part);
    }
    res.end();
  }
  const server = createServer((req, res) => {
    const path = new URL(req.url, 'http://x').pathname;
    asked.push(`${req.method} ${path}`);
    if (!up) return void req.socket.destroy();
    if (behind && /^\/(api\/|healthz|readyz)/.test(path)) {
      const to = request(behind + req.url, { method: req.method, headers: req.headers }, (from) => {
        res.writeHead(from.statusCode, from.headers);
        from.pipe(res);
      });
      to.on('error', () => res.destroy());
      res.on('close', () => to.destroy());
      req.pipe(to);
      return;
    }
    if (!path.startsWith(below)) return void res.writeHead(404).end();
    let name = path.slice(below.length) || 'index.html';
    if (!files.has(name) && pages && !extname(name)) name = 'index.html';
    const data = files.get(name);
    if (!data) return void res.writeHead(404).end();
    const tag = `"${createHash('sha256').update(data).digest('hex').slice(0, 16)}"`;
    if (req.headers['if-none-match'] === tag) return void res.writeHead(304, { ETag: tag }).end();
    res.writeHead(200, {
      ...headers,
      ...(encoded && name.endsWith('.gz') ? { 'Content-Encoding': 'gzip' } : {}),
      ETag: tag,
      'Content-Type': types[extname(name)] ?? 'application/octet-stream',
      'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    sent += data.length;
    if (rate) void slowly(res, data);
    else res.end(data);
  });
  await new Promise((r) => server.listen(0, '127.0.0.1', r));
  return {
    base: `http://127.0.0.1:${server.address().port}${below}`.replace(/\/$/, ''),
    asked,
    /** How many bytes of files were asked for so far. */
    sent: () => sent,
    put: (next) => void (files = next),
    down: () => void (up = false),
    up: () => void (up = true),
    close: () => {
      server.closeAllConnections();
      return new Promise((r) => server.close(r));
    },
  };
}
