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

describe.each(languages)('the rules in %s', (lang) => {
  for (const game of ['epigo', 'evo', 'conqueror', 'earthquake']) {
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
  const words = new Set(
    Object.values(drawings).flatMap((svg) =>
      [...svg.matchAll(/<text[^>]*>([^<]*[A-Za-z]{2}[^<]*)</g)].map((m) => m[1] ?? ''),
    ),
  );
  const labels = import.meta.glob<Record<string, string>>('./diagrams.*.json', { eager: true, import: 'default' });
  it.each(languages)('are all there in %s, and no others', (lang) => {
    expect(words.size).toBeGreaterThan(40);
    expect(Object.keys(labels[`./diagrams.${lang}.json`] ?? {}).sort()).toEqual([...words].sort());
  });
});
