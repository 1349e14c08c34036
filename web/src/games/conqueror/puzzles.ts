import type { Puzzle } from '../puzzle';

const puzzles: readonly Puzzle[] = [
  {
    me: 'B',
    kind: 'win',
    n: 2,
    answers: ['move h3'],
    position: 'conqueror 2 | basic | BA | move B 5 | 1 | d3 g4 | . . -A -A . . B4A2A1 B1A4B3 . . A4B1 -B . . A3B1 A4B3',
  },
  {
    me: 'A',
    kind: 'win',
    n: 3,
    answers: ['move a6'],
    position:
      'conqueror 2 | basic | BA | move A 6 | 0 | b4 a8 | . A2A3 A2A3 -A A4 A1A3 A4 B2A3A1 B4A1A2 B4B3A1 B4A2 -A =B -B -B -A',
  },
  {
    me: 'B',
    kind: 'win',
    n: 2,
    answers: ['move g2'],
    position:
      'conqueror 2 | basic | AB | move B 2 | 0 | b6 f1 | B1A4A3 A3B4 =B A2B1B4 -A B1B3B4 -A -B A2A3 B2 -B -A A2A1 B2 B2 A1B4',
  },
  {
    me: 'A',
    kind: 'win',
    n: 2,
    answers: ['move b1'],
    position:
      'conqueror 2 | basic | AB | move A 5 | 1 | b3 g7 | B1B4A3 -A -A . A1A4A2 -A B1A3B4 . A3A2 -A -B B3 A3 . . .',
  },
  {
    me: 'B',
    kind: 'escape',
    n: 1,
    answers: ['move h6'],
    position:
      'conqueror 2 | basic | AB | move B 6 | 1 | c8 g4 | -A -A -B A2B4B3 -A -A -B =B -A -A -A B2A3B1 A2A4A3 A4 B2A3 B1B3B2',
  },
  {
    me: 'A',
    kind: 'escape',
    n: 1,
    answers: ['move e5', 'move g5'],
    position:
      'conqueror 2 | basic | BA | move A 6 | 1 | f7 a2 | =B B3 B3 A2B3B4 B2B1B3 A4A2B3 -A -B B4B2 A3B2A4 A2B3A4 A2A3A4 -B B1B4 =A B1B2A3',
  },
];

export default puzzles;
