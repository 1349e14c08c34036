import { describe, expect, it } from 'vitest';
import { qr } from './qr';

/** Reads a code back: format, mask, bytes. Blocks of one layout only, which is all that the texts here need. */
function read(grid: boolean[][]): string {
  const size = grid.length;
  const version = (size - 17) / 4;
  let format = 0;
  for (let i = 0; i < 8; i++) if (grid[8]![size - 1 - i]) format |= 1 << i;
  for (let i = 8; i < 15; i++) if (grid[size - 15 + i]![8]) format |= 1 << i;
  const mask = ((format ^ 0x5412) >> 10) & 7;
  const align: Record<number, number[]> = { 1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26] };
  const fixed = (r: number, c: number): boolean => {
    if ((r < 9 && c < 9) || (r < 9 && c >= size - 8) || (r >= size - 8 && c < 9) || r === 6 || c === 6) return true;
    const a = align[version]!;
    return a.some((y) =>
      a.some(
        (x) =>
          Math.abs(y - r) < 3 &&
          Math.abs(x - c) < 3 &&
          !(y < 9 && x < 9) &&
          !(y < 9 && x > size - 9) &&
          !(y > size - 9 && x < 9),
      ),
    );
  };
  const masks = [
    (r: number, c: number) => (r + c) % 2 === 0,
    (r: number) => r % 2 === 0,
    (_: number, c: number) => c % 3 === 0,
    (r: number, c: number) => (r + c) % 3 === 0,
    (r: number, c: number) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
    (r: number, c: number) => ((r * c) % 2) + ((r * c) % 3) === 0,
    (r: number, c: number) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
    (r: number, c: number) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
  ];
  const bits: number[] = [];
  for (let c = size - 1, up = true; c > 0; c -= 2, up = !up) {
    if (c === 6) c--;
    for (let i = 0; i < size; i++) {
      const r = up ? size - 1 - i : i;
      for (const x of [c, c - 1]) if (!fixed(r, x)) bits.push(Number(grid[r]![x] !== masks[mask]!(r, x)));
    }
  }
  const bytes: number[] = [];
  for (let i = 0; i + 7 < bits.length; i += 8) bytes.push(bits.slice(i, i + 8).reduce((s, b) => s * 2 + b, 0));
  const n = version === 4 ? 2 : 1;
  const per = { 1: 16, 2: 28, 3: 44, 4: 32 }[version]!;
  const data: number[] = [];
  for (let k = 0; k < n; k++) for (let i = 0; i < per; i++) data.push(bytes[i * n + k]!);
  const all = data.flatMap((b) => [7, 6, 5, 4, 3, 2, 1, 0].map((i) => (b >> i) & 1));
  const take = (from: number, len: number): number => all.slice(from, from + len).reduce((s, b) => s * 2 + b, 0);
  expect(take(0, 4)).toBe(4);
  const len = take(4, 8);
  return new TextDecoder().decode(new Uint8Array(Array.from({ length: len }, (_, i) => take(12 + i * 8, 8))));
}

describe('qr', () => {
  for (const text of [
    'a',
    'atoll.example/t/heron',
    'https://atoll.example/t/heron-7k2p?seat=N',
    'https://atoll.example/t/heron-7k2p?seat=N&token=0123456',
  ])
    it(`reads back ${text.length} bytes`, () => expect(read(qr(text)!)).toBe(text));
  it('has its three finders and the dark module', () => {
    const g = qr('https://atoll.example')!;
    for (const [r, c] of [
      [0, 0],
      [0, g.length - 7],
      [g.length - 7, 0],
    ] as const) {
      expect(g[r]!.slice(c, c + 7).every(Boolean)).toBe(true);
      expect(g[r + 3]![c + 3]).toBe(true);
      expect(g[r + 1]![c + 1]).toBe(false);
    }
    expect(g[g.length - 8]![8]).toBe(true);
  });
  it('refuses what does not fit', () => expect(qr('x'.repeat(400))).toBeNull());
});
