import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the positions of all puzzles where a server finds them: it draws them for links. */
export function puzzles(games, file) {
  return {
    name: 'puzzles',
    apply: 'build',
    closeBundle() {
      const all = {};
      for (const game of readdirSync(games).sort()) {
        const source = join(games, game, 'puzzles.jsonl');
        if (!existsSync(source)) continue;
        all[game] = readFileSync(source, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
          .map(({ p: position, s: me, k: kind, n }) => ({ position, me, kind, n }));
      }
      writeFileSync(file, JSON.stringify(all));
    },
  };
}
