import { hasOf, look, type LessonStep } from '../lesson';
import { num, str } from '../wire';
import type { ConquerorEvent } from './model';

const has = hasOf<ConquerorEvent>();

const none16 = '. . . . . . . . . . . . . . . .'.split(' ');
function conq(step: string, tokens: string, islands: Record<number, string>, options = ''): string {
  return `conqueror 2${options} | basic | AB | ${step} | 0 | ${tokens} | ${none16.map((x, i) => islands[i] ?? x).join(' ')}`;
}

const lesson: readonly LessonStep[] = [
  { id: '1', position: conq('move A 1', 'a1 h8', { 0: 'A1', 15: 'B4' }), me: 'A', goal: look, show: '' },
  { id: '2', position: conq('start A', '- -', {}), me: 'A', goal: has('start'), show: 'start a1' },
  {
    id: '3',
    position: conq('move A 1', 'a1 h8', { 0: 'A1', 15: 'B4' }),
    me: 'A',
    goal: has('move', (e) => num(e, 'steps') === 1),
    show: 'move a2',
  },
  {
    id: '4',
    position: conq('move A 5', 'a1 h8', { 0: 'A1', 15: 'B4' }),
    me: 'A',
    goal: has('move', (e) => num(e, 'steps') === 2),
    show: 'move b2',
  },
  {
    id: '5',
    position: conq('move A 3', 'a1 h8', { 0: 'A1', 15: 'B4' }),
    me: 'A',
    goal: has('move', (e) => num(e, 'steps') === 3),
    show: 'move c2',
  },
  {
    id: '6',
    position: conq('move A 2', 'c3 h8', { 5: 'A1B2', 15: 'B4' }),
    me: 'A',
    goal: has('move', (e) => ['c5', 'e3'].includes(str(e, 'to')) || str(e, 'path').includes('d3')),
    show: 'move e3',
  },
  {
    id: '7',
    position: conq('move A 1', 'a1 h8', { 0: 'A1B2B4', 15: 'B4' }),
    me: 'A',
    goal: has('move', (e) => str(e, 'to') === 'a2'),
    show: 'move a2',
  },
  {
    id: '8',
    position: conq('move B 1', 'a2 h8', { 0: 'A1B2B4', 15: 'B4' }),
    me: 'B',
    then: [{ seat: 'chance', action: 'roll 2' }],
    goal: has('move'),
    show: 'move g8',
  },
  {
    id: '9',
    position: conq('move A 4', 'b2 h8', { 0: '=A', 15: 'B4' }),
    me: 'A',
    goal: has('move', (e) => ['b3', 'c2'].includes(str(e, 'to'))),
    show: 'move b3',
  },
  {
    id: '10',
    position: conq('move A 5', 'd4 e4', { 5: 'A4', 6: 'B3' }),
    me: 'A',
    goal: has('move'),
    show: 'move c3',
  },
];

export default lesson;
