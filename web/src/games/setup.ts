// What the editor of positions asks of a game: what can be put on the board, and the text that comes of it. Whether a
// position is possible is for the server to say.
import type { Component } from 'svelte';
import type { View } from './wire';

/** Something that can be put on the board. */
export interface Item {
  id: string;
  name: string;
  /** What it stands with in the palette: a player, or a kind. */
  group: string;
}

/** A question beside the board: whose turn it is, what the die shows. */
interface Question {
  id: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
}

/** One form of an item that has several, as the ends of cracks: pressing it leads to another item. */
interface Facet {
  label: string;
  on: boolean;
  item: string;
}

/** Views stay as they are; each change makes a new one. */
export interface Setup<V extends View = View> {
  /** A position that can be edited, from any: between turns, everybody on the board. */
  begin: (v: V) => V;
  clear: (v: V) => V;
  items: (v: V) => Item[];
  /** The forms of items that have several, and the key of the word for them. */
  facets?: { name: string; of: (item: string) => Facet[] };
  /** Puts an item on a place, or says why that is never possible. */
  put: (v: V, item: string, at: string) => V | string;
  /** Takes away what lies on top of a place. */
  take: (v: V, at: string) => V;
  /** What would be taken from a place. */
  at: (v: V, place: string) => string | null;
  questions: (v: V) => Question[];
  answer: (v: V, question: string, value: string) => V;
  text: (v: V) => string;
  /** A short word of help for this game, if it needs one. */
  hint?: string;
  /** An item drawn in a box of 100 units around the origin. */
  Piece: Component<{ item: string }>;
}

const loaders = import.meta.glob<Setup>('./*/setup.ts', { import: 'default' });

export const hasSetup = (id: string): boolean => `./${id}/setup.ts` in loaders;
export async function loadSetup(id: string): Promise<Setup | null> {
  return (await loaders[`./${id}/setup.ts`]?.()) ?? null;
}

/** The configuration that every position text begins with. */
export const head = (v: View): string => v.position.split(' | ')[0] ?? '';
