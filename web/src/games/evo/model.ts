// EVO as data. Reach is worked out here for previews only; what may be played comes from the server.
import type { EvoPiece, EvoPosition, EvoSeat } from '$lib/api/types';

export type {
  EvoEvent,
  EvoPiece as Piece,
  EvoPosition as EvoView,
  EvoSeat as Seat,
  EvoThreat as Threat,
} from '$lib/api/types';

export type Role = EvoPiece['role'];
/** Clockwise around a piece, beginning at its nose. */
export const wheel: readonly Role[] = ['W', 'B', 'C', 'S'];

export const seatsOf = (v: EvoPosition): readonly EvoSeat[] => (v.players === 2 ? ['S', 'N'] : ['S', 'W', 'N', 'E']);
export const seatIndex = (v: EvoPosition, s: EvoSeat): number => seatsOf(v).indexOf(s);

export const file = (sq: string): number => sq.charCodeAt(0) - 97;
export const rank = (sq: string): number => parseInt(sq.slice(1), 10);
export const name = (f: number, r: number): string => String.fromCharCode(97 + f) + r;
const onBoard = (f: number, r: number): boolean =>
  f >= 0 && f < 12 && r >= 1 && r <= 12 && !((f < 2 || f > 9) && (r < 3 || r > 10));

export const squares: readonly string[] = (() => {
  const out: string[] = [];
  for (let r = 1; r <= 12; r++) for (let f = 0; f < 12; f++) if (onBoard(f, r)) out.push(name(f, r));
  return out;
})();

/** Quarter turns clockwise from up to the owner's north, on an unturned board. */
const north: Record<EvoSeat, number> = { S: 0, W: 1, N: 2, E: 3 };
export const noseTurn = (owner: EvoSeat, viewer: EvoSeat): number => (north[owner] - north[viewer] + 4) % 4;

/** Column and row on the screen (0–11) as the viewer's seat sees it: their own arm is below. */
export function place(sq: string, viewer: EvoSeat): { x: number; y: number } {
  const x = file(sq);
  const y = 12 - rank(sq);
  switch (viewer) {
    case 'N':
      return { x: 11 - x, y: 11 - y };
    case 'W':
      return { x: y, y: 11 - x };
    case 'E':
      return { x: 11 - y, y: x };
    default:
      return { x, y };
  }
}

export const armOf = (sq: string): EvoSeat | null => {
  const f = file(sq);
  const r = rank(sq);
  if (r <= 2) return 'S';
  if (r >= 11) return 'N';
  if (f <= 1) return 'W';
  if (f >= 10) return 'E';
  return null;
};

export const pieceAt = (v: EvoPosition, sq: string): EvoPiece | undefined => v.pieces.find((p) => p.at === sq);
export const castleAt = (v: EvoPosition, sq: string): EvoSeat | null => {
  for (const [s, at] of Object.entries(v.castles)) if (at === sq) return s as EvoSeat;
  return null;
};

// Steps as [east, north] seen from the owner, and how far.
const ways: Record<Role, readonly (readonly [number, number, number])[]> = {
  W: [
    [-1, 0, 1],
    [-1, 1, 1],
    [0, 1, 1],
    [1, 1, 1],
    [1, 0, 1],
  ],
  B: [[0, 1, 2]],
  C: [
    [1, 1, 3],
    [-1, 1, 3],
  ],
  S: [
    [0, -1, 2],
    [1, -1, 1],
    [-1, -1, 1],
  ],
};

/** The ways of a role on the board, as its owner sees it: steps to the east and north, and how far. */
const turnedWays = (seat: EvoSeat, role: Role): (readonly [number, number, number])[] =>
  ways[role].map(([e, n, far]) => {
    const [dx, dy] = [
      [e, n],
      [n, -e],
      [-e, -n],
      [-n, e],
    ][north[seat]] as [number, number];
    return [dx, dy, far];
  });

/** The squares a piece of this seat and role could go to from `at`, if it stood there and `left` were empty. */
export function reach(
  v: EvoPosition,
  seat: EvoSeat,
  at: string,
  role: Role,
  left: string | null = null,
): { to: string; takes: boolean }[] {
  const out: { to: string; takes: boolean }[] = [];
  for (const [dx, dy, far] of turnedWays(seat, role)) {
    for (let k = 1; k <= far; k++) {
      const f = file(at) + dx * k;
      const r = rank(at) + dy * k;
      if (!onBoard(f, r)) break;
      const to = name(f, r);
      const p = to === left ? undefined : pieceAt(v, to);
      const c = castleAt(v, to);
      const owner = p?.seat ?? c;
      if (owner === seat) break;
      out.push({ to, takes: owner !== null && owner !== undefined });
      if (owner) break;
    }
  }
  return out;
}

/** The squares a piece may come to reach before its next turn: what stands in the way may be gone, or taken, by then. */
export function mayReach(v: EvoPosition, seat: EvoSeat, at: string, role: Role): { to: string; takes: boolean }[] {
  const out: { to: string; takes: boolean }[] = [];
  for (const [dx, dy, far] of turnedWays(seat, role)) {
    for (let k = 1; k <= far; k++) {
      const [f, r] = [file(at) + dx * k, rank(at) + dy * k];
      const to = name(f, r);
      if (!onBoard(f, r) || castleAt(v, to) === seat) break;
      const p = pieceAt(v, to);
      out.push({ to, takes: Boolean(p ?? castleAt(v, to)) });
      // An own piece does not go away by itself; if it is taken, its taker stands there.
      if (p?.seat === seat) break;
    }
  }
  return out;
}

export interface Action {
  from: string;
  to: string | null;
  role: Role | null;
}

export function parse(text: string): Action | null {
  const m = /^([a-l]\d+)(?:-([a-l]\d+))?(?:=([WBCS]))?$/.exec(text);
  return m ? { from: m[1]!, to: m[2] ?? null, role: (m[3] as Role | undefined) ?? null } : null;
}

/** The squares the last move went from and to. */
export function lastSquares(v: EvoPosition): string[] {
  const m = v.moves[v.moves.length - 1];
  const a = m && parse(m.do);
  return a ? [a.from, ...(a.to ? [a.to] : [])] : [];
}
