// make layout: every kind of table in every state, size and language. Prints what is wrong; with a folder as first
// argument also takes pictures. Further arguments choose: kinds, states, sizes (as 360x640), languages, dark.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { open } from './helper.mjs';
import { measure, opening, resize, sizes, touch } from './measure.mjs';
import { company, has, kinds, show, states, tables } from './scenes.mjs';

const [out, ...only] = process.argv.slice(2);
const chosen = (list) => {
  const some = list.filter((x) => only.includes(x));
  return some.length ? some : list;
};
const picked = chosen(sizes.map((s) => s.join('x'))).map((s) => s.split('x').map(Number));
const theme = only.includes('dark') ? 'dark' : 'light';
if (out) mkdirSync(out, { recursive: true });
const atoll = await open('--examples');
const languages = readdirSync(new URL('../src/lib/i18n', import.meta.url)).flatMap(
  (f) => /^(\w\w)\.ts$/.exec(f)?.[1] ?? [],
);
let looked = 0;
const found = [];
try {
  const people = await company(atoll.base);
  const make = tables(people);
  for (const kind of chosen(Object.keys(kinds)))
    for (const lang of chosen(languages))
      for (const state of chosen(states).filter((s) => has(kind, s))) {
        const page = await atoll.person({
          hasTouch: true,
          settings: { lang, theme, ...(state === 'reveal' || state === 'again' ? { speed: 0.2 } : {}) },
        });
        const tell = (size, lines) => {
          for (const l of lines) {
            found.push([kind, state, lang, size.join('×'), l]);
            console.log(`${kind.padEnd(12)} ${state.padEnd(8)} ${lang}  ${size.join('×').padEnd(10)} ${l}`);
          }
        };
        try {
          const want = await show(atoll.base, people, make, page, kind, state);
          for (const size of picked) {
            await resize(page, size);
            tell(size, await measure(page, want));
            // Phones and tablets. Smaller is a zoomed window, larger has columns: those have a mouse.
            if (Math.min(...size) >= 360 && Math.max(...size) <= 1366) tell(size, await touch(page));
            if (out)
              await page.screenshot({ path: join(out, `${kind}-${state}-${size.join('x')}-${lang}-${theme}.png`) });
            looked++;
          }
          // What is pressed stays where it is, and so does all else.
          const { rows } = kinds[kind];
          if (state === 'turn' && rows) for (const size of picked) tell(size, await opening(page, rows, size));
          tell([0, 0], page.problems);
        } catch (e) {
          tell([0, 0], [String(e).split('\n')[0]]);
        }
        await page.context().close();
      }
} finally {
  await atoll.close();
}
console.log(`${found.length} things wrong in ${looked} looks`);
process.exitCode = found.length ? 1 : 0;
