// What every page needs of tables, positions, records and lessons, wherever they are: on the server, or in a worker of
// this browser. Both speak the messages of the live API; nobody but the two adapters knows how they travel.

/** What came back: a status as of HTTP, and JSON, or nothing. */
export interface Answer {
  status: number;
  text: string;
}

export interface Listener {
  /** One frame of the stream, as JSON. */
  hear(frame: string): void;
  /** The stream has ended or could not be opened. It is not called after `close`. */
  end(): void;
}

export interface Stream {
  close(): void;
}

export interface Tables {
  /**
   * There is a network on the way: other people are at the far end, and a connection can die without saying so. What needs
   * others (open seats, invitations, chat, ratings, accounts) is refused by an adapter without one, with status 501.
   */
  readonly online: boolean;
  /**
   * Asks for a path below /api/v1, as `POST /tables/ID/act`. A refusal is an answer. Rejects with Unreachable if there was
   * none, and with the reason of the signal if that was aborted; what is being worked out is then given up.
   */
  request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer>;
  /** Opens `/live` or `/tables/ID/live?seat=…&since=…`. The listener hears nothing before this has returned. */
  stream(path: string, on: Listener): Stream;
  /** A stream was dead without saying so: whatever else is kept open for later may be, and is looked through. */
  sweep?(): void;
}

/**
 * Nobody answered. Why not: no network; or the worker cannot be had in this browser, is forbidden, has no room, died, or
 * cannot fetch what its bots have learnt.
 */
export class Unreachable extends Error {
  constructor(
    message: string,
    readonly why: 'network' | 'old' | 'refused' | 'full' | 'died' | 'learnt' = 'network',
  ) {
    super(message);
  }
}

/** A frame that tables of this browser have beside those of the API: bots that cannot think, and wait to be asked again. */
export interface StuckFrame {
  type: 'stuck';
  stuck: { seat: string; why: 'learnt' | 'full' | 'died' }[];
}

/** The ids of tables that live in this browser; no server gives out such ids. */
const localPrefix = 'local-';
export const isLocal = (id: string): boolean => id.startsWith(localPrefix);
