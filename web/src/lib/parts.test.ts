// A part that is loaded later may not come. The tool that bundles the pages moves `.then(…)` into what it waits for, and its own
// failure out of it: only a `.catch(…)` behind hears of both. Nor does `{#await}` without `{:catch}`.
import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.svelte', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('says what happens when a part does not come', () => {
  const deaf: string[] = [];
  let seen = 0;
  for (const [file, text] of Object.entries(sources)) {
    for (const m of text.matchAll(/void import\([^;]*;/g)) {
      seen++;
      if (!/\.catch\(/.test(m[0])) deaf.push(`${file}: ${m[0]}`);
    }
    for (const m of text.matchAll(/\{#await[^\n]*import\(.*/g)) deaf.push(`${file}: ${m[0]}`);
  }
  expect(seen).toBeGreaterThan(5);
  expect(deaf).toEqual([]);
});
