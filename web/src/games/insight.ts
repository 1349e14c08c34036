// What reviews and the analysis board ask of a game beyond its table: actions in words and as marks. Loaded by them alone.
import type { Component } from 'svelte';
import type { View } from './wire';

/** A mark of the engine on the board: an arrow, or a ring where nothing moves. */
export interface Hint {
  from?: string | undefined;
  to: string;
  label?: string | undefined;
}

export interface Insight {
  /** An action in a few words. */
  words: (text: string) => string;
  /** An action as marks on the board. */
  hints: (view: View, seat: string, text: string) => Hint[];
  /** A picture in place of words, where those would be long. */
  Picture?: Component<{ seat: string; text: string }>;
}

const loaders = import.meta.glob<Insight>('./*/insight.ts', { import: 'default' });

export async function loadInsight(id: string): Promise<Insight | null> {
  return (await loaders[`./${id}/insight.ts`]?.()) ?? null;
}
