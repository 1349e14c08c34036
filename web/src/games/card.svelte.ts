// What pages with many games show of each: its picture, the mark of its seats, what it adds to forms. Small, and loaded apart
// from the boards.
import type { Component } from 'svelte';
import type { BoardSetting } from '$lib/settings.svelte';

export interface GameCard {
  /** A small scene on the chart, 320 by 210, with four depths around it. */
  Picture: Component;
  depths: readonly [string, string, string, string];
  /** The scene lies on sand. */
  sand?: boolean;
  /** The mark of a seat, where colour and charge are not it. */
  Chip?: Component<{ seat: number; size: number }>;
  /** Settings that only this game has, with the keys of their words. */
  settings?: readonly { key: BoardSetting; name: string }[];
  /** What the maker of a table may hand over beside the options, as a board of one's own. */
  given?: {
    when: (options: Record<string, unknown>) => boolean;
    load: () => Promise<{ default: Component<{ onchange: (given: string) => void }> }>;
  };
}

const files = import.meta.glob<GameCard>('./*/card.ts', { import: 'default' });
let cards: Record<string, GameCard> = $state.raw({});
const asked = new Map<string, Promise<GameCard | undefined>>();

export const hasCard = (id: string): boolean => `./${id}/card.ts` in files;

export function loadCard(id: string): Promise<GameCard | undefined> {
  let p = asked.get(id);
  if (!p) {
    p =
      files[`./${id}/card.ts`]?.().then((c) => {
        cards = { ...cards, [id]: c };
        return c;
      }) ?? Promise.resolve(undefined);
    asked.set(id, p);
    p.catch(() => asked.delete(id));
  }
  return p;
}

/** The card of a game, once it is there. */
export function cardOf(id: string): GameCard | undefined {
  void loadCard(id).catch(() => undefined);
  return cards[id];
}
