// Positions from play with a proven answer, taken from bots/testdata/*.tactics.
import type { GameId } from '$games/index';

export interface Puzzle {
  game: GameId;
  position: string;
  me: string;
  /** Win within n choices of one's own, or do what alone does not lose within n of the other's. */
  kind: 'win' | 'escape';
  n: number;
  /** First choices that are right. */
  answers: readonly string[];
}

export const puzzles: readonly Puzzle[] = [
  {
    game: 'evo',
    me: 'N',
    kind: 'win',
    n: 3,
    answers: ['g4-h3', 'g4-h3=S'],
    position: 'evo 2 | 56 0 N | S j1 h3C j3C | N c12 g4C e10C d12W | -',
  },
  {
    game: 'conqueror',
    me: 'B',
    kind: 'win',
    n: 2,
    answers: ['move h3'],
    position: 'conqueror 2 | basic | BA | move B 5 | 1 | d3 g4 | . . -A -A . . B4A2A1 B1A4B3 . . A4B1 -B . . A3B1 A4B3',
  },
  {
    game: 'earthquake',
    me: '1',
    kind: 'win',
    n: 2,
    answers: ['move d4'],
    position:
      'earthquake 2 | 6 1 go | d3- e5- | b2:?,D b3:?,?,?,C24 b4:?,?,?,?,L c2:?,V c3: c4:?,?,C4 c5: d2:C01235 d3:R d4:D d5:?,?,?,T d6:?,?,C45 e3:?,H e4: e5: e6:?,?,?,V f4:C0345 f5:?,?,?,P f6:?,?,?,?,C1234 | V2 H7 C5,7,4,2,1,1 R6 L6 S4 D4 B6 J7 P5 T6',
  },
  {
    game: 'evo',
    me: 'N',
    kind: 'escape',
    n: 1,
    answers: ['d12-c11', 'd12-c11=B', 'd12-c11=C', 'd12-c11=S'],
    position: 'evo 2 | 24 0 N | S j1 g1W h1W i1W i2W j2C l3S c5C c11W | N c12 h7C d11C e11W d12W e12W f12W | -',
  },
  {
    game: 'conqueror',
    me: 'A',
    kind: 'win',
    n: 3,
    answers: ['move a6'],
    position:
      'conqueror 2 | basic | BA | move A 6 | 0 | b4 a8 | . A2A3 A2A3 -A A4 A1A3 A4 B2A3A1 B4A1A2 B4B3A1 B4A2 -A =B -B -B -A',
  },
  {
    game: 'earthquake',
    me: '1',
    kind: 'escape',
    n: 1,
    answers: ['dynamite c3', 'end'],
    position:
      'earthquake 2 | 4 1 after | b2D e6L | b2: b3:?,V b4: c2:C0 c3:?,?,?,C01234 c4:?,H c5:?,?,?,?,?,S d2:?,?,?,?,S d3:?,?,?,H d4:?,C125 d5:?,J d6:T e3:?,?,J e4:?,B e5: e6: f4:?,C01245 f5:?,?,T f6:?,L | V3 H4 C7,8,7,3,0,1 R7 L5 S5 D6 B6 J4 P5 T4',
  },
  {
    game: 'evo',
    me: 'S',
    kind: 'escape',
    n: 1,
    answers: ['i1-j2', 'i1-j2=B', 'i1-j2=C', 'i1-j2=S'],
    position: 'evo 2 | 39 0 S | S j1 i1W i2C e6C g7W a9C | N c12 j2W e4C e10C d11W d12W e12W | -',
  },
  {
    game: 'conqueror',
    me: 'B',
    kind: 'win',
    n: 2,
    answers: ['move g2'],
    position:
      'conqueror 2 | basic | AB | move B 2 | 0 | b6 f1 | B1A4A3 A3B4 =B A2B1B4 -A B1B3B4 -A -B A2A3 B2 -B -A A2A1 B2 B2 A1B4',
  },
  {
    game: 'earthquake',
    me: '1',
    kind: 'win',
    n: 2,
    answers: ['move e3'],
    position:
      'earthquake 2 | 4 1 go | d2- e4- | b2:S b3:?,?,H b4:?,?,P c2:C234 c3:L c4:?,C4 c5:V d2:J d3:?,B d4:?,B d5:?,R d6:?,H e3:D e4: e5: e6:?,D f4:?,?,?,?,?,L f5:?,?,V f6:?,?,?,?,?,T | V2 H6 C7,8,6,4,1,1 R6 L3 S6 D4 B5 J6 P5 T6',
  },
  {
    game: 'evo',
    me: 'N',
    kind: 'win',
    n: 3,
    answers: ['f4-i1=W'],
    position: 'evo 2 | 44 0 N | S j1 h1C i1W i2C i4C g8C | N c12 f4C g4C d11W e11W d12W | -',
  },
  {
    game: 'conqueror',
    me: 'A',
    kind: 'win',
    n: 2,
    answers: ['move b1'],
    position:
      'conqueror 2 | basic | AB | move A 5 | 1 | b3 g7 | B1B4A3 -A -A . A1A4A2 -A B1A3B4 . A3A2 -A -B B3 A3 . . .',
  },
  {
    game: 'earthquake',
    me: '2',
    kind: 'win',
    n: 2,
    answers: ['keep'],
    position:
      'earthquake 2 | 5 2 play | d3- e3- | b2:S b3:?,C134 b4:?,?,P c2:C234 c3:L c4:?,C4 c5:V d2:J d3: d4:?,B d5:?,R d6:?,H e3:D e4: e5: e6:?,D f4:?,?,?,?,?,L f5:?,?,V f6:?,?,?,?,?,T | V2 H6 C6,8,5,4,1,1 R6 L3 S6 D4 B5 J6 P5 T6',
  },
  {
    game: 'evo',
    me: 'N',
    kind: 'win',
    n: 3,
    answers: ['l4-i1=W'],
    position: 'evo 2 | 34 0 N | S j1 i1W i2C g3C h3C i3C d5C d9W | N c12 l4C l6W f8C d11W f11C d12W | -',
  },
  {
    game: 'conqueror',
    me: 'B',
    kind: 'escape',
    n: 1,
    answers: ['move h6'],
    position:
      'conqueror 2 | basic | AB | move B 6 | 1 | c8 g4 | -A -A -B A2B4B3 -A -A -B =B -A -A -A B2A3B1 A2A4A3 A4 B2A3 B1B3B2',
  },
  {
    game: 'earthquake',
    me: '1',
    kind: 'win',
    n: 2,
    answers: ['keep'],
    position:
      'earthquake 2 | 6 1 play | d4- e3T | b2:?,S b3: b4:?,P c2:?,?,C13 c3:?,?,?,B c4: c5:?,?,?,H d2:C0 d3: d4:B d5:?,?,C0345 d6:?,?,?,?,?,?,P e3: e4: e5:?,?,D e6:?,?,C2 f4: f5:?,?,D f6:?,?,V | V3 H6 C6,7,7,3,2,1 R7 L7 S4 D5 B4 J6 P4 T6',
  },
  {
    game: 'evo',
    me: 'S',
    kind: 'win',
    n: 3,
    answers: ['e11-d12'],
    position: 'evo 2 | 51 0 S | S j1 i2S j2C e6C f7C e11W | N c12 h1S g3C h7C e10C c11W d11C | -',
  },
  {
    game: 'conqueror',
    me: 'A',
    kind: 'escape',
    n: 1,
    answers: ['move e5', 'move g5'],
    position:
      'conqueror 2 | basic | BA | move A 6 | 1 | f7 a2 | =B B3 B3 A2B3B4 B2B1B3 A4A2B3 -A -B B4B2 A3B2A4 A2B3A4 A2A3A4 -B B1B4 =A B1B2A3',
  },
  {
    game: 'evo',
    me: 'N',
    kind: 'win',
    n: 3,
    answers: ['l4-j2=W', 'l4-j2=B'],
    position: 'evo 2 | 34 0 N | S j1 h1W h2W i2C j2C h3C j5W e6C i6W | N c12 l4C d10S c11W d11C e11W d12W e12W | -',
  },
];
