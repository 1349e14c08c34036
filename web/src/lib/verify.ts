// The check of a finished game's chance. docs/records.md says how draws are made; nothing here asks the server whether they
// are right. It is loaded when a game is over: see chance.ts for what a browser does before. A game can bring code of its
// own that repeats its draws; for others the rules in this browser's worker do.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Chair } from './api/types';
import type { Kept } from './chance';
import { ask } from './tables';

export const commitment = (nonce: string): string => bytesToHex(sha256(hexToBytes(nonce)));

const word = 1n << 64n;

/** The numbers of one draw, as package game makes them. */
export class Draws {
  private block = 0;
  private left: bigint[] = [];
  constructor(
    private readonly key: Uint8Array,
    private readonly game: string,
    private readonly index: number,
  ) {}

  private next(): bigint {
    if (!this.left.length) {
      const sum = hmac(sha256, this.key, utf8ToBytes(`atoll-draw/1\n${this.game}\n${this.index}\n${this.block++}`));
      const view = new DataView(sum.buffer, sum.byteOffset, 32);
      this.left = [0, 8, 16, 24].map((at) => view.getBigUint64(at));
    }
    return this.left.shift()!;
  }

  /** A number from 0 to n-1. */
  below(n: number): number {
    const wide = BigInt(n);
    for (;;) {
      const product = this.next() * wide;
      if (product % word >= (word - wide) % wide) return Number(product / word);
    }
  }

  shuffle<T>(list: T[]): T[] {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [list[i], list[j]] = [list[j]!, list[i]!];
    }
    return list;
  }
}

export interface GameRecord {
  game: string;
  rules?: number;
  options?: Record<string, unknown>;
  seats: string[];
  events: { by: string; do: string }[];
  result: { rank: Record<string, number>; reason: string } | null;
  proof?: {
    game: string;
    commit: string;
    seed?: string;
    chairs?: Chair[];
    drawn?: boolean;
    given?: number;
  };
}

/** Draws the outcome that event k of a record should have. */
export type Redraw = (record: GameRecord, k: number, draws: Draws) => string;

/** What the rules in this browser draw for each event of a record; null where it does not have them. */
async function byTheRules(record: GameRecord): Promise<string[] | null> {
  const body = { record: JSON.stringify(record) };
  const answer = await ask('POST', '/records/draws', body, undefined, 'here').catch(() => null);
  return answer?.status === 200 ? (JSON.parse(answer.text) as { draws: string[] }).draws : null;
}

const redraws = import.meta.glob<Redraw>('../games/*/chance.ts', { import: 'default' });

export function mixed(seed: string, game: string, chairs: readonly Chair[] | undefined): Uint8Array {
  const key = hexToBytes(seed);
  if (!chairs) return key;
  return hmac(
    sha256,
    key,
    utf8ToBytes(`atoll-chance/1\n${game}\n` + chairs.map((c) => `${c.nonce ?? '-'}\n`).join('')),
  );
}

/** What does not match; each has a sentence in the pages' words. */
export type Fault =
  | { what: 'none' | 'seed' | 'table' | 'seedKept' | 'chairsKept' | 'leftOut' | 'result' }
  | { what: 'nonce'; chair: number }
  | { what: 'seat'; seat: string }
  | { what: 'draw' | 'told'; event: number; found: string; want: string };

export interface Checked {
  faults: Fault[];
  draws: number;
  numbers: number;
  withheld: string[]; // seats
  /** This browser was there before the first draw, and kept the commitments. */
  witnessed: boolean;
  /** It added a number of its own. */
  own: boolean;
  drawn: boolean;
  given: boolean;
  /** Nobody here knows the rules by which it was drawn. */
  unknown: boolean;
}

/** An outcome as it was told, '?' standing for what was not. */
export function fits(told: string, full: string): boolean {
  const split = (s: string): string[] => s.split(/(?=[ ,:])|(?<=[ ,:])/);
  const a = split(told);
  const b = split(full);
  return a.length === b.length && a.every((x, i) => x === '?' || x === b[i]);
}

/** Checks the chance of a finished game by what this browser has kept. */
export async function check(table: string, rec: GameRecord, mine: Kept, shown: GameRecord['result']): Promise<Checked> {
  const p = rec.proof;
  const out: Checked = {
    faults: [],
    draws: 0,
    numbers: p?.chairs?.filter((c) => c.nonce).length ?? 0,
    withheld: p?.chairs?.filter((c) => c.commit && !c.nonce).map((c) => c.seat) ?? [],
    witnessed: mine.seed !== undefined,
    own: false,
    drawn: p?.drawn === true,
    given: p?.given !== undefined,
    unknown: false,
  };
  const fault = (f: Fault): void => void out.faults.push(f);
  if (!p?.seed) {
    fault({ what: 'none' });
    return out;
  }
  if (p.game !== table) fault({ what: 'table' });
  if (commitment(p.seed) !== p.commit) fault({ what: 'seed' });
  if (mine.seed && mine.seed !== p.commit) fault({ what: 'seedKept' });
  const chairs = p.chairs ?? [];
  chairs.forEach((c, i) => {
    if (c.nonce && (!c.commit || commitment(c.nonce) !== c.commit)) fault({ what: 'nonce', chair: i + 1 });
  });
  if (mine.chairs && mine.chairs.join() !== chairs.map((c) => c.commit ?? '').join()) fault({ what: 'chairsKept' });
  out.own = mine.nonce !== undefined && chairs.some((c) => c.nonce === mine.nonce);
  if (mine.opened && !out.own) fault({ what: 'leftOut' });
  const key = mixed(p.seed, p.game, p.chairs);
  const order = chairs.map((_, i) => i);
  if (p.drawn) new Draws(key, p.game, -1).shuffle(order);
  order.forEach((chair, seat) => {
    if (chairs[chair]!.seat !== rec.seats[seat]) fault({ what: 'seat', seat: rec.seats[seat] ?? '' });
  });
  const redraw = await redraws[`../games/${rec.game}/chance.ts`]?.();
  const all = !redraw && rec.events.some((e) => e.by === 'chance') ? await byTheRules(rec) : [];
  out.unknown = all === null;
  rec.events.forEach((e, k) => {
    const told = mine.draws?.[k];
    if (told !== undefined && (e.by !== 'chance' || !fits(told, e.do)))
      fault({ what: 'told', event: k, found: e.do, want: told });
    if (e.by !== 'chance' || k === p.given) return;
    out.draws++;
    const want = redraw ? redraw(rec, k, new Draws(key, p.game, k)) : (all?.[k] ?? '');
    if (!out.unknown && want !== e.do) fault({ what: 'draw', event: k, found: e.do, want });
  });
  const same = (a: GameRecord['result'], b: GameRecord['result']): boolean =>
    a?.reason === b?.reason && rec.seats.every((s) => a?.rank[s] === b?.rank[s]);
  if (!same(rec.result, shown)) fault({ what: 'result' });
  return out;
}
