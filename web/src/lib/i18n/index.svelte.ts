// One catalogue for each language, in parts: the words of all pages, and those of reviews and the analysis board, which
// come with these. English is part of the program, the others are loaded when chosen.
import { settings } from '../settings.svelte';
import { en } from './en';
import type { en as analysis } from './en.analysis';

export type Core = Record<keyof typeof en, string>;
export type Part = Record<keyof typeof analysis, string>;
export type Key = keyof Core | keyof Part;

/** A new language is two files beside this one and a line here. */
export const languages: Record<string, { name: string; load: () => Promise<Core>; analysis: () => Promise<Part> }> = {
  en: { name: 'English', load: () => Promise.resolve(en), analysis: () => import('./en.analysis').then((m) => m.en) },
  de: {
    name: 'Deutsch',
    load: () => import('./de').then((m) => m.de),
    analysis: () => import('./de.analysis').then((m) => m.de),
  },
};

const now: { lang: string; words: Partial<Record<Key, string>> } = $state({ lang: 'en', words: en });
let analysing: Promise<void> | null = null;

/** Loads a page together with the words of reviews and analyses. */
export async function withAnalysis<T>(page: Promise<T>): Promise<T> {
  analysing ??= (async () => {
    now.words = { ...now.words, ...(await languages[now.lang]?.analysis()) };
  })().catch((e: unknown) => {
    analysing = null;
    throw e;
  });
  await analysing;
  return page;
}

export const lang = (): string => now.lang;

/** Translates, filling `{name}` from vars. `{n|one|# many}` chooses by number. */
export function t(key: Key, vars?: Record<string, string | number>): string {
  return fill(now.words[key] ?? (en as Partial<Record<Key, string>>)[key] ?? key, vars);
}

export function fill(text: string, vars?: Record<string, string | number>): string {
  if (!vars) return text;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const v = vars[name];
    if (v === undefined) return whole;
    if (one === undefined || many === undefined) return String(v);
    return (Number(v) === 1 ? one : many).replace('#', String(v));
  });
}

export async function useLanguage(code: string): Promise<void> {
  const entry = languages[code] ?? languages.en;
  if (!entry) return;
  const [words, more] = await Promise.all([entry.load(), analysing ? entry.analysis() : {}]);
  now.words = { ...words, ...more };
  now.lang = languages[code] ? code : 'en';
  document.documentElement.lang = now.lang;
}

export function preferred(): string {
  if (settings.lang in languages) return settings.lang;
  for (const l of navigator.languages) {
    const short = l.slice(0, 2).toLowerCase();
    if (short in languages) return short;
  }
  return 'en';
}

export function number(n: number, digits = 0): string {
  return n.toLocaleString(now.lang, { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

/** A change of a chance, in points with their sign. */
export function points(v: number, digits = 0): string {
  const text = number(Math.abs(v * 100), digits);
  return /^[0.,]*$/.test(text) ? text : (v > 0 ? '+' : '−') + text;
}

export function ago(when: Date): string {
  const s = (when.getTime() - Date.now()) / 1000;
  const f = new Intl.RelativeTimeFormat(now.lang, { numeric: 'auto', style: 'short' });
  for (const [unit, size] of [
    ['day', 86400],
    ['hour', 3600],
    ['minute', 60],
  ] as const) {
    if (Math.abs(s) >= size) return f.format(Math.round(s / size), unit);
  }
  return t('justNow');
}
