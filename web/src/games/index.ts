// The games as the tables see them. Each is loaded when somebody sits down to it.
import { partLost } from '$lib/parts.svelte';
import type { Component } from 'svelte';
import type { Context } from './context';
import { loadCard } from './card.svelte';
import type { Hint } from './insight';
import { loadWords } from './lang';
import type { Frame, GameEvent, Line, View } from './wire';

/** What a player has in hand; every game has its own. */
export interface Play {
  readonly ctx: Context;
  refresh(): void;
}

/** Everything a table, a replay and a lesson ask of a game. Pictures, lessons and the rest lie beside it in its folder. */
export interface GameModule {
  /** What players do not see: each something of the others, all the same thing, or nothing. */
  secrets: 'own' | 'shared' | 'none';
  /** Height over width of the board. */
  ratio: (v: View) => number;
  /** The board takes the whole width where there are columns; the words stand in corners that it leaves free. */
  spread?: boolean;
  /** The board has four cut corners: on an upright screen seats, clocks and what was taken stand in them. */
  corners?: boolean;
  /** Something to beware of now, in one line. */
  alert?: (v: View, name: (seat: string) => string) => string;
  /** The seats still in, in the order of their turns. */
  turns?: (v: View) => readonly string[];
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
  Seat?: Component<SeatProps>;
  /** How to read the board, beside it. */
  Side?: Component<SideProps>;
  /** A short text for the state of the game, as "Turn 7, both are planning". */
  state: (v: View) => string;
  /** What the player whose turn it is has to do, as "Your turn: pick a tile". */
  asks?: (v: View) => string;
  /** Why a place cannot be chosen, when the server need not be asked. */
  why?: (v: View, me: string, title: string, hint: string) => string;
  /** What the other side of a lesson answers in mid-turn to keep things as they are; null if it is not asked. */
  calm?: (v: View) => string | null;
  /** What the keys of the board do. */
  keys?: () => readonly (readonly [key: string, does: string])[];
  /** A board that can be turned; true for a seat that sees it turned from the start. */
  turned?: (seat: string | null) => boolean;
  /** Seats that have offered a draw, and whether one can be offered now. */
  draw?: { offered: (v: View) => readonly string[]; open: (v: View) => boolean };
  /** A line under the name of a seat, as "South, lapis, rosette". */
  seatLine?: (seat: string) => string;
  /** Colours of the seats in charts, where they are not the usual ones. */
  colours?: readonly string[];
  /** What a player has in the end, where a game is counted: captures, islands. */
  count?: (v: View, seat: string) => number;
  /** The counts of the best two in words, and one count in a list. */
  counted?: (best: number, next: number) => string;
  tally?: (n: number) => string;
  /** Why the game is over, in words of its own; empty for the usual ones. */
  reason?: (v: View, why: string) => string;
  /** Events of kind "win" tell of something else than the end. */
  winsAreSteps?: boolean;
  /** How far the story has come, beside its controls. */
  Progress?: Component<{ spot: unknown }>;
  /** A line under the board for the player who is to act. */
  Foot?: Component<{ view: View }>;
  /** The sign on the wall between two players at one screen. */
  Wall?: Component;
  /** A newcomer's first minute: the goal, and what to press now. */
  first?: () => Promise<{ first: First }>;
}

/** `moved`: something was handed in since the hints began. */
export type First = (v: View, play: Play, moved: boolean) => FirstMinute;

export interface FirstMinute {
  /** The goal in one line. */
  goal: string;
  /** As many empty places as the goal counts. */
  places?: number;
  marks: readonly FirstMark[];
}

/** One thing to press, and whether it has been done. */
export interface FirstMark {
  title: string;
  line: string;
  /** What to press, as a selector; of several the nearest is pointed at. */
  at: string;
  done: boolean;
  /** Where its card stands in a window with columns. */
  place: 'left' | 'under' | 'right';
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
  /** All that has been told. */
  events?: readonly GameEvent[] | undefined;
  name: (seat: string) => string;
  flip: boolean;
}

const loaders = import.meta.glob<GameModule>('./*/module.ts', { import: 'default' });

/** Ahead of time a failure says nothing yet. */
export async function loadGame(id: string, ahead = false): Promise<GameModule> {
  const load = loaders[`./${id}/module.ts`];
  try {
    // A game without screens of its own is shown by its text board and a list of its actions.
    if (!load) return (await import('../generic/module')).generic(id);
    const [module] = await Promise.all([load(), loadWords(id), loadCard(id)]);
    return module;
  } catch (e) {
    if (!ahead) void partLost();
    throw e;
  }
}
