import { describe, expect, it } from 'vitest';
import { fill, YOU } from './index.svelte';

type Words = Record<string, string>;
const pages = import.meta.glob<Words>('./[a-z][a-z].ts', { eager: true, import: 'words' });
const games = import.meta.glob<Words>('../../games/*/lang/*.ts', { eager: true, import: 'words' });
const lessons = import.meta.glob<Words>('../../games/*/lesson.en.json', { eager: true, import: 'default' });
const parts = import.meta.glob<Words>('../../pages/*/lang/*.ts', { eager: true, import: 'words' });
const sources = import.meta.glob<string>('../../**/*.{svelte,ts}', { eager: true, query: '?raw', import: 'default' });

const code = (file: string): string => /(\w\w)\.ts$/.exec(file)?.[1] ?? '';
const gameOf = (file: string): string => /games\/(\w+)\//.exec(file)?.[1] ?? '';
const partOf = (file: string): string => /pages\/(\w+)\//.exec(file)?.[1] ?? '';
const places = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map((m) => m[1]!))].sort();
const codes = Object.keys(pages).map(code);
const ids = [...new Set(Object.keys(games).map(gameOf))];

/** Every catalogue: the pages' and each game's, by language. */
const catalogues = [
  { name: 'pages', words: Object.fromEntries(Object.entries(pages).map(([f, w]) => [code(f), w])) },
  ...ids.map((id) => ({
    name: id,
    words: Object.fromEntries(
      Object.entries(games)
        .filter(([f]) => gameOf(f) === id)
        // In English a lesson's words have a file of their own.
        .map(([f, w]) => [code(f), code(f) === 'en' ? { ...w, ...lessons[`../../games/${id}/lesson.en.json`] } : w]),
    ),
  })),
  ...[...new Set(Object.keys(parts).map(partOf))].map((part) => ({
    name: `the page ${part}`,
    words: Object.fromEntries(
      Object.entries(parts)
        .filter(([f]) => partOf(f) === part)
        .map(([f, w]) => [code(f), w]),
    ),
  })),
];
const firstPart = (words: Words): string => Object.keys(words)[0]?.split('.')[0] ?? '';

describe.each(catalogues)('the words of $name', ({ name, words }) => {
  const en = words.en ?? {};
  it('are there in every language, with no key missing or left over', () => {
    expect(Object.keys(words).sort()).toEqual([...codes].sort());
    for (const w of Object.values(words)) expect(Object.keys(w).sort()).toEqual(Object.keys(en).sort());
  });
  it('fill the same places', () => {
    for (const w of Object.values(words))
      for (const [k, v] of Object.entries(en)) expect(places(w[k] ?? ''), k).toEqual(places(v));
  });
  it('begin with the name of their game, so that no two games share a key', () => {
    const prefix = name.startsWith('the page ') ? firstPart(en) : name;
    const own = (k: string): boolean => k.startsWith(`${prefix}.`);
    expect(
      Object.keys(en).filter((k) => (name === 'pages' ? ids.some((id) => k.startsWith(`${id}.`)) : !own(k))),
    ).toEqual([]);
  });
  it('are all used', () => {
    const texts = Object.entries(sources)
      .filter(([f]) => !/\/lang\/|\/i18n\/\w\w\.ts|\.test\.ts|^\.\/\w\w\.ts$/.test(f))
      .filter(
        ([f]) =>
          name === 'pages' || name.startsWith('the page ') || f.includes(`/games/${name}/`) || f.includes('/learn/'),
      )
      .map(([, text]) => text);
    expect(texts.length).toBeGreaterThan(5);
    const whole = new Set<string>();
    const begun = new Set<string>();
    for (const text of texts) {
      for (const m of text.matchAll(/['"`]([a-zA-Z0-9][\w. ]*)['"`]/g)) whole.add(m[1]!);
      for (const m of text.matchAll(/`((?:\w+\.)+\w*)\$\{/g)) begun.add(m[1]!);
      // A lesson's words are put together from the game, the step and the part.
      if (text.includes('.lesson.${')) begun.add(`${name}.lesson.`);
    }
    const unused = Object.keys(en).filter((k) => !whole.has(k) && ![...begun].some((b) => k.startsWith(b)));
    expect(unused).toEqual([]);
  });
});

describe('words with numbers', () => {
  it('choose between one and more by the rules of the language', () => {
    expect(fill('{n|one step|# steps} to {at}', { n: 1, at: 'd4' })).toBe('one step to d4');
    expect(fill('{n|one step|# steps} to {at}', { n: 3, at: 'd4' })).toBe('3 steps to d4');
    expect(fill('{n|# pas|# pas de plus}', { n: 0 }, 'fr')).toBe('0 pas');
    expect(fill('{n|# step|# steps}', { n: 0 }, 'en')).toBe('0 steps');
  });
  it('know languages with more than two forms', () => {
    const text = '{n|one:# ruch|few:# ruchy|other:# ruchów}';
    expect([1, 3, 5].map((n) => fill(text, { n }, 'pl'))).toEqual(['1 ruch', '3 ruchy', '5 ruchów']);
  });
});

describe('words with names', () => {
  const text = '**{who}** {who|push|pushes} {whom|you|#} to {at}.';
  it('call the reader you, and everybody else by name', () => {
    expect(fill(text, { who: YOU, whom: 'Mara', at: 'd4' })).toBe('**You** push Mara to d4.');
    expect(fill(text, { who: 'Mara', whom: YOU, at: 'd4' })).toBe('**Mara** pushes you to d4.');
    expect(fill('{who|Your|#’s} 5', { who: 'Mara' })).toBe('Mara’s 5');
    expect(fill('Order of play: {list}.', { list: [YOU, 'Mara'].join(', ') }, 'de', 'Du')).toBe(
      'Order of play: Du, Mara.',
    );
  });
  it('drop a silent e before a name in French', () => {
    const french = '{who|Votre|Le} {n}{who|| de #} glisse en {to}.';
    expect(fill(french, { who: 'Insulaire', n: 5, to: 'a6' }, 'fr', 'Vous')).toBe('Le 5 d’Insulaire glisse en a6.');
    expect(fill(french, { who: 'Mara', n: 5, to: 'a6' }, 'fr', 'Vous')).toBe('Le 5 de Mara glisse en a6.');
    expect(fill(french, { who: YOU, n: 5, to: 'a6' }, 'fr', 'Vous')).toBe('Votre 5 glisse en a6.');
    expect(fill('de {from} à {to}', { from: 'a1', to: 'e5' }, 'fr')).toBe('de a1 à e5');
    expect(fill('de {who}', { who: 'Insulaire' }, 'es')).toBe('de Insulaire');
  });
  it('take a name as it is, whatever it looks like', () => {
    expect(fill('{who|you|#} wins', { who: '$& #1' })).toBe('$& #1 wins');
    expect(fill(text, { who: 'You', whom: '1', at: 'd4' })).toBe('**You** pushes 1 to d4.');
  });
});
