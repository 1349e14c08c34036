// The games as the tables see them. Each is loaded when somebody sits down to it.
import { partLost } from '$lib/parts.svelte';
import type { Component } from 'svelte';
import type { Context } from './context';
import type { Hint } from './insight';
import type { Frame, GameEvent, Line, View } from './wire';

/** What a player has in hand; every game has its own. */
export interface Play {
  readonly ctx: Context;
  refresh(): void;
}

export interface GameModule {
  /** What players do not see: each something of the others, all the same thing, or nothing. */
  secrets: 'own' | 'shared' | 'none';
  /** Height over width of the board. */
  ratio: (v: View) => number;
  createPlay: (ctx: Context) => Play;
  frames: (start: View, events: readonly GameEvent[]) => Frame[];
  lines: (events: readonly GameEvent[], name: (seat: string) => string) => Line[];
  /** The same for ears, where the eye gets more than the words say. */
  speak?: (events: readonly GameEvent[], name: (seat: string) => string) => string;
  /** Where the last turn or move begins in a list of events. */
  latest: (events: readonly GameEvent[]) => number;
  Board: Component<BoardProps>;
  Panel: Component<PanelProps>;
  /** A player's own things: captured tiles, coins, tools. */
  Seat: Component<SeatProps>;
  /** How to read the board, beside it. */
  Side: Component<SideProps>;
  /** What a player has in the end, where a game is counted: captures, islands. */
  count?: (v: View, seat: string) => number;
  /** A short text for the state of the game, as "Turn 7, both are planning". */
  state: (v: View) => string;
  /** What the player whose turn it is has to do, as "Your turn: choose where to land". */
  asks?: (v: View) => string;
  /** Why a place cannot be chosen, when the server need not be asked. */
  why?: (v: View, me: string, title: string, hint: string) => string;
}

export interface BoardProps {
  view: View;
  spot: unknown;
  play: Play | null;
  /** The seat from which the board is seen. */
  seat: string | null;
  flip: boolean;
  rated: boolean;
  /** Events of the latest turn, for its traces. */
  recent: readonly GameEvent[];
  /** Marks of the engine. */
  hints?: readonly Hint[] | undefined;
  /** Takes presses and keys in place of a player, where positions are set up. */
  edit?: Editing | undefined;
}

export interface Editing {
  pick: (place: string) => void;
  /** True if the key meant something. */
  key: (e: KeyboardEvent, place: string) => boolean;
}

export interface PanelProps {
  play: Play;
  view: View;
  spot: unknown;
  flip: boolean;
}

export interface SeatProps {
  view: View;
  seat: string;
  index: number;
  compact: boolean;
  play: Play | null;
}

export interface SideProps {
  view: View;
  spot: unknown;
  play: Play | null;
  recent: readonly GameEvent[];
  name: (seat: string) => string;
  flip: boolean;
}

export const gameIds = ['epigo', 'evo', 'conqueror', 'earthquake'] as const;
export type GameId = (typeof gameIds)[number];
export const isGame = (id: string): id is GameId => (gameIds as readonly string[]).includes(id);

const loaders: Record<GameId, () => Promise<{ default: GameModule }>> = {
  epigo: () => import('./epigo/module'),
  evo: () => import('./evo/module'),
  conqueror: () => import('./conqueror/module'),
  earthquake: () => import('./earthquake/module'),
};

/** Ahead of time a failure says nothing yet. */
export async function loadGame(id: string, ahead = false): Promise<GameModule> {
  if (!isGame(id)) throw new Error(`no pages for the game ${id}`);
  try {
    return (await loaders[id]()).default;
  } catch (e) {
    if (!ahead) void partLost();
    throw e;
  }
}
