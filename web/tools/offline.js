import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';

// What a visitor without a network does not need; the files of core/ are named by core.json, without their packing.
const left = /^(sw\.js|licences\.txt|puzzles\.json|board\/.*|.*\.map|core\/.*\.(gz|br))$/;

/** Writes the service worker of what was built in a folder, with the list of what belongs to it. */
export function writeServiceWorker(dir, source) {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) => relative(dir, join(f.parentPath, f.name)).split(sep).join('/'))
    .filter((name) => !left.test(name))
    .sort();
  const index = readFileSync(join(dir, 'index.html'), 'utf8');
  const entry = /assets\/[^"]+\.js/.exec(index)?.[0];
  if (!entry) throw new Error('index.html begins with no script');
  const core = join(dir, 'core/core.json');
  const rules = existsSync(core) ? Object.keys(JSON.parse(readFileSync(core, 'utf8')).sizes) : [];
  const assets = [...names.filter((n) => n.startsWith('assets/')), ...rules.map((n) => `core/${n}`)];
  const plain = names.filter((n) => !n.startsWith('assets/')).map((n) => (n === 'index.html' ? '' : n));
  // One script: what a browser without pages needs for being told things stands beside.
  const text = ['', 'push.ts']
    .map((name) => readFileSync(name ? join(dirname(source), name) : source, 'utf8'))
    .join('\n');
  const { outputText: code } = ts.transpileModule(text, {
    compilerOptions: { target: 'ES2022', module: 'ESNext', removeComments: true },
  });
  const hash = createHash('sha256').update(code);
  for (const n of names) hash.update(n).update(n.startsWith('assets/') ? '' : readFileSync(join(dir, n)));
  const release = { version: hash.digest('hex').slice(0, 12), entry, assets, plain };
  writeFileSync(join(dir, 'sw.js'), `const release = ${JSON.stringify(release)};\n${code}`);
}

/**
 * What is done with the whole of what was built. Files name each other by relative paths; index.html answers for every
 * path of a server, so it names them from the root.
 */
export function offline(dir, source) {
  const finish = () => {
    const change = (name, how) => writeFileSync(join(dir, name), how(readFileSync(join(dir, name), 'utf8')));
    change('index.html', (html) => html.replaceAll('="./', '="/'));
    // The one script that is not bundled goes out without its reasons.
    change('theme.js', (script) => script.replace(/^ *\/\/.*\n/gm, ''));
    writeServiceWorker(dir, source);
  };
  return { name: 'offline', apply: 'build', closeBundle: { order: 'post', sequential: true, handler: finish } };
}
