import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Writes the positions of all puzzles where a server finds them: it draws them for links. */
export function puzzles(games, file) {
  return {
    name: 'puzzles',
    apply: 'build',
    async closeBundle() {
      const all = {};
      for (const game of readdirSync(games).sort()) {
        const source = join(games, game, 'puzzles.ts');
        if (!existsSync(source)) continue;
        const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), {
          compilerOptions: { target: 'ES2022', module: 'ESNext' },
        });
        const { default: list } = await import(
          `data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`
        );
        all[game] = list.map(({ position, me, kind, n }) => ({ position, me, kind, n }));
      }
      writeFileSync(file, JSON.stringify(all));
    },
  };
}
