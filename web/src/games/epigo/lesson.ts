import { hasOf, look, type LessonStep } from '../lesson';
import { num, str } from '../wire';
import type { EpigoEvent } from './model';

const has = hasOf<EpigoEvent>();

const epigo = (S: string, N: string, more = 'plan turn=3 quiet=0', options = ''): string =>
  `epigo 2${options} | ${more} S=${S} N=${N}`;

const islanders = (S: string, N: string): string => epigo(S, N, undefined, ' variant=islanders');

const lesson: readonly LessonStep[] = [
  { id: '1', position: epigo('a4,b4,c4,d4,e4,f4,g4', 'h5,g5,f5,e5,d5,c5,b5'), me: 'S', goal: look, show: '' },
  {
    id: '2',
    position: 'epigo 2 | deploy',
    me: 'S',
    others: [{ seat: 'N', action: 'deploy 4 2 6 X 1 7 3 5' }],
    goal: has('deploy'),
    show: 'deploy 3 1 7 X 2 5 4 6',
  },
  {
    id: '3',
    position: epigo('a3,b2,c3,d3,e3,f3,g3', 'a6,b7,c7,d7,e7,f7,g7'),
    me: 'S',
    others: [{ seat: 'N', action: 'plan 1N 2N 4N' }],
    goal: has('reveal', (e) => num(e, 'round') === 3),
    show: 'plan 7N 3E 5N',
  },
  {
    id: '4',
    position: epigo('a3,b3,c3,d3,e3,f3,g3', 'a6,b6,c6,d6,e6,f6,g6'),
    me: 'S',
    others: [{ seat: 'N', action: 'plan 5S 3S 1S' }],
    goal: has('reveal', (e) => str(e, 'why') === 'higher' && str(e, 'first') === 'S'),
    show: 'plan 7N 4N 2N',
  },
  {
    id: '5',
    position: epigo('a3,b3,c3,d3,e3,f3,g3', 'a6,b6,c6,d6,e6,f6,g6'),
    me: 'S',
    others: [{ seat: 'N', action: 'plan 7S 6S 5S' }],
    goal: has('reveal', (e) => str(e, 'why') === 'cancel'),
    show: 'plan 7N 1N 2N',
  },
  {
    id: '6',
    position: epigo('a3,b3,c3,d4,d3,f3,g3', 'a6,b6,c6,d5,e6,f6,g6'),
    me: 'S',
    others: [{ seat: 'N', action: 'plan 1N 2N 3N' }],
    goal: has('push', (e) => e.seat === 'S' && str(e, 'count') === '2:1'),
    show: 'plan 5N 6E 7E',
  },
  {
    id: '7',
    position: epigo('a3,b3,c3,d4,f4,g3,h3', 'a6,b6,c6,d5,d6,f6,g6'),
    me: 'S',
    others: [{ seat: 'N', action: 'plan 1N 2N 3N' }],
    goal: has('block', (e) => e.seat === 'S'),
    show: 'plan 4N 6E 7E',
  },
  {
    id: '8',
    position: epigo('a3,b3,c3,d3,c5,b5,g3', 'a6,b6,c7,a5,e6,f6,g6'),
    me: 'S',
    others: [{ seat: 'N', action: 'plan 1N 2N 3N' }],
    goal: has('capture', (e) => str(e, 'by') === 'S'),
    show: 'plan 6W 7E 1S',
  },
  {
    id: '9',
    position: epigo('a3,b3,c3,d3,e3,f3,g3', 'a6,b6,c6,d6,e6,f6,g6'),
    me: 'S',
    others: [{ seat: 'N', action: 'plan 1N 2N 3N' }],
    goal: has('slide', (e) => e.super === true),
    show: 'plan 7S 6S 5S',
  },
  {
    id: '10',
    position: epigo('a3,b3,-,d3,e3,f3,g3', 'a6,b6,c6,d6,e6,f6,-'),
    me: 'S',
    others: [{ seat: 'N', action: 'plan 3S 4S 5S' }],
    goal: has('reveal', (e) => str(e, 'why') === 'cancel' && str(e, 'south').startsWith('3')),
    show: 'plan 3N 1N 2N',
  },
  {
    id: '11',
    position: epigo('a3,b3,c5,b5,e3,f3,-', 'a5,-,c7,-,e6,f6,g6'),
    me: 'S',
    others: [{ seat: 'N', action: 'plan 3N 5N 6N' }],
    goal: has('win', (e) => e.seat === 'S'),
    show: 'plan 4W 5E 6E',
  },
  {
    id: '12',
    position: islanders('b4,e3,f3,g3,g4,e4,f4@b2', 'c8,d8,e8,f8,b7,c7,d7@e6'),
    me: 'S',
    others: [{ seat: 'N', action: 'plan 5S 6S 7S' }],
    goal: has('enter', (e) => e.seat === 'S'),
    show: 'plan 1S 5N 6N',
  },
  {
    id: '13',
    position: islanders('@,e3,f3,g3,g4,e4,f4@b2', 'c8,d8,e8,f8,b7,c7,d7@e6'),
    me: 'S',
    others: [{ seat: 'N', action: 'plan 5S 6S 7S' }],
    goal: has('leave', (e) => e.seat === 'S'),
    show: 'plan 1N 5N 6N',
  },
  {
    id: '14',
    position: islanders('@,@,e1,f1,f2,h3,h4@c2', 'c8,d8,e8,f8,b7,c7,d7@e6'),
    me: 'S',
    others: [{ seat: 'N', action: 'plan 5S 6S 7S' }],
    goal: has('slam', (e) => e.seat === 'S'),
    show: 'plan SLAM 7N 6N',
  },
];

export default lesson;
