import { expect, it } from 'vitest';
import { words } from './lang/en';
import { words as de } from './lang/de';
import { island } from './island.test-helper';
import { type HexCell, inTheWay, parse, type QuakeView } from './model';
import { actionNote } from './words';

it('every sentence of the story names who or what it is about, in every language', () => {
  // Whoever reads one line in the middle of a turn still knows whose turn it is.
  for (const w of [words, de] as Record<string, string>[])
    for (const [key, text] of Object.entries(w).filter(([k]) => k.startsWith('earthquake.w.')))
      expect(text, key).toMatch(/\{who[|}]|\{at\}|\{n\}/);
});

it('a stack hides what lies behind it from three tiles more on, and no explorer is made thin', () => {
  const cell = (hex: string, height: number, explorer: HexCell['explorer'] = null): HexCell => ({
    hex,
    row: hex.charCodeAt(0) - 97,
    number: Number(hex[1]),
    area: true,
    height,
    top: 'R',
    tiles: [],
    volcano: false,
    explorer,
    falls: [],
  });
  const v = { cells: [cell('c4', 1), cell('b3', 3), cell('b4', 4)] } as unknown as QuakeView;
  expect([...inTheWay(v, new Set(['c4']))]).toEqual(['b4']);
  const stood = { cells: [cell('c4', 1), cell('b4', 4, '2')] } as unknown as QuakeView;
  expect([...inTheWay(stood, new Set(['c4']))]).toEqual([]);
});

it('no choice promises a tile below the last one', () => {
  const note = (height: number, phase: 'hole' | 'keep', text: string): string =>
    actionNote(
      island(`c4:${height}${phase === 'hole' ? 'H' : 'D'}`, ['c4 1 S', 'a1 2'], { phase }),
      parse(text),
      String,
    );
  for (const [phase, text, more, last] of [
    ['hole', 'remove', 'earthquake.n.removeHole', 'earthquake.n.last'],
    ['hole', 'drop', 'earthquake.n.dropHole', 'earthquake.n.dropLast'],
    ['keep', 'keep', 'earthquake.n.keep', 'earthquake.n.last'],
  ] as const) {
    expect(note(2, phase, text)).toBe(more);
    expect(note(1, phase, text)).toBe(last);
    expect(words[last]).toContain('nothing lies below');
  }
});
