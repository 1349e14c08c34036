// How chance scatters the tiles.
import type { Draws, Redraw } from '$lib/verify';

const hexes = ['a1-4', 'b1-5', 'c1-6', 'd1-7', 'e2-7', 'f3-7', 'g4-7'].flatMap((row) =>
  Array.from({ length: Number(row[3]) - Number(row[1]) + 1 }, (_, i) => row[0]! + (Number(row[1]) + i)),
);
const cracks = [8, 9, 8, 4, 2, 1]; // with 1 to 6 ends
const tools = [...'RLSDBJPT'];
const toolsOfAKind = 7;

/** The sets of k of the six directions, as numbers of six bits in ascending order. */
const sets = (k: number): number[] =>
  Array.from({ length: 64 }, (_, t) => t).filter((t) => [...t.toString(2)].filter((b) => b === '1').length === k);

function crack(k: number, d: Draws, rules: number): string {
  let set = 0;
  if (rules >= 2) {
    const all = sets(k);
    set = all[d.below(all.length)]!;
  } else {
    for (let left = 6, need = k; need > 0; left--)
      if (d.below(left) < need) {
        set |= 1 << (left - 1);
        need--;
      }
  }
  return 'C' + [...'012345'].filter((_, i) => (set >> i) & 1).join('');
}

const redraw: Redraw = (rec, k, d) => {
  // Which hexes are played on depends on the options; the outcome names them.
  const area = (rec.events[k]?.do ?? '')
    .split(' ')
    .slice(1)
    .map((x) => x.split(':')[0] ?? '');
  for (let tries = 0; tries < 1000; tries++) {
    const deck = [...'VVVVHHHHHHHH'];
    cracks.forEach((n, i) => {
      for (let j = 0; j < n; j++) deck.push(crack(i + 1, d, rec.rules ?? 1));
    });
    for (const t of tools) deck.push(...Array.from({ length: toolsOfAKind }, () => t));
    d.shuffle(deck);
    const on = new Map<string, string[]>(area.map((h) => [h, []]));
    for (const tile of deck) on.get(hexes[d.below(hexes.length)]!)?.push(tile);
    const starts = [...on.values()].filter((s) => s.length && s[s.length - 1] !== 'V').length;
    if (starts >= rec.seats.length) return 'scatter ' + [...on].map(([h, s]) => `${h}:${s.join(',')}`).join(' ');
  }
  return '';
};

export default redraw;
