// How chance draws: the order of play, rolls, dice for tied islands, and custom boards.
import type { Draws, Redraw } from '$lib/verify';

function order(seats: readonly string[], d: Draws): string {
  const left = [...seats];
  let ways = left.reduce((n, _, i) => n * (i + 1), 1);
  let n = d.below(ways);
  const out: string[] = [];
  while (left.length) {
    ways /= left.length;
    out.push(...left.splice(Math.floor(n / ways), 1));
    n %= ways;
  }
  return `order ${out.join(' ')}`;
}

/** The dice of all tied players are one number with a digit for each die, the first player's first. */
function tie(text: string, d: Draws): string {
  const dice = [...text.matchAll(/(?<=[A-D,])[1-6]/g)].length;
  let n = d.below(6 ** dice);
  const rolled: number[] = [];
  for (let i = 0; i < dice; i++) {
    rolled.unshift(1 + (n % 6));
    n = Math.floor(n / 6);
  }
  return text.replace(/(?<=[A-D,])[1-6]/g, () => String(rolled.shift()));
}

type Place = readonly [file: number, rank: number];
const room = 14;

function layout(d: Draws): string {
  const on: Place[] = Array.from({ length: 9 }, (_, i) => [room + (i % 3) * 2, room + Math.floor(i / 3) * 2]);
  const apart = (p: Place, q: Place): [number, number] => [Math.abs(p[0] - q[0]), Math.abs(p[1] - q[1])];
  const overlap = (p: Place, q: Place): boolean => Math.max(...apart(p, q)) < 2;
  const touch = (p: Place, q: Place): boolean => {
    const [f, r] = apart(p, q);
    return (f === 2 && r < 2) || (r === 2 && f < 2);
  };
  while (on.length < 16) {
    const fit: Place[] = [];
    for (let rank = 0; rank < 2 * room + 6; rank++)
      for (let file = 0; file < 2 * room + 6; file++) {
        const p: Place = [file, rank];
        if (!on.some((q) => overlap(p, q)) && on.some((q) => touch(p, q))) fit.push(p);
      }
    on.push(fit[d.below(fit.length)]!);
  }
  const west = Math.min(...on.map((p) => p[0]));
  const south = Math.min(...on.map((p) => p[1]));
  const names = on
    .sort((p, q) => p[1] - q[1] || p[0] - q[0])
    .map((p) => String.fromCharCode(97 + p[0] - west) + (p[1] - south + 1));
  return `layout ${names.join(' ')}`;
}

const redraw: Redraw = (rec, k, d) => {
  const text = rec.events[k]?.do ?? '';
  switch (text.split(' ')[0]) {
    case 'order':
      return order(rec.seats, d);
    case 'roll':
      return `roll ${1 + d.below(6)}`;
    case 'tie':
      return tie(text, d);
    case 'layout':
      return layout(d);
  }
  return '';
};

export default redraw;
