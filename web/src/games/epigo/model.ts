// Epigo as data: squares, tiles and the names of things. Picture, keyboard and screen reader all read this.
import type { EpigoAsk, EpigoEpigon, EpigoPosition, EpigoSeat } from '$lib/api/types';

export type {
  EpigoAsk as Ask,
  EpigoEpigon as Epigon,
  EpigoEvent,
  EpigoIsland as Island,
  EpigoOrder as OrderCard,
  EpigoPosition as EpigoView,
  EpigoSeat as Seat,
} from '$lib/api/types';

export type Dir = Extract<EpigoAsk, { kind: 'slide' }>['dir'];
export const dirs: readonly Dir[] = ['N', 'E', 'S', 'W'];
export const other = (s: EpigoSeat): EpigoSeat => (s === 'S' ? 'N' : 'S');

/** File 0–7 and rank 1–8. Places beyond the edge have names too, so that a tile can fall over it. */
export const file = (sq: string): number => sq.charCodeAt(0) - 97;
export const rank = (sq: string): number => parseInt(sq.slice(1), 10);
export const name = (f: number, r: number): string => String.fromCharCode(97 + f) + r;

const delta: Record<Dir, readonly [number, number]> = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] };

export const step = (sq: string, d: Dir, by = 1): string =>
  name(file(sq) + delta[d][0] * by, rank(sq) + delta[d][1] * by);

/** The direction of a press on the screen for a viewer who may sit in the north. */
export function turned(d: Dir, flipped: boolean): Dir {
  return flipped ? dirs[(dirs.indexOf(d) + 2) % 4]! : d;
}

const isSlam = (n: number): boolean => n === 8;

export interface Slot {
  number: number;
  dir: Dir | null;
}

export const orderText = (s: Slot): string => (isSlam(s.number) ? 'SLAM' : `${s.number}${s.dir ?? ''}`);

export const tileAt = (v: EpigoPosition, sq: string): EpigoEpigon | undefined =>
  v.epigons.find((e) => e.on === 'board' && e.at === sq);

export const tileOf = (v: EpigoPosition, seat: EpigoSeat, number: number): EpigoEpigon | undefined =>
  v.epigons.find((e) => e.seat === seat && e.number === number);

export function islandOf(v: EpigoPosition, sq: string): EpigoSeat | null {
  for (const s of ['S', 'N'] as const) if (v.islands?.[s]?.squares.includes(sq)) return s;
  return null;
}

/** The line of tiles that an Epigon meets in a direction, with the running counts, and where it is blocked. For pictures only: the server decides. */
export function count(
  v: EpigoPosition,
  seat: EpigoSeat,
  from: string,
  d: Dir,
): { tiles: EpigoEpigon[]; counts: string[]; blocked: number } {
  const tiles: EpigoEpigon[] = [];
  const counts: string[] = [];
  let own = 0;
  let opposing = 0;
  for (let sq = from; ; sq = step(sq, d)) {
    const e = tileAt(v, sq);
    if (!e) return { tiles, counts, blocked: -1 };
    tiles.push(e);
    if (e.seat === seat) own++;
    else opposing++;
    counts.push(opposing ? `${own}:${opposing}` : String(own));
    if (opposing > own) return { tiles, counts, blocked: tiles.length - 1 };
  }
}

export interface Ghost {
  number: number;
  dir: Dir;
  index: number;
  from: string;
  to: string;
  /** A second square that a super slide might reach. */
  again: string | null;
}

/** Where your Orders would lead if the other side stood still: a guess, drawn as ghosts. */
export function project(v: EpigoPosition, seat: EpigoSeat, slots: readonly (Slot | null)[]): Ghost[] {
  const at = new Map<string, string>();
  for (const e of v.epigons) if (e.on === 'board' && e.at) at.set(e.at, e.seat + e.number);
  const on = new Set(v.board.squares);
  const ghosts: Ghost[] = [];
  slots.forEach((s, index) => {
    if (!s || !s.dir || isSlam(s.number)) return;
    const id = seat + s.number;
    const from = [...at].find(([, who]) => who === id)?.[0];
    if (!from) return;
    const to = step(from, s.dir);
    let again: string | null = null;
    if (!at.has(to) && on.has(to)) {
      const far = step(to, s.dir);
      const touched = dirs.some((d) => {
        const who = at.get(step(to, d));
        return who !== undefined && who[0] !== seat;
      });
      if (on.has(far) && !at.has(far) && !touched) again = far;
      at.delete(from);
      at.set(to, id);
    } else if (at.has(to)) {
      const line: string[] = [];
      let own = 0;
      let opp = 0;
      let sq = from;
      for (let who = at.get(sq); who !== undefined; sq = step(sq, s.dir), who = at.get(sq)) {
        if (who[0] === seat) own++;
        else opp++;
        if (opp > own) break;
        line.push(sq);
      }
      if (opp <= own) {
        for (const p of line.reverse()) {
          const who = at.get(p);
          at.delete(p);
          if (who && on.has(step(p, s.dir))) at.set(step(p, s.dir), who);
        }
      }
    }
    ghosts.push({ number: s.number, dir: s.dir, index, from, to, again });
  });
  return ghosts;
}

/** Places on an Island for up to three residents, in parts of a cell from its middle. */
export const berths: readonly (readonly [number, number])[] = [
  [-0.4, -0.42],
  [0.4, -0.42],
  [0, 0.38],
];
