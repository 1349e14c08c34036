import type { Puzzle } from '../puzzle';

const puzzles: readonly Puzzle[] = [
  {
    me: 'N',
    kind: 'win',
    n: 3,
    answers: ['g4-h3', 'g4-h3=S'],
    position: 'evo 2 | 56 0 N | S j1 h3C j3C | N c12 g4C e10C d12W | -',
  },
  {
    me: 'N',
    kind: 'escape',
    n: 1,
    answers: ['d12-c11', 'd12-c11=B', 'd12-c11=C', 'd12-c11=S'],
    position: 'evo 2 | 24 0 N | S j1 g1W h1W i1W i2W j2C l3S c5C c11W | N c12 h7C d11C e11W d12W e12W f12W | -',
  },
  {
    me: 'S',
    kind: 'escape',
    n: 1,
    answers: ['i1-j2', 'i1-j2=B', 'i1-j2=C', 'i1-j2=S'],
    position: 'evo 2 | 39 0 S | S j1 i1W i2C e6C g7W a9C | N c12 j2W e4C e10C d11W d12W e12W | -',
  },
  {
    me: 'N',
    kind: 'win',
    n: 3,
    answers: ['f4-i1=W'],
    position: 'evo 2 | 44 0 N | S j1 h1C i1W i2C i4C g8C | N c12 f4C g4C d11W e11W d12W | -',
  },
  {
    me: 'N',
    kind: 'win',
    n: 3,
    answers: ['l4-i1=W'],
    position: 'evo 2 | 34 0 N | S j1 i1W i2C g3C h3C i3C d5C d9W | N c12 l4C l6W f8C d11W f11C d12W | -',
  },
  {
    me: 'S',
    kind: 'win',
    n: 3,
    answers: ['e11-d12'],
    position: 'evo 2 | 51 0 S | S j1 i2S j2C e6C f7C e11W | N c12 h1S g3C h7C e10C c11W d11C | -',
  },
  {
    me: 'N',
    kind: 'win',
    n: 3,
    answers: ['l4-j2=W', 'l4-j2=B'],
    position: 'evo 2 | 34 0 N | S j1 h1W h2W i2C j2C h3C j5W e6C i6W | N c12 l4C d10S c11W d11C e11W d12W e12W | -',
  },
];

export default puzzles;
