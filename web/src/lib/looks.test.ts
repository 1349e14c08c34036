// Every theme can be read, by day and by night.
import { describe, expect, it } from 'vitest';
import css from '../app.css?raw';
import { chart, looks, rules } from './looks';

type Tokens = Record<string, string>;
const tokens = (block: string): Tokens =>
  Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6})\b/gi)].map((m) => [m[1]!, m[2]!]));
const block = (start: string): string => {
  const i = css.indexOf(start);
  return css.slice(i, css.indexOf('\n}', i));
};
const day = tokens(block(':root {'));
const night = { ...day, ...tokens(block(":root[data-theme='dark'] {")) };

function luminance(hex: string): number {
  const h = hex.length === 4 ? [...hex.slice(1)].map((c) => c + c).join('') : hex.slice(1);
  const [r, g, b] = [0, 2, 4].map((i) => {
    const v = parseInt(h.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x! + 0.05) / (y! + 0.05);
}

// What is written on what, and how clearly it must stand out.
const pairs: [string, string, number][] = [];
for (const ground of ['bg', 'surface', 'surface2'])
  for (const ink of ['ink', 'ink2', 'ink3', 'primary', 'note', 'ok', 'warn', 'danger']) pairs.push([ink, ground, 4.5]);
for (const k of ['primary', 'note', 'ok', 'warn', 'danger']) pairs.push([k, `${k}-soft`, 4.5]);
for (const s of [1, 2, 3, 5, 6]) pairs.push(['on-seat', `seat${s}`, 4.5]);
pairs.push(['on-seat4', 'seat4', 4.5], ['on-primary', 'primary', 4.5], ['on-primary', 'primary-hover', 4.5]);
pairs.push(['on-note', 'note', 4.5], ['ink', 'primary-soft', 4.5], ['tool-icon', 'tool', 4.5]);
for (const side of ['lapis', 'gold']) for (const k of ['a', 'b']) pairs.push([`${side}-num`, `${side}-${k}`, 4.5]);
// Edges and marks of boards.
pairs.push(['line-strong', 'surface', 3], ['line-strong', 'surface2', 3], ['focus', 'bg', 3], ['crack', 'stone-a', 3]);
for (const square of ['slate-a', 'slate-b', 'moss-a', 'moss-b']) pairs.push(['sel', square, 3]);

const all: Record<string, Tokens> = { 'chart by day': day, 'chart by night': night };
for (const [name, { light, dark }] of Object.entries(looks)) {
  all[`${name} by day`] = { ...day, ...light };
  all[`${name} by night`] = { ...night, ...dark };
}

describe.each(Object.entries(all))('%s', (_, t) => {
  it('can be read everywhere', () => {
    const bad = pairs
      .map(([a, b, least]) => ({ pair: `${a} on ${b}`, is: contrast(t[a]!, t[b]!), least }))
      .filter((p) => !(p.is >= p.least));
    expect(bad.map((p) => `${p.pair}: ${p.is.toFixed(2)} < ${p.least}`)).toEqual([]);
  });
});

it('only changes colours that the page has', () => {
  for (const { light, dark } of Object.values(looks))
    for (const k of [...Object.keys(light), ...Object.keys(dark)]) expect(k in night, k).toBe(true);
});

it('says for the night all that it says for the day', () => {
  // The rule for the day is the stronger one: what it sets, the page's own night cannot set back.
  for (const { light, dark } of Object.values(looks))
    expect(Object.keys(light).filter((k) => !(k in dark))).toEqual([]);
});

it('no part gives the name of a colour to anything else', () => {
  // Everything inside that part would lose the colour: its borders, for instance.
  const parts = import.meta.glob<string>('../**/*.svelte', { query: '?raw', import: 'default', eager: true });
  const wrong: string[] = [];
  for (const [file, text] of Object.entries(parts))
    for (const [, name, value] of text.matchAll(/[\s;{"']--([\w-]+):\s*([^;"]+)/g))
      if (name! in night && !/^(#|rgb)/.test(value!)) wrong.push(`${file}: --${name}: ${value}`);
  expect(Object.keys(parts).length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

it('is text that a style sheet takes', () => {
  expect(rules('contrast')).toMatch(/^:root\[data-look='contrast'\]\{--bg:#ffffff;/);
});

it('shows the sea chart as the page has it', () => {
  const long = (v: string): string => (v.length === 4 ? `#${[...v.slice(1)].map((c) => c + c).join('')}` : v);
  for (const [k, v] of Object.entries(chart.light)) expect(long(day[k]!), k).toBe(v);
  for (const [k, v] of Object.entries(chart.dark)) expect(long(night[k]!), k).toBe(v);
});
