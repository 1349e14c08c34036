// The words of the pages, one file a language beside this one; those of a game lie in its folder and come with it. English
// is part of the program, the others are loaded when chosen. docs/translating.md tells how to add one.
import { settings } from '../settings.svelte';
import { words as en } from './en';

export type Words = Record<keyof typeof en, string>;
export type Key = keyof Words;
type Vars = Record<string, string | number>;
/** Stands for the reader where a name would stand: sentences then say you. No name can have this character. */
export const YOU = '\u0002';
export type Translate<K extends string> = (key: K, vars?: Vars) => string;
/** Words beside those of the pages, in one language. */
type Part = (code: string) => Promise<Record<string, string>>;

const files = import.meta.glob<Words>('./[a-z][a-z].ts', { import: 'words' });
const codeOf = (file: string): string => file.slice(2, 4);
const ownName = (code: string): string => {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
};

/** The languages by their codes, each with its own name: English first. */
export const languages: Record<string, string> = Object.fromEntries(
  Object.keys(files)
    .map(codeOf)
    .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b))
    .map((code) => [code, ownName(code)]),
);

const now: { lang: string; words: Record<string, string> } = $state({ lang: 'en', words: en });
const parts = new Map<string, { load: Part; ready: Promise<void> }>();

/** Loads words beside those of the pages; they change with the language from then on. */
export function addWords(name: string, load: Part): Promise<void> {
  const known = parts.get(name);
  if (known) return known.ready;
  const ready = (async () => {
    let code: string;
    let more: Record<string, string>;
    do {
      code = now.lang;
      more = await load(code);
    } while (code !== now.lang);
    now.words = { ...now.words, ...more };
  })();
  parts.set(name, { load, ready });
  ready.catch(() => parts.delete(name));
  return ready;
}

export const lang = (): string => now.lang;
/** The language with the reader’s own region, where they have one: 20:00 in Britain is 8 PM in America. */
export const locale = (): string => regional(now.lang, navigator.languages);
export const regional = (code: string, wanted: readonly string[]): string =>
  wanted.find((l) => l.toLowerCase().startsWith(`${code}-`)) ?? code;

/** Translates any key, filling `{name}` from vars. `{n|one|# many}` chooses by number, `{who|you|#}` by whether it is the reader. */
export function word(key: string, vars?: Vars): string {
  return fill(now.words[key] ?? (en as Record<string, string>)[key] ?? key, vars, now.lang, now.words.self);
}
/** Translates a key of the pages; each game has the like for its own. */
export const t: Translate<Key> = word;
/** Whether there are words for a key. */
export const has = (key: string): boolean => key in now.words;

const rules = new Map<string, Intl.PluralRules>();
function category(n: number, code: string): Intl.LDMLPluralRule {
  let r = rules.get(code);
  if (!r) rules.set(code, (r = new Intl.PluralRules(code)));
  return r.select(n);
}

/**
 * Two forms are for one and for more; a language with more forms names them: `{n|one:…|few:…|other:…}`. Of a name the
 * first is for the reader, the second for everybody else.
 */
export function fill(text: string, vars?: Vars, code = 'en', self: string = en.self): string {
  if (!vars) return text;
  const filled = text.replace(/\{(\w+)((?:\|[^|}]*)*)\}/g, (whole, name: string, list: string) => {
    const v = vars[name];
    if (v === undefined) return whole;
    if (!list) return String(v);
    const forms = list.slice(1).split('|');
    const kind = typeof v === 'number' ? category(v, code) : v === YOU ? 'one' : 'other';
    const named = forms.find((f) => f.startsWith(`${kind}:`)) ?? forms.find((f) => f.startsWith('other:'));
    const form = named ? named.slice(named.indexOf(':') + 1) : kind === 'one' ? forms[0] : forms[forms.length - 1];
    return (form ?? '').replace('#', () => String(v));
  });
  const said = filled.replaceAll(YOU, self);
  return code === 'fr' ? said.replace(silent, '$1$2’') : said;
}
/** In French the e of de and que falls silent before a name that begins with a vowel: d’Insulaire. */
const silent = /(^|[ *(])([Dd]|[Qq]u)e (?=\**[AEIOUÀÂÉÈÊËÎÏÔÛŒ])/g;

export async function useLanguage(wanted: string): Promise<void> {
  const code = wanted in languages ? wanted : 'en';
  const [words, ...more] = await Promise.all([
    code === 'en' ? en : (files[`./${code}.ts`]?.() ?? en),
    ...[...parts.values()].map((p) => p.load(code)),
  ]);
  now.words = Object.assign({}, words, ...more) as Record<string, string>;
  now.lang = code;
  document.documentElement.lang = code;
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

/** A share of one as the reader’s language writes it: 50%, 50 %. */
export function percent(n: number, digits = 0): string {
  return n.toLocaleString(now.lang, { style: 'percent', maximumFractionDigits: digits, minimumFractionDigits: digits });
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
