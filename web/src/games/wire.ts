// What every game's view has; docs/wire describes it.

export interface Result {
  rank: Record<string, number>;
  reason: string;
}

export interface View {
  game: string;
  players: number;
  options: Record<string, string | number | boolean>;
  position: string;
  acting: string[];
  result: Result | null;
  /** The board as text, of games without a picture. */
  text_board?: string;
}

export interface GameEvent {
  kind: string;
  seat?: string;
  text: string;
  [detail: string]: string | number | boolean | undefined;
}

export const str = (e: GameEvent, k: string): string => (typeof e[k] === 'string' ? e[k] : '');
export const num = (e: GameEvent, k: string): number => (typeof e[k] === 'number' ? e[k] : 0);
export const list = (e: GameEvent, k: string): string[] => str(e, k).split(' ').filter(Boolean);

/** One picture of a story told step by step: a view for show, marks on top of it, and how long it stays. */
export interface Frame<V = View, S = unknown> {
  view: V;
  spot: S | null;
  ms: number;
  sound?: SoundName | undefined;
}

export type SoundName =
  'slide' | 'push' | 'block' | 'capture' | 'roll' | 'lift' | 'fall' | 'bell' | 'tick' | 'turn' | 'place';

/** A sentence of the story. `**bold**` marks what matters. */
export interface Line {
  no: string;
  text: string;
  seat?: string | undefined;
}

/** Lines as they are said, one after the other: who hears the middle of a turn alone is told whose it is. */
export const spoken = (lines: readonly Line[], name: (seat: string) => string): string =>
  lines.map((l) => (l.seat && !l.text.includes(name(l.seat)) ? `${name(l.seat)}: ${l.text}` : l.text)).join(' ');
