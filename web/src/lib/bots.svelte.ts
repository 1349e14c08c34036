// Whom a person last played on this device, game by game, and how that went.
import type { GameInfo, SeatSetup, Setup } from './api/types';
import { matters } from './catalogue.svelte';
import { clocks } from './clocks';

export interface BotChoice {
  level: number;
  players: number;
  options: Record<string, string | number | boolean>;
  clock: string;
  /** Your seat; empty: either. */
  side: string;
}

interface Kept {
  choice: Record<string, BotChoice>;
  /** Games won and played, by game and level. */
  met: Record<string, Record<string, [won: number, played: number]>>;
  /** Tables that are counted already. */
  counted: string[];
}

const key = 'atoll.bots';
const kept: Kept = $state(read());

function read(): Kept {
  const none: Kept = { choice: {}, met: {}, counted: [] };
  try {
    const k = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept> | null;
    return { ...none, ...(typeof k === 'object' ? k : {}) };
  } catch {
    return none;
  }
}
function write(): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A private window without storage: kept as long as the page.
  }
}

export const levelsOf = (g: GameInfo): number[] => (g.levels ?? []).map((l) => l.level);

/** What was last chosen for a game, where it still can be; else undefined. */
export function lastChoice(g: GameInfo): BotChoice | undefined {
  const c = kept.choice[g.id];
  if (!c || !levelsOf(g).includes(c.level) || !(g.players ?? []).includes(c.players) || !(c.clock in clocks))
    return undefined;
  return c;
}

/** Where a newcomer begins: a bot that can be beaten, the smallest table, no clock. */
export const freshChoice = (g: GameInfo): BotChoice => ({
  level: levelsOf(g).includes(3) ? 3 : (levelsOf(g)[0] ?? 1),
  players: g.players?.[0] ?? 2,
  options: {},
  clock: 'none',
  side: g.draw_seats ? '' : (g.seat_names?.[String(g.players?.[0] ?? 2)]?.[0] ?? ''),
});

export function keepChoice(game: string, c: BotChoice): void {
  kept.choice[game] = c;
  write();
}

export function setupOf(g: GameInfo, c: BotChoice): Setup {
  const names = g.seat_names?.[String(c.players)] ?? [];
  const mine = Math.max(0, names.indexOf(c.side));
  const values = { ...Object.fromEntries((g.options ?? []).map((o) => [o.key, o.default])), ...c.options };
  const options: BotChoice['options'] = {};
  for (const o of g.options ?? [])
    if (
      (!o.players || o.players === c.players) &&
      matters(o, values) &&
      o.key in c.options &&
      c.options[o.key] !== o.default
    )
      options[o.key] = c.options[o.key]!;
  const seats: SeatSetup[] = Array.from({ length: c.players }, (_, i) =>
    i === mine ? { kind: 'me' } : { kind: 'bot', level: c.level },
  );
  return { game: g.id, players: c.players, options, seats, clock: clocks[c.clock]!, shuffle: !c.side };
}

export const tally = (game: string, level: number): readonly [won: number, played: number] =>
  kept.met[game]?.[level] ?? [0, 0];

/** Counts a finished game against bots, once. */
export function count(table: string, game: string, level: number, won: boolean): void {
  if (kept.counted.includes(table)) return;
  const [w, n] = tally(game, level);
  kept.met[game] = { ...kept.met[game], [level]: [w + (won ? 1 : 0), n + 1] };
  kept.counted = [...kept.counted, table].slice(-60);
  write();
}
