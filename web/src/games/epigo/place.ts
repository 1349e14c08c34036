// Where squares and directions lie in the picture, for a viewer who may sit in the north.
import { U } from '../../boards/geometry';
import { type Dir, file, rank, turned } from './model';

export interface Place {
  /** The middle of a file and of a rank; halves lie between two. */
  mx: (file: number) => number;
  my: (rank: number) => number;
  X: (sq: string) => number;
  Y: (sq: string) => number;
  vec: (d: Dir) => readonly [number, number];
  /** Degrees by which an arrow that points up is turned. */
  turn: (d: Dir) => number;
}

const ways = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] } as const;
const turns = { N: 0, E: 90, S: 180, W: 270 } as const;

export function placed(flip: boolean): Place {
  const mx = (f: number): number => (flip ? 7 - f : f) * U + U / 2;
  const my = (r: number): number => (flip ? r - 1 : 8 - r) * U + U / 2;
  return {
    mx,
    my,
    X: (sq) => mx(file(sq)),
    Y: (sq) => my(rank(sq)),
    vec: (d) => ways[turned(d, flip)],
    turn: (d) => turns[turned(d, flip)],
  };
}
