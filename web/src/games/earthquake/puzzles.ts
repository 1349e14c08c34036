import type { Puzzle } from '../puzzle';

const puzzles: readonly Puzzle[] = [
  {
    me: '1',
    kind: 'win',
    n: 2,
    answers: ['move d4'],
    position:
      'earthquake 2 area=19 | 6 1 go | d3- e5- | b2:?,D b3:?,?,?,C24 b4:?,?,?,?,L c2:?,V c3: c4:?,?,C4 c5: d2:C01235 d3:R d4:D d5:?,?,?,T d6:?,?,C45 e3:?,H e4: e5: e6:?,?,?,V f4:C0345 f5:?,?,?,P f6:?,?,?,?,C1234 | V2 H7 C5,7,4,2,1,1 R6 L6 S4 D4 B6 J7 P5 T6',
  },
  {
    me: '1',
    kind: 'escape',
    n: 1,
    answers: ['dynamite c3', 'end'],
    position:
      'earthquake 2 area=19 | 4 1 after | b2D e6L | b2: b3:?,V b4: c2:C0 c3:?,?,?,C01234 c4:?,H c5:?,?,?,?,?,S d2:?,?,?,?,S d3:?,?,?,H d4:?,C125 d5:?,J d6:T e3:?,?,J e4:?,B e5: e6: f4:?,C01245 f5:?,?,T f6:?,L | V3 H4 C7,8,7,3,0,1 R7 L5 S5 D6 B6 J4 P5 T4',
  },
  {
    me: '1',
    kind: 'win',
    n: 2,
    answers: ['move e3'],
    position:
      'earthquake 2 area=19 | 4 1 go | d2- e4- | b2:S b3:?,?,H b4:?,?,P c2:C234 c3:L c4:?,C4 c5:V d2:J d3:?,B d4:?,B d5:?,R d6:?,H e3:D e4: e5: e6:?,D f4:?,?,?,?,?,L f5:?,?,V f6:?,?,?,?,?,T | V2 H6 C7,8,6,4,1,1 R6 L3 S6 D4 B5 J6 P5 T6',
  },
  {
    me: '2',
    kind: 'win',
    n: 2,
    answers: ['keep'],
    position:
      'earthquake 2 area=19 | 5 2 play | d3- e3- | b2:S b3:?,C134 b4:?,?,P c2:C234 c3:L c4:?,C4 c5:V d2:J d3: d4:?,B d5:?,R d6:?,H e3:D e4: e5: e6:?,D f4:?,?,?,?,?,L f5:?,?,V f6:?,?,?,?,?,T | V2 H6 C6,8,5,4,1,1 R6 L3 S6 D4 B5 J6 P5 T6',
  },
  {
    me: '1',
    kind: 'win',
    n: 2,
    answers: ['keep'],
    position:
      'earthquake 2 area=19 | 6 1 play | d4- e3T | b2:?,S b3: b4:?,P c2:?,?,C13 c3:?,?,?,B c4: c5:?,?,?,H d2:C0 d3: d4:B d5:?,?,C0345 d6:?,?,?,?,?,?,P e3: e4: e5:?,?,D e6:?,?,C2 f4: f5:?,?,D f6:?,?,V | V3 H6 C6,7,7,3,2,1 R7 L7 S4 D5 B4 J6 P4 T6',
  },
];

export default puzzles;
