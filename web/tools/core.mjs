// Builds the rules and bots for browsers: WebAssembly, the script of Go that runs it, and the files that the bots have
// learnt, each under a name with a hash of its content and compressed. core.json names them all.
//
//   node web/tools/core.mjs OUT [GO]
//
// Node's brotli is used because it takes 15 seconds for what takes pure Go a minute and a half.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../../', import.meta.url));
const out = process.argv[2];
const go = process.argv[3] ?? 'go';
if (!out) throw new Error('usage: node web/tools/core.mjs OUT [GO]');

// What is no part of the program in a browser: a folder of files for each game.
const learnt = join(root, 'bots/learnt');

const packs = {
  gz: (data) => gzipSync(data, { level: 9 }),
  br: (data) =>
    brotliCompressSync(data, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_LGWIN]: 24,
        [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
      },
    }),
};

// Where bots spend their time the compiler may put functions into each other; elsewhere that only makes the program larger.
const quick = [
  ...['runtime/...', 'internal/...', 'sync/...', 'math/...', 'slices', 'sort', 'bytes', 'unicode/...', 'hash/...'],
  ...['crypto/...', 'atoll/game', 'atoll/games/...', 'atoll/search/...', 'atoll/bots/...', 'atoll/fair'],
];
const inlining = ['-gcflags=all=-l', ...quick.map((p) => `-gcflags=${p}=`)];

const sizes = {};
/** Keeps the compressed forms of a file under a name with its hash, unless they are there. */
function keep(file, name) {
  const data = readFileSync(file);
  const ext = extname(name);
  const hash = createHash('sha256').update(data).digest('hex').slice(0, 10);
  const hashed = `${name.slice(0, -ext.length)}-${hash}${ext}`;
  sizes[hashed] = { plain: data.length };
  for (const [kind, pack] of Object.entries(packs)) {
    const at = join(out, `${hashed}.${kind}`);
    if (!existsSync(at)) writeFileSync(at, pack(data));
    sizes[hashed][kind] = statSync(at).size;
  }
  return hashed;
}

mkdirSync(out, { recursive: true });
const tmp = mkdtempSync(join(tmpdir(), 'atoll-core-'));
try {
  const wasm = join(tmp, 'atoll.wasm');
  execFileSync(go, ['build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', ...inlining, '-o', wasm, './cmd/wasm'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, GOOS: 'js', GOARCH: 'wasm', CGO_ENABLED: '0' },
  });
  const goroot = execFileSync(go, ['env', 'GOROOT'], { cwd: root, encoding: 'utf8' }).trim();
  const core = {
    wasm: keep(wasm, 'atoll.wasm'),
    exec: keep(join(goroot, 'lib/wasm/wasm_exec.js'), 'exec.js'),
    learnt: {},
    sizes,
  };
  for (const game of readdirSync(learnt))
    if (game !== 'testdata' && statSync(join(learnt, game)).isDirectory())
      core.learnt[game] = Object.fromEntries(
        readdirSync(join(learnt, game)).map((f) => [
          `${game}/${f}`,
          keep(join(learnt, game, f), `${game}-${f.replaceAll('.', '-')}.bin`),
        ]),
      );
  for (const f of readdirSync(out)) if (f !== 'core.json' && !sizes[f.replace(/\.(gz|br)$/, '')]) rmSync(join(out, f)); // left by an earlier build
  writeFileSync(join(out, 'core.json'), JSON.stringify(core, null, 2) + '\n');
  const s = sizes[core.wasm];
  const mb = (n) => (n / 1e6).toFixed(2);
  console.log(`core: ${mb(s.plain)} MB of code, ${mb(s.gz)} MB with gzip, ${mb(s.br)} MB with brotli`);
} finally {
  rmSync(tmp, { recursive: true, force: true });
}
