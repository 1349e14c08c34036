import { t, type Key } from './t';
import { head, type Setup } from '../setup';
import { cellOf, ends, type HexCell, type QuakeView, type Seat, toolGlyph } from './model';
import Piece from './Piece.svelte';
import { tileWord, toolWord } from './words';

const tools = Object.keys(toolGlyph);
/** How many tiles of each kind there are: volcanoes, holes, cracks with one to six ends, the tools. */
const mix = [4, 8, 8, 9, 8, 4, 2, 1, ...tools.map(() => 7)];
const kind = (tile: string): number =>
  tile === 'V' ? 0 : tile === 'H' ? 1 : tile.startsWith('C') ? ends(tile).length + 1 : 8 + tools.indexOf(tile);

/** A draft remembers how many tiles of each kind were seen and are gone for good. */
type Draft = QuakeView & { out?: readonly number[] };

const present = (v: QuakeView): number[] => {
  const n = mix.map(() => 0);
  const count = (tile: string): void => {
    const k = kind(tile);
    if (tile !== '?' && n[k] !== undefined) n[k]++;
  };
  for (const c of v.cells) c.tiles.forEach(count);
  for (const e of v.explorers) if (e.hex && e.tool) count(e.tool);
  return n;
};
function out(v: Draft): readonly number[] {
  if (v.out) return v.out;
  const pool = (v.position.split(' | ')[4] ?? '').split(/[ ,]/).map((w) => Number(w.replace(/^\D/, '')));
  const here = present(v);
  return mix.map((m, k) => Math.max(0, m - here[k]! - (pool[k] ?? 0)));
}

/** Where in a turn one can begin: before going, on a tool, on cracks with a sandbag in hand, with a tool left to use. */
const steps = ['go', 'play', 'crack', 'after'] as const;
const stepOf = (v: QuakeView): (typeof steps)[number] =>
  v.phase === 'keep' || v.phase === 'hole' ? 'play' : (steps.find((s) => s === v.phase) ?? 'go');

const who = (s: string): string => t('seat.other', { seat: s });
const stack = (v: Draft, hex: string, f: (tiles: readonly string[]) => string[]): Draft => ({
  ...v,
  out: out(v),
  cells: v.cells.map((c): HexCell => {
    if (c.hex !== hex) return { ...c, falls: [] };
    const tiles = f(c.tiles);
    return { ...c, tiles, height: tiles.length, top: tiles.at(-1) ?? null, volcano: tiles.at(-1) === 'V', falls: [] };
  }),
});
/** Explorers and hexes agree on who is where. */
const settled = (v: Draft): Draft => ({
  ...v,
  acting: [v.turn ?? '1'],
  cells: v.cells.map((c) => ({ ...c, explorer: v.explorers.find((e) => e.hex === c.hex)?.seat ?? null })),
  explorers: v.explorers.map((e) => ({
    ...e,
    in: e.hex !== null,
    stranded: false,
    height: e.hex ? (cellOf(v, e.hex)?.height ?? 0) : 0,
    water: e.hex !== null && cellOf(v, e.hex)?.height === 0,
  })),
});
const stand = (v: Draft, seat: string, hex: string | null): Draft =>
  settled({
    ...v,
    out: out(v),
    explorers: v.explorers.map((e) =>
      e.seat === seat ? { ...e, hex } : e.hex === hex && hex ? { ...e, hex: null } : e,
    ),
  });

const setup: Setup<Draft> = {
  begin: (v) => {
    const w: Draft = {
      ...v,
      result: null,
      phase: ['keep', 'crack', 'hole', 'after'].includes(v.phase) ? v.phase : 'go',
      fleeing: [],
      cracks: null,
      go_due: false,
      reveal: null,
      turn: v.turn ?? v.explorers.find((e) => e.in)?.seat ?? '1',
      turn_number: Math.max(1, v.turn_number),
    };
    if (v.phase !== 'place') return settled(w);
    // Nobody stands on the island yet: on its highest stacks.
    const free = w.cells.filter((c) => c.height && !c.volcano && !c.explorer).sort((a, b) => b.height - a.height);
    return settled({
      ...w,
      turn: '1',
      explorers: w.explorers.map((e) => ({ ...e, hex: e.hex ?? free.shift()?.hex ?? null })),
    });
  },
  clear: (v) =>
    settled({
      ...v,
      out: mix.map(() => 0),
      cells: v.cells.map((c) => ({ ...c, tiles: [], height: 0, top: null, volcano: false, falls: [] })),
      explorers: v.explorers.map((e) => ({ ...e, hex: null, tool: null, protected: false })),
    }),
  items: (v) => [
    ...v.explorers.map((e) => ({
      id: e.seat,
      name: t('earthquake.setup.explorer', { who: who(e.seat) }),
      group: t('earthquake.setup.explorers'),
    })),
    { id: 'C0', name: t('earthquake.cracks'), group: t('earthquake.setup.tiles') },
    ...['H', 'V', ...tools].map((id) => ({ id, name: tileWord(id), group: t('earthquake.setup.tiles') })),
    { id: '?', name: t('earthquake.setup.unseen'), group: t('earthquake.setup.tiles') },
    ...tools.map((id) => ({
      id: `h${id}`,
      name: t('earthquake.setup.hold', { tool: toolWord(id) }),
      group: t('earthquake.setup.hands'),
    })),
    { id: 'h-', name: t('earthquake.setup.holdNone'), group: t('earthquake.setup.hands') },
  ],
  facets: {
    name: 'earthquake.setup.ends',
    of: (item) => {
      if (item[0] !== 'C') return [];
      const on = new Set(ends(item));
      return [0, 1, 2, 3, 4, 5].map((d) => {
        const next = [0, 1, 2, 3, 4, 5].filter((x) => (x === d ? !on.has(x) : on.has(x)));
        return {
          label: t(`earthquake.way.${d}` as Key),
          on: on.has(d),
          item: next.length ? `C${next.join('')}` : item,
        };
      });
    },
  },
  put: (v, item, at) => {
    const c = cellOf(v, at);
    if (!c?.area) return 'earthquake.setup.why.area';
    if (/^[1-6]$/.test(item)) return stand(v, item, at);
    if (item[0] === 'h') {
      if (!c.explorer) return 'earthquake.setup.why.nobody';
      return {
        ...v,
        out: out(v),
        explorers: v.explorers.map((e) =>
          e.seat === c.explorer ? { ...e, tool: item === 'h-' ? null : item[1]! } : e,
        ),
      };
    }
    return settled(stack(v, at, (tiles) => (item === '?' ? ['?', ...tiles] : [...tiles, item])));
  },
  take: (v, at) => {
    const c = cellOf(v, at);
    return c?.explorer ? stand(v, c.explorer, null) : settled(stack(v, at, (tiles) => tiles.slice(0, -1)));
  },
  at: (v, at) => {
    const c = cellOf(v, at);
    return c?.explorer ?? c?.top ?? null;
  },
  questions: (v) => [
    {
      id: 'turn',
      label: t('setup.turn'),
      value: v.turn ?? '1',
      options: v.explorers.map((e) => ({ value: e.seat, label: who(e.seat) })),
    },
    {
      id: 'step',
      label: t('earthquake.setup.step'),
      value: stepOf(v),
      options: steps.map((s) => ({ value: s, label: t(`earthquake.setup.step.${s}`) })),
    },
  ],
  answer: (v, q, value) =>
    settled({
      ...v,
      out: out(v),
      ...(q === 'turn'
        ? { turn: value as Seat }
        : { phase: value === 'play' ? 'keep' : (value as 'go' | 'crack' | 'after') }),
    }),
  text: (v) => {
    const left = v.explorers.filter((e) => !e.hex).sort((a, b) => (a.left ?? 9) - (b.left ?? 9));
    // Who stands as before keeps the mark of a lifebelt that was used.
    const before = (v.position.split(' | ')[2] ?? '').split(' ');
    const people = v.explorers.map((e, i) => {
      const word = e.hex ? e.hex + (e.tool ?? '-') : `x${left.indexOf(e) + 1}`;
      return before[i] === `${word}*` && e.seat !== v.turn ? before[i] : word;
    });
    const stacks = v.cells.filter((c) => c.area).map((c) => `${c.hex}:${c.tiles.join(',')}`);
    const here = present(v);
    const gone = out(v);
    const pool = mix.map((m, k) => Math.max(0, m - here[k]! - gone[k]!));
    const rest = [
      `V${pool[0]}`,
      `H${pool[1]}`,
      `C${pool.slice(2, 8).join(',')}`,
      ...tools.map((x, i) => x + pool[8 + i]),
    ];
    return [
      head(v),
      `${v.turn_number} ${v.turn ?? '1'} ${stepOf(v)}`,
      people.join(' '),
      stacks.join(' '),
      rest.join(' '),
    ].join(' | ');
  },
  hint: 'earthquake.setup.hint',
  Piece,
};

export default setup;
