import { hasOf, look, type LessonStep } from '../lesson';
import { num, str } from '../wire';
import type { EarthquakeEvent } from './model';

const has = hasOf<EarthquakeEvent>();

const area2 = 'b2 b3 b4 c2 c3 c4 c5 d2 d3 d4 d5 d6 e3 e4 e5 e6 f4 f5 f6'.split(' ');
/** A position of two explorers whose tiles are all known; the rest has been put away. */
function quake(turn: string, explorers: string[], cells: Record<string, string>): string {
  const count: Record<string, number> = { V: 4, H: 8, R: 7, L: 7, S: 7, D: 7, B: 7, J: 7, P: 7, T: 7 };
  const cracks = [8, 9, 8, 4, 2, 1];
  for (const c of Object.values(cells)) {
    for (const x of c.split(',')) {
      if (x.startsWith('C')) cracks[x.length - 2]!--;
      else count[x]!--;
    }
  }
  for (const e of explorers) if (count[e[2] ?? ''] !== undefined) count[e[2]!]!--;
  const rest =
    `V${count.V} H${count.H} C${cracks.join(',')} ` + [...'RLSDBJPT'].map((k) => `${k}${count[k]}`).join(' ');
  return `earthquake 2 area=19 | ${turn} | ${explorers.join(' ')} | ${area2.map((h) => `${h}:${cells[h] ?? ''}`).join(' ')} | ${rest}`;
}
const land: Record<string, string> = {
  c3: 'C0,C25,C14',
  c4: 'C135,C0',
  d4: 'R,C1,C35',
  d3: 'C02,H',
  e4: 'C024,C4,S',
  d5: 'C3,J',
  b3: 'C25',
  e5: 'C14,C2',
  c2: 'C03,L',
  d2: 'C5',
  f5: 'C2,T',
};

const lesson: readonly LessonStep[] = [
  { id: '1', position: quake('3 1 go', ['c3-', 'e5-'], land), me: '1', goal: look, show: '' },
  { id: '2', position: quake('3 1 go', ['d4-', 'e5-'], land), me: '1', goal: has('move'), show: 'move c3' },
  {
    id: '3',
    position: quake('3 1 go', ['c4-', 'e5-'], land),
    me: '1',
    goal: has('move', (e) => num(e, 'to_height') === num(e, 'from_height') + 1),
    show: 'move c3',
  },
  { id: '4', position: quake('3 1 go', ['d4-', 'e5-'], land), me: '1', goal: has('cracks'), show: 'move c3' },
  {
    id: '5',
    position: quake('3 1 go', ['c3-', 'e5-'], land),
    me: '1',
    goal: has('move', (e) => str(e, 'to') === 'c2'),
    show: 'move c2',
  },
  { id: '6', position: quake('3 1 go', ['c3-', 'e5-'], land), me: '1', goal: has('hole'), show: 'move d3' },
  {
    id: '7',
    position: quake('3 1 go', ['b3R', 'e5-'], { ...land }),
    me: '1',
    goal: has('move', (e) => str(e, 'by') === 'rope'),
    show: 'rope c3',
  },
  {
    id: '8',
    position: quake('3 1 go', ['c2J', 'e5-'], land),
    me: '1',
    goal: has('move', (e) => str(e, 'by') === 'spring'),
    show: 'spring c4',
  },
  {
    id: '9',
    position: quake('3 1 go', ['c4L', 'e5-'], land),
    me: '1',
    goal: has('move', (e) => str(e, 'by') === 'swim'),
    show: 'swim b4',
  },
  { id: '10', position: quake('3 1 go', ['d4D', 'e5-'], land), me: '1', goal: has('dynamite'), show: 'dynamite e5' },
  { id: '11', position: quake('3 1 go', ['d4P', 'd5-'], land), me: '1', goal: has('push'), show: 'push d5' },
  { id: '12', position: quake('3 1 go', ['d4D', 'd6-'], { ...land, d5: 'C3' }), me: '1', goal: look, show: '' },
];

export default lesson;
