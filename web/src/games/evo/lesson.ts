import { hasOf, look, type LessonStep } from '../lesson';
import { num, str, type View } from '../wire';
import type { EvoEvent } from './model';

const has = hasOf<EvoEvent>();

const evo = (s: string, n: string): string => `evo 2 | 101 0 S | S ${s} | N ${n} | -`;

const lesson: readonly LessonStep[] = [
  {
    id: '1',
    position:
      'evo 2 | 1 0 S | S j1 f1W g1W h1W i1W g2W h2W i2W j2W | N c12 c11W d11W e11W f11W d12W e12W f12W g12W | -',
    me: 'S',
    goal: look,
    show: '',
  },
  {
    id: '2',
    position: evo('j1 f4W', 'c12 d8W c9W'),
    me: 'S',
    goal: has('move', (e) => str(e, 'role') === 'W'),
    show: 'f4-f5',
  },
  {
    id: '3',
    position: evo('j1 f3B', 'c12 c9W'),
    me: 'S',
    goal: has('move', (e) => str(e, 'role') === 'B' && num(e, 'steps') === 2),
    show: 'f3-f5',
  },
  {
    id: '4',
    position: evo('j1 f5W', 'c12 d10W'),
    me: 'S',
    goal: (ev) => ev.some((e) => e.kind === 'rotate') && !ev.some((e) => e.kind === 'move'),
    show: 'f5=C',
  },
  { id: '5', position: evo('j1 f3C g4W', 'c12 c6W i6W f9W'), me: 'S', goal: has('capture'), show: 'f3-c6' },
  {
    id: '6',
    position: evo('j1 g6S', 'c12 g8B'),
    me: 'S',
    goal: has('move', (e) => str(e, 'role') === 'S'),
    show: 'g6-g4',
  },
  {
    id: '7',
    position: evo('j1 e4B', 'c12 h9W'),
    me: 'S',
    goal: (ev) => ev.some((e) => e.kind === 'move') && ev.some((e) => e.kind === 'rotate'),
    show: 'e4-e6=C',
  },
  { id: '8', position: evo('j1 e3B d5W', 'c12 d6W e6S'), me: 'S', goal: has('capture'), show: 'd5-d6' },
  {
    id: '9',
    position: evo('j1 h2W f4B', 'c12 h3C d9W'),
    me: 'S',
    goal: (_ev, v) => (v as View & { threats: { at: string }[] }).threats.every((x) => x.at !== 'j1'),
    show: 'h2-h3',
  },
  {
    id: '10',
    position: evo('j1 c3C c6W', 'c12 f6W c9B'),
    me: 'S',
    goal: has('capture', (e) => str(e, 'at') === 'f6'),
    show: 'c3-f6',
  },
  { id: '11', position: evo('j1 c10B', 'c12 g9W'), me: 'S', goal: has('win'), show: 'c10-c12' },
  {
    id: '12',
    position: evo('j1 c3S f6W', 'c12 g7W'),
    me: 'S',
    goal: has('win', (e) => str(e, 'reason') === 'last piece'),
    show: 'f6-g7',
  },
];

export default lesson;
