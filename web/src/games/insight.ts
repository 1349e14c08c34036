// What reviews and the analysis board ask of a game beyond its table: actions in words and as marks. Loaded by them alone.
import type { Component } from 'svelte';
import type { GameId } from './index';
import { isGame } from './index';
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

const loaders: Record<GameId, () => Promise<{ default: Insight }>> = {
  epigo: () => import('./epigo/insight'),
  evo: () => import('./evo/insight'),
  conqueror: () => import('./conqueror/insight'),
  earthquake: () => import('./earthquake/insight'),
};

export async function loadInsight(id: string): Promise<Insight> {
  if (!isGame(id)) throw new Error(`no pages for the game ${id}`);
  return (await loaders[id]()).default;
}
