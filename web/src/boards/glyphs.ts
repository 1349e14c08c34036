// Filled signs on a 24 grid, readable at 16 px.

/** `fill` may have even-odd holes; `line` is stroked. */
export interface Glyph {
  fill?: string;
  line?: string;
  width?: number;
}

export const dot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
