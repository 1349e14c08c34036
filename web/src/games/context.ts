// What a game's board and panel get from the table they stand on, be it live, a lesson, a replay or the gallery.
import type { View } from './wire';

export interface Context<V extends View = View> {
  /** The position as it is, not as the story shows it at the moment. */
  readonly view: V;
  /** The seat to play for, or null for those who watch. */
  readonly me: string | null;
  /** This seat is asked for something now, and the story has been told so far. */
  readonly acting: boolean;
  /** An action handed in and not yet revealed; it can be replaced. */
  readonly sealed: string | null;
  /** The texts of all legal actions, where they are few enough to be listed. */
  readonly legal: readonly string[];
  /** The same in words, where the game has them. */
  readonly words?: readonly { group: string; text: string }[];
  readonly busy: boolean;
  /** Others are to act, and what this seat does next may be chosen already: it stays on this device until then. */
  readonly ahead?: boolean;
  /** A choice goes as soon as it is made, without a button that confirms it. */
  readonly swift?: boolean;
  /** Several people look at this screen: what one of them may know, it does not show while all look. */
  readonly shared?: boolean;
  /** The name of the person on a seat. */
  name(seat: string): string;
  /** The same for sentences, which call the reader you. */
  told?(seat: string): string;
  /**
   * What was put together for a turn and not handed in yet: keeps a text on this device, or answers with the one kept.
   * Only where the device is one person's.
   */
  draft?(turn: string, text?: string): string | null;
  /** Hands an action in; true if it was taken. */
  send(text: string): Promise<boolean>;
  /** Shows why something cannot be done. */
  explain(title: string, why: string): void;
}
