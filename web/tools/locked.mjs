// Fails when a package is installed in a version that the lock file does not name. `npm ci` would do, but it also
// refuses a lock without the binaries of systems that a registry lacks.
import { readFileSync } from 'node:fs';

const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')).packages;
const lock = read('../package-lock.json');
const installed = read('../node_modules/.package-lock.json');
const wrong = Object.entries(installed)
  .filter(([path, p]) => lock[path]?.version !== p.version && !p.optional)
  .map(([path, p]) => `${path}: ${p.version} is installed, the lock has ${lock[path]?.version ?? 'nothing'}`);
if (wrong.length) {
  console.error(wrong.join('\n'));
  process.exit(1);
}
