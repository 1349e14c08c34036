// What a choice brings, before it is made: facts from the open tiles, the hands and the rules. What lies below a top is
// known to nobody and never read here, not even where a view holds it.
import { cellOf, goes, type HexCell, isTool, neighbour, type Option, type QuakeView } from './model';

type ChipKind = 'danger' | 'warn' | 'ok';

/** One consequence: what it is, and the words that fill its sentence. */
export interface Chip {
  kind: ChipKind;
  what:
    | 'drown'
    | 'drownTool'
    | 'wet'
    | 'wetOut'
    | 'floats'
    | 'saves'
    | 'below'
    | 'uncovers'
    | 'loseTool'
    | 'gainTool'
    | 'noWay'
    | 'lost'
    | 'exposed'
    | 'sinks'
    | 'lowers'
    | 'drowns'
    | 'pushedWet'
    | 'helps'
    | 'alone';
  at?: string;
  seat?: string;
  tool?: string;
  list?: string[];
  n?: number;
  of?: number;
}

export interface Outlook {
  /** Hexes that lose their top for certain. */
  loses: string[];
  /** Other seats that it hits. */
  harmed: string[];
  /** At most three, the worst first. */
  chips: Chip[];
}

/** How high everything is after a choice, and where its player stands with what. */
interface After {
  heights: Map<string, number>;
  loses: string[];
  at: string | null;
  tool: string | null;
  /** The tile now on top of your stack is played next, and nobody knows it. */
  playsBelow: boolean;
  /** A tool to keep or to discard, or a hole, comes next: your stack loses its top either way. */
  next: 'tool' | 'hole' | null;
  lostTool: string | null;
}

const usable = ['D', 'B', 'P', 'T'];
const six = [0, 1, 2, 3, 4, 5];

const unseen = (v: QuakeView): { volcanoes: number; all: number } => {
  let all = 0;
  for (const n of Object.values(v.unseen)) all += Array.isArray(n) ? n.reduce((a, b) => a + b, 0) : n;
  const volcanoes = v.unseen.V;
  return { volcanoes: typeof volcanoes === 'number' ? volcanoes : 0, all };
};

function after(v: QuakeView, o: Option, me: string): After | null {
  const own = v.explorers.find((e) => e.seat === me);
  if (!own) return null;
  const heights = new Map(v.cells.map((c) => [c.hex, c.height]));
  const a: After = { heights, loses: [], at: own.hex, tool: own.tool, playsBelow: false, next: null, lostTool: null };
  const drop = (hex: string): void => {
    heights.set(hex, (heights.get(hex) ?? 0) - 1);
    a.loses.push(hex);
  };
  const used = (): void => void (a.tool = null);
  switch (o.verb) {
    case 'place':
      a.at = o.hex;
      return a;
    case 'rope':
    case 'spring':
    case 'swim':
      used();
    // falls through
    case 'move':
      a.at = o.hex;
    // falls through
    case 'stay': {
      const c = a.at ? cellOf(v, a.at) : undefined;
      // In somebody else's turn nothing is played where one flees to.
      if (!c?.top || (v.phase === 'flee' && v.turn !== me)) return a;
      if (isTool(c.top)) a.next = 'tool';
      else if (c.top === 'H') a.next = 'hole';
      else if (c.top.startsWith('C')) {
        c.falls.forEach(drop);
        if (a.tool !== 'S') drop(c.hex);
      }
      return a;
    }
    case 'float':
      used();
      return a;
    case 'keep': {
      const c = a.at ? cellOf(v, a.at) : undefined;
      if (!c) return null;
      a.lostTool = a.tool;
      a.tool = c.top;
      drop(c.hex);
      a.playsBelow = c.height > 1;
      return a;
    }
    case 'drop':
      a.lostTool = a.tool;
      used();
      // Without a sandbag nothing is asked here: the tile goes.
      if (v.phase !== 'hole' && v.phase !== 'crack') return a;
    // falls through
    case 'discard':
    case 'remove': {
      const hex = v.phase === 'crack' ? (v.cracks ?? a.at) : a.at;
      if (!hex) return null;
      drop(hex);
      a.playsBelow = v.phase === 'hole' && heights.get(hex) !== 0;
      return a;
    }
    case 'sandbag':
      used();
      return a;
    case 'dynamite':
    case 'bazooka':
      used();
      if (o.hex && (heights.get(o.hex) ?? 0) > 0) drop(o.hex);
      return a;
    case 'push':
      used();
      return a;
    case 'thief':
      a.tool = v.explorers.find((e) => e.seat === o.seat)?.tool ?? null;
      return a;
    default:
      return a;
  }
}

/** Hexes that an explorer can go to with a tool in hand, by the rules of going. */
function ways(
  v: QuakeView,
  heights: Map<string, number>,
  at: string,
  tool: string | null,
  taken: Set<string>,
): string[] {
  const c = cellOf(v, at);
  if (!c) return [];
  const own = heights.get(at) ?? 0;
  const free = (hex: string): HexCell | undefined => {
    const n = cellOf(v, hex);
    return n && !n.volcano && !taken.has(hex) ? n : undefined;
  };
  const out: string[] = [];
  for (const d of six) {
    const n = free(neighbour(c, d));
    if (n) {
      const h = heights.get(n.hex) ?? 0;
      if (h > 0 && h <= own + 1) out.push(n.hex);
      else if (tool === 'R' && h >= own + 2 && h <= own + 3) out.push(n.hex);
      else if (tool === 'L' && h === 0) out.push(n.hex);
    }
    const f = tool === 'J' ? free(neighbour(c, d, 2)) : undefined;
    const h = f ? (heights.get(f.hex) ?? 0) : 0;
    if (f && h > 0 && h <= own + 1) out.push(f.hex);
  }
  return out;
}

/** Where a step leads from a stack, for somebody without a tool, as things stand. */
export const stepsFrom = (v: QuakeView, at: string): string[] =>
  ways(
    v,
    new Map(v.cells.map((c) => [c.hex, c.height])),
    at,
    null,
    new Set(v.explorers.flatMap((e) => (e.hex ? [e.hex] : []))),
  );

const away = (a: HexCell, b: HexCell): number => {
  const r = a.row - b.row;
  const n = a.number - b.number;
  return r * n >= 0 ? Math.max(Math.abs(r), Math.abs(n)) : Math.abs(r) + Math.abs(n);
};

/** Where somebody on `hex` comes to when pushed from `from`; null where the board ends. */
function pushed(v: QuakeView, from: string, hex: string): HexCell | null {
  const c = cellOf(v, from);
  const d = c ? six.findIndex((i) => neighbour(c, i) === hex) : -1;
  const on = cellOf(v, hex);
  return d < 0 || !on ? null : (cellOf(v, neighbour(on, d)) ?? null);
}

/** A rival's tool that could be used on the explorer at `at` from where the rival stands now. */
function exposed(v: QuakeView, a: After, me: string): Chip | null {
  const c = a.at ? cellOf(v, a.at) : undefined;
  if (!c || a.tool === 'L') return null;
  const low = (a.heights.get(c.hex) ?? 0) <= 1;
  for (const e of v.explorers) {
    const from = e.hex && e.in && e.seat !== me ? cellOf(v, e.hex) : undefined;
    if (!from || !e.tool) continue;
    const straight = six.some((d) => neighbour(from, d, 2) === c.hex);
    const to = e.tool === 'P' && away(from, c) === 1 ? pushed(v, from.hex, c.hex) : null;
    const wet = to && !to.volcano && !to.explorer && (a.heights.get(to.hex) ?? 0) === 0;
    if ((low && e.tool === 'D' && away(from, c) === 1) || (low && e.tool === 'B' && straight) || wet)
      return { kind: 'warn', what: 'exposed', seat: e.seat, tool: e.tool };
  }
  return null;
}

/** True if no rival's next step ends within two hexes of the explorer. */
function alone(v: QuakeView, a: After, me: string): boolean {
  const c = a.at ? cellOf(v, a.at) : undefined;
  if (!c) return false;
  const rivals = v.explorers.filter((e) => e.in && e.hex && e.seat !== me);
  if (!rivals.length) return false;
  return rivals.every((e) => {
    const taken = new Set(v.explorers.filter((x) => x.hex && x.seat !== e.seat && x.seat !== me).map((x) => x.hex!));
    taken.add(c.hex);
    return [e.hex!, ...ways(v, a.heights, e.hex!, e.tool, taken)].every((hex) => away(cellOf(v, hex)!, c) > 2);
  });
}

const order: ChipKind[] = ['danger', 'warn', 'ok'];

/** What a choice of `me` brings; nothing for choices of somebody else. */
export function outlook(v: QuakeView, o: Option, me: string): Outlook {
  const a = after(v, o, me);
  if (!a) return { loses: [], harmed: [], chips: [] };
  const chips: Chip[] = [];
  const harmed: string[] = [];
  const add = (kind: ChipKind, what: Chip['what'], more: Partial<Chip> = {}): void =>
    void chips.push({ kind, what, ...more });
  const taken = new Set(v.explorers.filter((e) => e.hex && e.seat !== me).map((e) => e.hex!));
  const own = v.explorers.find((e) => e.seat === me);
  const stays = o.verb !== 'place' && a.at !== null;
  const tally = unseen(v);

  const inWater = (heights: Map<string, number>, tool: string | null): void => {
    const at = a.at!;
    if (tool === 'L') {
      add('warn', 'wet');
      add('ok', 'floats');
      return;
    }
    const out = ways(v, heights, at, tool, taken);
    if (out.length) add('warn', 'wetOut', { list: out });
    else if (tool && usable.includes(tool)) add('danger', 'drownTool', { tool });
    else add('danger', 'drown', { at });
  };

  if (stays && a.at) {
    const c = cellOf(v, a.at)!;
    const h = a.heights.get(a.at) ?? 0;
    const lost = a.loses.includes(a.at);
    if (a.next) {
      const take = a.next === 'tool' ? c.top : null;
      if (h === 1 && a.tool !== 'S') {
        const lower = new Map(a.heights).set(a.at, 0);
        inWater(lower, take ?? a.tool);
      } else if (a.next === 'hole' && a.tool !== 'S') add('warn', 'below', { n: tally.volcanoes, of: tally.all });
      if (take && !chips.some((x) => x.what === 'floats')) add('ok', 'gainTool', { tool: take });
    } else if (h === 0) {
      // Swimming on is a choice of its own: there the next turn matters as well.
      if (lost || o.verb === 'swim') inWater(a.heights, a.tool);
      else if (o.verb === 'float') add('ok', 'floats');
    } else if (a.playsBelow) add('warn', 'below', { n: tally.volcanoes, of: tally.all });
    else if (lost) add('warn', 'uncovers', { at: a.at, n: tally.volcanoes, of: tally.all });
    if (o.verb === 'sandbag') add('ok', 'saves', { at: a.at });
    if (h > 0 && !a.next && !a.playsBelow && !ways(v, a.heights, a.at, a.tool, taken).length)
      // On a volcano that is the end, unless there is still a tool that may open a way.
      if (v.phase === 'flee' && !(a.tool && usable.includes(a.tool))) add('danger', 'lost', { at: a.at });
      else add('warn', 'noWay', { at: a.at });
  }
  if (a.lostTool && a.lostTool !== a.tool) add('warn', 'loseTool', { tool: a.lostTool });
  if (o.verb === 'thief' && a.tool) add('ok', 'gainTool', { tool: a.tool });

  // The others.
  for (const e of v.explorers) {
    if (!e.hex || e.seat === me || !e.in) continue;
    const c = cellOf(v, e.hex)!;
    if (a.loses.includes(e.hex)) {
      harmed.push(e.seat);
      if (c.height === 1) add('ok', 'sinks', { seat: e.seat, at: e.hex });
      else add('ok', 'lowers', { seat: e.seat, at: e.hex });
    } else if ((o.verb === 'dynamite' || o.verb === 'bazooka') && o.hex === e.hex && c.height === 0) {
      harmed.push(e.seat);
      add('ok', 'drowns', { seat: e.seat });
    } else if (o.verb === 'push' && o.hex === e.hex && own?.hex) {
      harmed.push(e.seat);
      const to = pushed(v, own.hex, e.hex);
      if (to?.height === 0) add('ok', 'pushedWet', { seat: e.seat, at: to.hex });
    }
    if (e.water) {
      const now = ways(v, new Map(v.cells.map((x) => [x.hex, x.height])), e.hex, e.tool, taken);
      const then = ways(v, a.heights, e.hex, e.tool, new Set([...taken, ...(a.at ? [a.at] : [])]));
      const opened = then.find((x) => !now.includes(x));
      if (opened) add('warn', 'helps', { seat: e.seat, at: opened });
    }
  }
  // Whoever has yet to leave a volcano will stand elsewhere.
  const leaves = v.phase === 'flee' && !goes(o.verb);
  if (!leaves && !['keep', 'discard', 'sandbag', 'remove', 'drop'].includes(o.verb)) {
    const by = exposed(v, a, me);
    if (by) chips.push(by);
    else if ((stays || o.verb === 'place') && alone(v, a, me)) add('ok', 'alone');
  }
  const seen = new Set<string>();
  return {
    loses: a.loses,
    harmed,
    chips: chips
      .filter((c) => !seen.has(c.what + (c.seat ?? '')) && seen.add(c.what + (c.seat ?? '')))
      .sort((x, y) => order.indexOf(x.kind) - order.indexOf(y.kind))
      .slice(0, 3),
  };
}
