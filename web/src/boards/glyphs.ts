// Filled signs on a 24 grid, readable at 16 px: the four roles of EVO and the eight tools of Earthquake Island.
// `cut` is drawn with even-odd holes; `line` is stroked.

export interface Glyph {
  fill?: string;
  line?: string;
  width?: number;
}

const dot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

export const glyphs = {
  W: {
    fill: 'M12 1.6C7 1.6 4.4 4.8 4.4 9.4v6L7.4 19.4 10 22.4h4l2.6-3 3-4v-6C19.6 4.8 17 1.6 12 1.6ZM6.9 10.2h4.1v2.5H6.9ZM17.1 10.2H13v2.5h4.1ZM11 15h2v4.6h-2Z',
  },
  B: { fill: 'M12 .8l2.3 3.4v9.9H9.7V4.2ZM6.3 14.5h11.4v2.7H6.3ZM10.8 17.6h2.4v2.2h-2.4Z' + dot(12, 21.5, 1.8) },
  C: {
    fill: 'M2.6 15.3h18.8v2.5H2.6Z' + dot(6.9, 20, 2.6) + dot(17.1, 20, 2.6) + dot(18.7, 4.6, 3.5),
    line: 'M6.2 15.4 17.2 5.8M11.6 10.8l3 4.6',
    width: 2.5,
  },
  S: {
    fill: 'M12 1.6l8.2 2.5v7.3c0 5.4-3.4 8.9-8.2 11-4.8-2.1-8.2-5.6-8.2-11V4.1ZM12 4.5v7.3h5.9V6.2ZM12 11.8H6.2c.3 3.5 2.3 5.9 5.8 7.7Z',
  },
  rope: {
    line: 'M18.6 11a7.6 7.6 0 1 0-7.2 7.6M15 11.3a3.9 3.9 0 1 0-3.3 3.6M11.7 14.9c2.9.4 3.7 1.8 5 3.5 1.2 1.6 2.4 2.6 4 2.7',
    width: 2.3,
  },
  lifebelt: {
    fill: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM12 8.3a3.7 3.7 0 1 1 0 7.4 3.7 3.7 0 0 1 0-7.4ZM9.9 3.7h4.2l-.7 3.2h-2.8ZM9.9 20.3h4.2l-.7-3.2h-2.8ZM3.7 9.9v4.2l3.2-.7v-2.8ZM20.3 9.9v4.2l-3.2-.7v-2.8Z',
  },
  sandbag: {
    fill: 'M8.6 2.6 12 3.8l3.4-1.2.6 3-1.2 1.8H9.2L8 5.6ZM9.1 8.9h5.8c3.9 2 6.3 5.5 6.3 9 0 2.4-1.6 3.9-4 3.9H6.8c-2.4 0-4-1.5-4-3.9 0-3.5 2.4-7 6.3-9Z',
  },
  dynamite: {
    fill: 'M3.4 9.2h4.8v12.6H3.4ZM9.6 9.2h4.8v12.6H9.6ZM15.8 9.2h4.8v12.6h-4.8Z' + dot(20, 3.3, 1.7),
    line: 'M12 8.6c0-3.2 2-5 5.6-5.2',
    width: 1.8,
  },
  bazooka: {
    fill: 'M1.8 16.2 14.4 7.3l3.3 4.6L5.1 20.8ZM15 5.1l2.3-1.6 5.5 7.7-2.3 1.6ZM9.2 18.8l2.2-1.6 2.5 3.5-2.2 1.6ZM13.3 15.9l2.2-1.6 1.7 2.4-2.2 1.6Z',
  },
  spring: { line: 'M6.8 22h10.4M7 19l10-2.6M7 15.6 17 13M7 12.2l10-2.6M12 8.6V2.5M8.2 5.8 12 2l3.8 3.8', width: 2.2 },
  push: { fill: 'M1.8 10.3h8V5.4L17 12l-7.2 6.6v-4.9h-8ZM18.9 3.6h3.3v16.8h-3.3Z' },
  thief: {
    fill: 'M1.5 8.7C4.7 6.1 9 7 12 8.7c3-1.7 7.3-2.6 10.5 0 .5 5.3-2 8.8-5.7 8.8-2.5 0-3.4-2.1-4.8-2.1s-2.3 2.1-4.8 2.1c-3.7 0-6.2-3.5-5.7-8.8ZM5.3 11.9c1.5-1.4 3.4-1.3 4.7.5-1.5 1.1-3.4 1.1-4.7-.5ZM18.7 11.9c-1.5-1.4-3.4-1.3-4.7.5 1.5 1.1 3.4 1.1 4.7-.5Z',
  },
} satisfies Record<string, Glyph>;

export type GlyphName = keyof typeof glyphs;
