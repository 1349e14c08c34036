// The lessons: positions, and what is to be reached on them. The words are in the catalogue of the language.
import type { GameId } from '$games/index';
import { type GameEvent, num, str, type View } from '$games/wire';

export interface LessonStep {
  /** Part of the keys of its words. */
  id: string;
  position: string;
  me: string;
  /** What the other seats do at the same time. */
  others?: { seat: string; action: string }[];
  /** What follows without the player, such as a roll. */
  then?: { seat: string; action: string }[];
  goal: (events: readonly GameEvent[], view: View) => boolean;
  /** An action that reaches the goal; empty for steps that are only read. */
  show: string;
}

const has =
  (kind: string, test: (e: GameEvent) => boolean = () => true) =>
  (events: readonly GameEvent[]): boolean =>
    events.some((e) => e.kind === kind && test(e));
const look = (): boolean => true;

const evo = (s: string, n: string): string => `evo 2 | 101 0 S | S ${s} | N ${n} | -`;
const epigo = (S: string, N: string, more = 'plan turn=3 quiet=0', options = ''): string =>
  `epigo 2${options} | ${more} S=${S} N=${N}`;

const none16 = '. . . . . . . . . . . . . . . .'.split(' ');
function conq(step: string, tokens: string, islands: Record<number, string>, options = ''): string {
  return `conqueror 2${options} | basic | AB | ${step} | 0 | ${tokens} | ${none16.map((x, i) => islands[i] ?? x).join(' ')}`;
}

const area2 = 'b2 b3 b4 c2 c3 c4 c5 d2 d3 d4 d5 d6 e3 e4 e5 e6 f4 f5 f6'.split(' ');
/** A position of two explorers whose tiles are all known; the rest has been put away. */
export function quake(turn: string, explorers: string[], cells: Record<string, string>): string {
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
  return `earthquake 2 | ${turn} | ${explorers.join(' ')} | ${area2.map((h) => `${h}:${cells[h] ?? ''}`).join(' ')} | ${rest}`;
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

export const lessons: Record<GameId, LessonStep[]> = {
  epigo: [
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
  ],
  evo: [
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
  ],
  conqueror: [
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
  ],
  earthquake: [
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
  ],
};
