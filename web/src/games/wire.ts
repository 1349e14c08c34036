// What every game's view has; docs/wire describes it.
import type { GameEvent, Position } from '$lib/api/types';

export type { GameEvent, Position as View, Result } from '$lib/api/types';

/** What some kind of event tells beside what all of them do. */
type Detail<E> = E extends unknown ? Exclude<keyof E, keyof GameEvent> : never;

const detail = <E extends GameEvent>(e: E, k: Detail<E>): unknown => (e as Partial<Record<Detail<E>, unknown>>)[k];
export const str = <E extends GameEvent>(e: E, k: Detail<E>): string => {
  const v = detail(e, k);
  return typeof v === 'string' ? v : '';
};
export const num = <E extends GameEvent>(e: E, k: Detail<E>): number => {
  const v = detail(e, k);
  return typeof v === 'number' ? v : 0;
};
export const list = <E extends GameEvent>(e: E, k: Detail<E>): string[] => str(e, k).split(' ').filter(Boolean);

/** One picture of a story told step by step: a view for show, marks on top of it, and how long it stays. */
export interface Frame<V = Position, S = unknown> {
  view: V;
  spot: S | null;
  ms: number;
  sound?: SoundName | undefined;
}

export type SoundName =
  | 'slide'
  | 'push'
  | 'block'
  | 'capture'
  | 'roll'
  | 'lift'
  | 'fall'
  | 'bell'
  | 'tick'
  | 'turn'
  | 'place'
  | 'won'
  | 'lost'
  | 'drawn';

/** A sentence of the story. `**bold**` marks what matters. */
export interface Line {
  no: string;
  text: string;
  seat?: string | undefined;
}

/** Lines as they are said, one after the other: who hears the middle of a turn alone is told whose it is. */
export const spoken = (lines: readonly Line[], name: (seat: string) => string): string =>
  lines.map((l) => (l.seat && !l.text.includes(name(l.seat)) ? `${name(l.seat)}: ${l.text}` : l.text)).join(' ');
