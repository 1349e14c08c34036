// Themes beside the sea chart: other colours for the same tokens, by day and by night. Loaded when one is chosen; its text is
// kept, so that the next page paints with it at once (public/theme.js).
import type { Look } from './settings.svelte';

type Tokens = Record<string, string>;
export interface Colours {
  light: Tokens;
  dark: Tokens;
}

/** What a preview shows of the sea chart, whatever is worn. */
export const chart: Colours = {
  light: {
    bg: '#e8f1f2',
    surface: '#fcfdfb',
    ink: '#10263a',
    line: '#c9d8db',
    primary: '#0a5f75',
    'slate-a': '#e6edef',
    'slate-b': '#d8e3e7',
    'sea-a': '#bfe0e6',
    last: '#f2c14a',
    seat1: '#1b59b8',
    seat2: '#c2410f',
    seat3: '#1b7048',
    'on-seat': '#ffffff',
  },
  dark: {
    bg: '#0b1620',
    surface: '#13222e',
    ink: '#eaf1f3',
    line: '#294152',
    primary: '#62c6d8',
    'slate-a': '#22354a',
    'slate-b': '#1c2d41',
    'sea-a': '#12313e',
    last: '#c08f2a',
    seat1: '#5c98f5',
    seat2: '#f57b4b',
    seat3: '#44b57c',
    'on-seat': '#05141d',
  },
};

export const looks: Record<Exclude<Look, 'chart'>, Colours> = {
  contrast: {
    light: {
      bg: '#ffffff',
      surface: '#ffffff',
      surface2: '#f2f4f5',
      ink: '#000000',
      ink2: '#1f2a33',
      ink3: '#2f3b45',
      line: '#6b7780',
      'line-strong': '#2f3b45',
      primary: '#00485a',
      'primary-soft': '#cfe9f0',
      'primary-hover': '#003544',
      note: '#8a0050',
      'note-soft': '#ffe0f0',
      ok: '#0f4f26',
      'ok-soft': '#d9f2de',
      warn: '#5f3900',
      'warn-soft': '#ffeccc',
      danger: '#8e120b',
      'danger-soft': '#ffe0dd',
      focus: '#000000',
      'slate-a': '#ffffff',
      'slate-b': '#cfd8dc',
      'moss-a': '#ffffff',
      'moss-b': '#d6d6cc',
      'moss-line': '#6b6b60',
      'moss-frame': '#ffffff',
      'moss-edge': '#333333',
      'stone-a': '#e2ded2',
      'stone-b': '#c9c3b3',
      'stone-side': '#6b6455',
      'stone-line': '#2a261d',
      crack: '#000000',
      sel: '#004a60',
      last: '#ffbe0b',
      seat1: '#0b3fa0',
      seat2: '#a63200',
      seat3: '#005a33',
      seat4: '#e6a100',
      seat5: '#5a3f96',
      seat6: '#222b32',
      'on-seat4': '#000000',
    },
    dark: {
      bg: '#000000',
      surface: '#0a0f13',
      surface2: '#161f26',
      ink: '#ffffff',
      ink2: '#e3ebef',
      ink3: '#cdd8de',
      line: '#7d8f9b',
      'line-strong': '#b5c4ce',
      primary: '#7fe3f3',
      'on-primary': '#001a21',
      'primary-soft': '#0d3a45',
      'primary-hover': '#a5eef9',
      note: '#ffa6d4',
      'note-soft': '#45122f',
      ok: '#9be8aa',
      'ok-soft': '#0e3a1c',
      warn: '#ffd083',
      'warn-soft': '#3f2c05',
      danger: '#ffb3ab',
      'danger-soft': '#4d1512',
      focus: '#ffffff',
      'slate-a': '#2b3d50',
      'slate-b': '#0f1a24',
      'moss-a': '#333c39',
      'moss-b': '#141a18',
      'moss-line': '#76827c',
      'moss-frame': '#333c39',
      'moss-edge': '#c9d6cc',
      'stone-a': '#a29d8e',
      'stone-b': '#8c8677',
      'stone-side': '#5b5649',
      'stone-line': '#14110d',
      crack: '#000000',
      sel: '#8ff0ff',
      halo: '#000000',
      last: '#d9a020',
      seat1: '#7fb0ff',
      seat2: '#ff9466',
      seat3: '#5fd596',
      seat4: '#ffca4d',
      seat5: '#c3abec',
      seat6: '#d0dbe2',
      'on-seat': '#000000',
      'on-seat4': '#000000',
    },
  },
  // After Okabe and Ito: told apart with every kind of colour vision.
  safe: {
    light: {
      ok: '#00614a',
      'ok-soft': '#d5efe7',
      danger: '#9a3a00',
      'danger-soft': '#fde6d6',
      tool: '#10598a',
      'tool-edge': '#0a3d61',
      'tool-rim': '#7fb4d8',
      seat1: '#0068a4',
      seat2: '#ad4a00',
      seat3: '#00755a',
      seat4: '#f0e442',
      seat5: '#9c4578',
      seat6: '#222222',
      'seat1-d': '#00456e',
      'seat2-d': '#7a3400',
      'seat3-d': '#004f3d',
      'seat4-d': '#7d7500',
      'seat5-d': '#6d2d53',
      'seat6-d': '#000000',
    },
    dark: {
      ok: '#4fd3ad',
      'ok-soft': '#0c3a2e',
      danger: '#ff9d57',
      'danger-soft': '#452208',
      tool: '#1d6fa8',
      'tool-edge': '#0d3f63',
      'tool-rim': '#8cc3e8',
      seat1: '#56b4e9',
      seat2: '#ff8a3d',
      seat3: '#2fc79a',
      seat4: '#f0e442',
      seat5: '#e29bc4',
      seat6: '#d9d9d9',
      'seat1-d': '#1f6d99',
      'seat2-d': '#a84a0d',
      'seat3-d': '#157a5c',
      'seat4-d': '#8f8716',
      'seat5-d': '#97527a',
      'seat6-d': '#777777',
    },
  },
  driftwood: {
    light: {
      bg: '#f4ecdf',
      surface: '#fffaf2',
      surface2: '#f7efe2',
      ink: '#2e2216',
      ink2: '#5b4936',
      ink3: '#6a5743',
      line: '#e0d2bd',
      'line-strong': '#8a755b',
      primary: '#7a4310',
      'primary-soft': '#f3dfc3',
      'primary-hover': '#8d5016',
      note: '#8c1c5a',
      'note-soft': '#fae3ee',
      focus: '#7a4310',
      depth: '#d9c6a4',
      'slate-a': '#f1e6d3',
      'slate-b': '#e4d3b8',
      'moss-a': '#eee4cf',
      'moss-b': '#e1d3b6',
      'moss-line': '#c6b28c',
      'moss-frame': '#eee4cf',
      'moss-edge': '#8a744c',
      'sea-a': '#cfe0d2',
      'sea-b': '#a9c8bb',
      foam: '#eff6ee',
      sel: '#0b6470',
      last: '#e8b84a',
      sand: '#f1dcae',
    },
    dark: {
      bg: '#17110b',
      surface: '#221a12',
      surface2: '#2c2218',
      ink: '#f6ecdd',
      ink2: '#d0bea5',
      ink3: '#b5a188',
      line: '#463626',
      'line-strong': '#8a735a',
      primary: '#e8b06a',
      'on-primary': '#2a1600',
      'primary-soft': '#45301a',
      'primary-hover': '#f2c183',
      note: '#ff9ccb',
      'note-soft': '#43192f',
      focus: '#ffd39a',
      depth: '#4a3a26',
      'slate-a': '#3b2d20',
      'slate-b': '#302417',
      'moss-a': '#352c1e',
      'moss-b': '#2a2317',
      'moss-line': '#51442e',
      'moss-frame': '#352c1e',
      'moss-edge': '#a08d68',
      'sea-a': '#1f3430',
      'sea-b': '#162723',
      foam: '#3d5a50',
      sel: '#7fe3f3',
      halo: '#120c06',
      last: '#c08f2a',
      sand: '#5d4c2e',
    },
  },
};

const text = (t: Tokens): string =>
  Object.entries(t)
    .map(([k, v]) => `--${k}:${v}`)
    .join(';');

/** The rules of a theme, as the page itself has them for day and night. */
export function rules(look: Exclude<Look, 'chart'>): string {
  const { light, dark } = looks[look];
  const root = `:root[data-look='${look}']`;
  return `${root}{${text(light)}}` + `@media screen{${root}[data-theme='dark']{${text(dark)}}}`;
}

const key = 'atoll.look';
let sheet: CSSStyleSheet | null = null;

/** Lets the page have a theme, and keeps its text for the next page. */
export function wear(look: Look): void {
  const css = look === 'chart' ? '' : rules(look);
  try {
    if (css) localStorage.setItem(key, css);
    else localStorage.removeItem(key);
  } catch {
    // A private window without storage: worn as long as the page.
  }
  sheet ??= document.adoptedStyleSheets[0] ?? new CSSStyleSheet();
  sheet.replaceSync(css);
  if (!document.adoptedStyleSheets.includes(sheet))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
