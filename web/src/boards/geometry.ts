// Shapes shared by the boards. One cell is 100 units in every board's own coordinates.

export const U = 100;

export type Pt = readonly [number, number];

const n = (v: number): string => (Math.round(v * 100) / 100).toString();

export const poly = (pts: readonly Pt[]): string => 'M' + pts.map((p) => `${n(p[0])} ${n(p[1])}`).join('L') + 'Z';

/** A closed path with rounded corners; convex and concave corners have their own radius. Points run clockwise on screen. */
export function rounded(pts: readonly Pt[], convex: number, concave = convex): string {
  let d = '';
  const count = pts.length;
  for (let i = 0; i < count; i++) {
    const a = pts[(i + count - 1) % count]!;
    const b = pts[i]!;
    const c = pts[(i + 1) % count]!;
    const ab: Pt = [b[0] - a[0], b[1] - a[1]];
    const bc: Pt = [c[0] - b[0], c[1] - b[1]];
    const la = Math.hypot(...ab);
    const lb = Math.hypot(...bc);
    const turn = ab[0] * bc[1] - ab[1] * bc[0];
    const r = Math.min(turn > 0 ? convex : concave, la / 2, lb / 2);
    const p: Pt = [b[0] - (ab[0] / la) * r, b[1] - (ab[1] / la) * r];
    const q: Pt = [b[0] + (bc[0] / lb) * r, b[1] + (bc[1] / lb) * r];
    d += `${i ? 'L' : 'M'}${n(p[0])} ${n(p[1])}Q${n(b[0])} ${n(b[1])} ${n(q[0])} ${n(q[1])}`;
  }
  return d + 'Z';
}

/** Moves every edge of a right-angled polygon (clockwise on screen) outwards by k. */
export function grow(pts: readonly Pt[], k: number): Pt[] {
  const count = pts.length;
  return pts.map((b, i) => {
    const a = pts[(i + count - 1) % count]!;
    const c = pts[(i + 1) % count]!;
    const out = (p: Pt, q: Pt): Pt => {
      const l = Math.hypot(q[0] - p[0], q[1] - p[1]);
      return [((q[1] - p[1]) / l) * k, (-(q[0] - p[0]) / l) * k];
    };
    const u = out(a, b);
    const v = out(b, c);
    return [b[0] + u[0] + v[0], b[1] + u[1] + v[1]] as Pt;
  });
}

/** A star of k rays, alternating two radii, first ray up. */
export function star(k: number, outer: number, inner: number): string {
  const pts: Pt[] = [];
  for (let i = 0; i < 2 * k; i++) {
    const a = (Math.PI * i) / k - Math.PI / 2;
    const r = i % 2 ? inner : outer;
    pts.push([Math.cos(a) * r, Math.sin(a) * r]);
  }
  return poly(pts);
}

export function regular(k: number, r: number, turn = 0): Pt[] {
  return Array.from({ length: k }, (_, i): Pt => {
    const a = (2 * Math.PI * i) / k + turn;
    return [Math.cos(a) * r, Math.sin(a) * r];
  });
}

export const square = (half: number): Pt[] => [
  [-half, -half],
  [half, -half],
  [half, half],
  [-half, half],
];

/** A number between 0 and 1 that always is the same for the same seed: for grain, waves and foam. */
export function noise(seed: number): number {
  const x = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return x - Math.floor(x);
}

/** The charge of a seat (roundel, chevron, billet, lozenge, mullet, crescent) in a unit box of side 2r. */
export function charge(seat: number, r: number): string {
  switch (seat % 6) {
    case 0:
      return `M${n(-r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0Z`;
    case 1:
      return poly([
        [0, -r * 1.05],
        [r * 1.08, r * 0.88],
        [-r * 1.08, r * 0.88],
      ]);
    case 2:
      return poly(square(r * 0.88));
    case 3:
      return poly([
        [0, -r * 1.2],
        [r * 0.92, 0],
        [0, r * 1.2],
        [-r * 0.92, 0],
      ]);
    case 4:
      return star(5, r * 1.18, r * 0.5);
    default:
      return `M${n(r * 0.62)} ${n(-r * 0.86)}A${n(r * 1.06)} ${n(r * 1.06)} 0 1 0 ${n(r * 0.62)} ${n(r * 0.86)}A${n(r * 0.88)} ${n(r * 0.88)} 0 1 1 ${n(r * 0.62)} ${n(-r * 0.86)}Z`;
  }
}

export const seatColour = (seat: number): string => `var(--seat${(seat % 6) + 1})`;
export const seatDeep = (seat: number): string => `var(--seat${(seat % 6) + 1}-d)`;
export const seatInk = (seat: number): string => (seat % 6 === 3 ? 'var(--on-seat4)' : 'var(--on-seat)');
