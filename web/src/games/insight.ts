// What reviews and the analysis board ask of a game beyond its table: actions in words and as marks. Loaded by them alone.
import type { Component } from 'svelte';
import type { GameEvent, View } from './wire';

/** A mark of the engine on the board: an arrow, or a ring where nothing moves. */
export interface Hint {
  from?: string | undefined;
  to: string;
  label?: string | undefined;
}

/** A choice that was made, and what came of it. */
export interface Case {
  before: View;
  /** The position after it; null while it is not there. */
  after: View | null;
  seat: string;
  played: string;
  /** What would have been better; null if nothing would. */
  best: string | null;
  /** What happened by it. */
  events: readonly GameEvent[];
  /** Names as sentences want them: the reader is you. */
  name: (seat: string) => string;
}

/** Why a choice went as it did, made from the rules. */
export interface Reason {
  /** Which kind of reason: what a player does again and again is one pattern. */
  kind: string;
  /** What happened, with piece and place. */
  head: string;
  /** The count behind it. */
  why?: string | undefined;
  /** The better deed in one sentence. */
  better?: string | undefined;
}

export interface Insight {
  /** An action in a few words. */
  words: (text: string, name?: (seat: string) => string) => string;
  /** An action as marks on the board. */
  hints: (view: View, seat: string, text: string) => Hint[];
  /** A picture in place of words, where those would be long. */
  Picture?: Component<{ seat: string; text: string }>;
  /** Why a choice went as it did, the weightiest reason first; empty where the rules do not say. */
  explain?: (c: Case) => Reason[];
  /** What to take along from a kind of reason that came up more than once. */
  tip?: (kind: string) => string;
}

const loaders = import.meta.glob<Insight>('./*/insight.ts', { import: 'default' });

export async function loadInsight(id: string): Promise<Insight | null> {
  return (await loaders[`./${id}/insight.ts`]?.()) ?? null;
}
