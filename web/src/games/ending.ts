// How a game ends, told and drawn in its own material. Loaded when a game is over.
import type { Component } from 'svelte';
import type { GameEvent, Result, View } from './wire';

/** A game that is over. */
export interface Over {
  view: View;
  result: Result;
  /** The one winner; empty where several share the first place. */
  winner: string;
  /** All that was told, oldest first. */
  events: readonly GameEvent[];
  /** Names as sentences want them: the reader is you. */
  name: (seat: string) => string;
}

export interface Ending {
  /** True sentences on how it came about: the count first, then the deed. Empty where the usual words say it. */
  how: (over: Over) => string[];
  /** What luck is in this game: its name, and where it comes from. */
  luck?: () => { name: string; line: string };
  /** The winner's sign, in a box of 120 by 120 around the origin. */
  Emblem?: Component<{ seat: string; index: number }>;
  /** What decided it, on a dark ground. */
  Trophies?: Component<{ over: Over }>;
  /** Whether there are any. */
  trophies?: (over: Over) => boolean;
  /** The ground of the winner's panel: two dark colours, its edge, and a pattern as an SVG path with the size of its tile. */
  ground?: (index: number) => Ground;
}

export interface Ground {
  a: string;
  b: string;
  edge: string;
  pattern?: { d: string; w: number; h: number };
}

const loaders = import.meta.glob<Ending>('./*/ending.ts', { import: 'default' });

export async function loadEnding(id: string): Promise<Ending | null> {
  return (await loaders[`./${id}/ending.ts`]?.()) ?? null;
}
