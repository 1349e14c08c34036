import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Notes which npm packages have ended up in the pages, so that their licences come with them. */
export function bundled(file) {
  const names = new Set();
  const packageOf = (id) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
  return {
    name: 'bundled-packages',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        const ids = part.type === 'chunk' ? Object.keys(part.modules) : (part.originalFileNames ?? []);
        for (const id of ids) {
          const name = packageOf(id);
          if (name) names.add(name);
        }
      }
    },
    closeBundle() {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify([...names].sort(), null, 2)}\n`);
    },
  };
}
