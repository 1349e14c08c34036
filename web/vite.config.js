import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { bundled } from './tools/bundled.js';
import { offline } from './tools/offline.js';
import { puzzles } from './tools/puzzles.js';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

// The server embeds dist/app; assets have hashed names, so it may cache them for ever.
export default defineConfig({
  // So that the pages can be put below any path.
  base: './',
  plugins: [
    svelte(),
    bundled(at('./dist/bundled.json')),
    puzzles(at('./src/games'), at('./dist/app/puzzles.json')),
    offline(at('./dist/app'), at('./sw/sw.ts')),
  ],
  test: { include: ['src/**/*.test.ts'], css: { include: [/app\.css/] } },
  resolve: { alias: { $lib: at('./src/lib'), $ui: at('./src/ui'), $games: at('./src/games') } },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    // What most pages share comes in one piece: many small ones compress worse and cost a request each.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'pieces',
              test: /src\/(boards\/|games\/\w+\/(Picture|Tile|TileIcon|Chip|Token|Castle|Island|Coin|Foam|Stack|Explorer|Rosette|card|glyphs|model)\.)/,
            },
            { name: 'shared', test: /src\/(lib|ui|games\/[^/]+$)/, minShareCount: 18 },
            { name: 'play', test: /src\/(lib|ui)\/(sound|ring|rings|player|Rich)\./ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: process.env.ATOLL_SERVER ?? 'http://127.0.0.1:8080', ws: true } } },
});
