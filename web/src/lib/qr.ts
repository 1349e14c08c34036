// A small QR encoder: bytes, error correction level M, versions 1 to 10, best mask. Enough for an invitation.

const gexp = new Uint8Array(512);
const glog = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  gexp[i] = gexp[i + 255] = x;
  glog[x] = i;
  x <<= 1;
  if (x & 0x100) x ^= 0x11d;
}
const mul = (a: number, b: number): number => (a && b ? gexp[glog[a]! + glog[b]!]! : 0);

function generator(n: number): number[] {
  let g = [1];
  for (let i = 0; i < n; i++) {
    const next = new Array<number>(g.length + 1).fill(0);
    g.forEach((c, k) => {
      next[k]! ^= c;
      next[k + 1]! ^= mul(c, gexp[i]!);
    });
    g = next;
  }
  return g;
}

function correction(data: number[], n: number): number[] {
  const g = generator(n);
  const r = [...data, ...new Array<number>(n).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const f = r[i]!;
    if (f) g.forEach((c, k) => (r[i + k]! ^= mul(c, f)));
  }
  return r.slice(data.length);
}

// Level M: correction bytes a block, then blocks as [count, data bytes].
const blocks: Record<number, [number, ...[number, number][]]> = {
  1: [10, [1, 16]],
  2: [16, [1, 28]],
  3: [26, [1, 44]],
  4: [18, [2, 32]],
  5: [24, [2, 43]],
  6: [16, [4, 27]],
  7: [18, [4, 31]],
  8: [22, [2, 38], [2, 39]],
  9: [22, [3, 36], [2, 37]],
  10: [26, [4, 43], [1, 44]],
};
const align: Record<number, number[]> = {
  1: [],
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
  10: [6, 28, 50],
};

const masks: ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** The modules of the code, true is dark; null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  let version = 0;
  for (let v = 1; v <= 10; v++) {
    const [, ...b] = blocks[v]!;
    const room = b.reduce((s, [k, n]) => s + k * n, 0) - (v < 10 ? 2 : 3);
    if (bytes.length <= room) {
      version = v;
      break;
    }
  }
  if (!version) return null;
  const [ecc, ...layout] = blocks[version]!;
  const total = layout.reduce((s, [k, n]) => s + k * n, 0);

  const bits: number[] = [];
  const put = (v: number, n: number): void => {
    for (let i = n - 1; i >= 0; i--) bits.push((v >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const b of bytes) put(b, 8);
  put(0, Math.min(4, total * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((s, b) => s * 2 + b, 0));
  for (let i = 0; data.length < total; i++) data.push(i % 2 ? 17 : 236);

  const parts: number[][] = [];
  let used = 0;
  for (const [k, n] of layout)
    for (let i = 0; i < k; i++) {
      parts.push(data.slice(used, used + n));
      used += n;
    }
  const checks = parts.map((p) => correction(p, ecc));
  const stream: number[] = [];
  for (let i = 0; i < Math.max(...parts.map((p) => p.length)); i++)
    for (const p of parts) if (i < p.length) stream.push(p[i]!);
  for (let i = 0; i < ecc; i++) for (const c of checks) stream.push(c[i]!);

  const size = version * 4 + 17;
  const grid: (boolean | null)[][] = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  const set = (r: number, c: number, v: boolean): void => {
    if (r >= 0 && c >= 0 && r < size && c < size) grid[r]![c] = v;
  };
  for (const [r0, c0] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const)
    for (let r = -1; r <= 7; r++)
      for (let c = -1; c <= 7; c++) {
        const edge = Math.max(Math.abs(r - 3), Math.abs(c - 3));
        set(r0 + r, c0 + c, edge !== 2 && edge !== 4);
      }
  for (const r of align[version]!)
    for (const c of align[version]!) {
      if (grid[r]![c] !== null) continue;
      for (let y = -2; y <= 2; y++)
        for (let x = -2; x <= 2; x++) set(r + y, c + x, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  for (let i = 8; i < size - 8; i++) {
    if (grid[6]![i] === null) grid[6]![i] = i % 2 === 0;
    if (grid[i]![6] === null) grid[i]![6] = i % 2 === 0;
  }
  grid[size - 8]![8] = true;
  const reserve = (r: number, c: number): void => {
    if (grid[r]![c] === null) grid[r]![c] = false;
  };
  for (let i = 0; i < 9; i++) {
    reserve(8, i);
    reserve(i, 8);
    if (i < 8) {
      reserve(8, size - 1 - i);
      reserve(size - 1 - i, 8);
    }
  }
  if (version >= 7) {
    let v = version << 12;
    for (let i = 17; i >= 12; i--) if ((v >> i) & 1) v ^= 0x1f25 << (i - 12);
    const info = (version << 12) | v;
    for (let i = 0; i < 18; i++) {
      const on = ((info >> i) & 1) === 1;
      grid[Math.floor(i / 3)]![size - 11 + (i % 3)] = on;
      grid[size - 11 + (i % 3)]![Math.floor(i / 3)] = on;
    }
  }
  const free: [number, number][] = [];
  for (let c = size - 1, up = true; c > 0; c -= 2, up = !up) {
    if (c === 6) c--;
    for (let i = 0; i < size; i++) {
      const r = up ? size - 1 - i : i;
      for (const x of [c, c - 1]) if (grid[r]![x] === null) free.push([r, x]);
    }
  }
  const bit = (i: number): boolean => ((stream[i >> 3] ?? 0) >> (7 - (i & 7))) % 2 === 1;

  let best: boolean[][] | null = null;
  let least = Infinity;
  masks.forEach((mask, m) => {
    const g = grid.map((row) => row.map((v) => v === true));
    free.forEach(([r, c], i) => (g[r]![c] = bit(i) !== mask(r, c)));
    let f = m << 10;
    for (let i = 14; i >= 10; i--) if ((f >> i) & 1) f ^= 0x537 << (i - 10);
    const format = ((m << 10) | f) ^ 0x5412;
    for (let i = 0; i < 15; i++) {
      const on = ((format >> i) & 1) === 1;
      if (i < 6) g[i]![8] = on;
      else if (i < 8) g[i + 1]![8] = on;
      else g[size - 15 + i]![8] = on;
      if (i < 8) g[8]![size - 1 - i] = on;
      else if (i === 8) g[8]![7] = on;
      else g[8]![14 - i] = on;
    }
    g[size - 8]![8] = true;
    const cost = penalty(g);
    if (cost < least) {
      least = cost;
      best = g;
    }
  });
  return best;
}

function penalty(g: boolean[][]): number {
  const n = g.length;
  let cost = 0;
  let dark = 0;
  const line = (at: (i: number) => boolean): void => {
    let run = 1;
    for (let i = 1; i <= n; i++) {
      if (i < n && at(i) === at(i - 1)) run++;
      else {
        if (run >= 5) cost += run - 2;
        run = 1;
      }
    }
    for (let i = 0; i + 10 < n; i++) {
      const p = Array.from({ length: 11 }, (_, k) => (at(i + k) ? '1' : '0')).join('');
      if (p === '10111010000' || p === '00001011101') cost += 40;
    }
  };
  for (let i = 0; i < n; i++) {
    line((k) => g[i]![k]!);
    line((k) => g[k]![i]!);
  }
  for (let r = 0; r < n; r++)
    for (let c = 0; c < n; c++) {
      if (g[r]![c]) dark++;
      if (
        r + 1 < n &&
        c + 1 < n &&
        g[r]![c] === g[r + 1]![c] &&
        g[r]![c] === g[r]![c + 1] &&
        g[r]![c] === g[r + 1]![c + 1]
      )
        cost += 3;
    }
  return cost + Math.floor(Math.abs((dark * 100) / (n * n) - 50) / 5) * 10;
}
