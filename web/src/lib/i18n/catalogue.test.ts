import { describe, expect, it } from 'vitest';
import { de } from './de';
import { en } from './en';
import { fill } from './index.svelte';
import { lessons as lessonsDe } from './lessons.de';
import { lessons as lessonsEn } from './lessons.en';

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
  it('choose by number', () => {
    expect(fill('{n|one step|# steps} to {at}', { n: 1, at: 'd4' })).toBe('one step to d4');
    expect(fill('{n|one step|# steps} to {at}', { n: 3, at: 'd4' })).toBe('3 steps to d4');
  });
});
