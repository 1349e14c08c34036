import { describe, expect, it } from 'vitest';
import { parse } from '$lib/markdown';

const pages = import.meta.glob<string>(['../../../../docs/rules/*.md', '../../../../docs/rules/*/*.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const page = (path: string): string => pages[`../../../../docs/rules/${path}.md`] ?? '';

/** The skeleton of a page: its headings' levels, its pictures, the shapes of its lists and tables. */
const bones = (source: string): string[] =>
  parse(source).map((b) => {
    switch (b.kind) {
      case 'h':
        return `h${b.level}`;
      case 'img':
        return b.src.split('/').pop() ?? '';
      case 'ul':
      case 'ol':
        return `${b.kind} ${b.items.length}`;
      case 'table':
        return `table ${b.head.length}×${b.rows.length}`;
      default:
        return b.kind;
    }
  });

/** How each language marks a ruling of ours. */
const rulings: Record<string, RegExp> = {
  de: /unsere regelung(en)?\b/gi,
  es: /nuestras? reglas?\b/gi,
  fr: /(notre interprétation|nos interprétations)/gi,
};
const languages = [...new Set(Object.keys(pages).flatMap((p) => /rules\/(\w\w)\//.exec(p)?.[1] ?? []))];
const games = Object.keys(pages).flatMap((p) => /rules\/([a-z]+)\.md$/.exec(p)?.[1] ?? []);

describe.each(languages)('the rules in %s', (lang) => {
  for (const game of games) {
    it(`say the same of ${game}, part by part`, () => {
      const en = bones(page(game));
      expect(en.length).toBeGreaterThan(20);
      expect(bones(page(`${lang}/${game}`))).toEqual(en);
    });
    it(`name the same options and texts of ${game}`, () => {
      const words = (s: string): string[] => [...new Set([...s.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? ''))].sort();
      expect(words(page(`${lang}/${game}`))).toEqual(words(page(game)));
    });
    it(`mark as many rulings of ${game}`, () => {
      const en = page(game).match(/our rulings?\b/gi)?.length ?? 0;
      const mark = rulings[lang];
      expect(mark, `rulings has no words for ${lang}`).toBeDefined();
      expect(page(`${lang}/${game}`).match(mark!)?.length ?? 0).toBe(en);
    });
  }
});

describe('the words in the diagrams', () => {
  const drawings = import.meta.glob<string>('../../../../docs/rules/img/*.svg', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const shown = (game: string): string[] =>
    [...page(game).matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map((m) => `../../../../docs/rules/${m[1]}`);
  const words = (game: string): string[] =>
    shown(game).flatMap((file) =>
      [...(drawings[file] ?? '').matchAll(/<text[^>]*>([^<]*[A-Za-z]{2}[^<]*)</g)].map((m) => m[1] ?? ''),
    );
  const labels = import.meta.glob<Record<string, string>>('../../../../docs/rules/*/*.json', {
    eager: true,
    import: 'default',
  });
  it('are those of pages that show every picture there is', () => {
    expect([...new Set(games.flatMap(shown))].sort()).toEqual(Object.keys(drawings).sort());
    expect(new Set(games.flatMap(words)).size).toBeGreaterThan(40);
  });
  for (const lang of languages) {
    it.each(games)(`are all there in ${lang} for %s, and no others`, (game) => {
      const own = labels[`../../../../docs/rules/${lang}/${game}.json`] ?? {};
      expect(Object.keys(own).sort()).toEqual([...new Set(words(game))].sort());
    });
  }
});
