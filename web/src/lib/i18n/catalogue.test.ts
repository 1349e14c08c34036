import { describe, expect, it } from 'vitest';
import { de as coreDe } from './de';
import { de as analysisDe } from './de.analysis';
import { en as coreEn } from './en';
import { en as analysisEn } from './en.analysis';
import { fill } from './index.svelte';
import { lessons as lessonsDe } from './lessons.de';
import { lessons as lessonsEn } from './lessons.en';

const de = { ...coreDe, ...analysisDe };
const en = { ...coreEn, ...analysisEn };

const names = (s: string): string[] => [...s.matchAll(/\{(\w+)/g)].map((m) => m[1]!).sort();

describe('catalogues', () => {
  it('have the same keys', () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
    expect(Object.keys(lessonsDe).sort()).toEqual(Object.keys(lessonsEn).sort());
  });
  it('fill the same places', () => {
    for (const [k, v] of Object.entries(en)) {
      const other = de[k as keyof typeof en];
      expect(new Set(names(other)), k).toEqual(new Set(names(v)));
    }
  });
  it('have the words of analyses apart, and no other page uses them', () => {
    expect(Object.keys(analysisEn).filter((k) => k in coreEn)).toEqual([]);
    const all = import.meta.glob('../../**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true }) as Record<
      string,
      string
    >;
    const files = Object.entries(all).filter(
      ([f]) => !/pages\/(analysis|review)\/|games\/(\w+\/)?setup\.ts|\/i18n\/|^\.\/[a-z]/.test(f),
    );
    expect(files.length).toBeGreaterThan(60);
    const used = files.flatMap(([f, text]) =>
      [...text.matchAll(/['`]((?:board|review|setup)\.[a-zA-Z.]+)/g)].map((m) => `${f} ${m[1]!}`),
    );
    expect(used.filter((u) => !((u.split(' ')[1] ?? '') in coreEn))).toEqual([]);
  });
  it('choose by number', () => {
    expect(fill('{n|one step|# steps} to {at}', { n: 1, at: 'd4' })).toBe('one step to d4');
    expect(fill('{n|one step|# steps} to {at}', { n: 3, at: 'd4' })).toBe('3 steps to d4');
  });
});
