// One live stream, watched: a connection can be dead without saying so. Every stream goes through here.
import type { Frame } from './api/types';
import { streamsAt } from './tables';
import { spare } from './tables/http';
import type { Stream } from './tables/port';

export type Link = 'connecting' | 'live' | 'offline';

/** What a stream asks of its owner. */
export interface Ear {
  /** The path to open, below /api/v1. After a silence it is asked for a fresh start: nobody knows what was missed. */
  address(fresh: boolean): string;
  hear(frame: Frame): void;
  link(now: Link): void;
  /** A stream does not say why it is refused: after a few tries the owner may want to ask. */
  doubt?(): void;
}

/** How many heartbeats may be missed. */
export const patience = 2.5;
const usual = 15_000;
// Each of the connections that a browser keeps for later use may be as dead as the one that was given up, and a stream
// that is no WebSocket takes one of them: if it does not open within this time it is tried again at once, and only after
// all of those with more patience.
const opening = 4000;
// Whatever else the page waits for on a dead line holds one of them, and has no such watch: every third time all of
// it is given up, so that a stream finds room. Who asked hears of it as of any other loss.
const letGo = 3;
const firstWait = 500;
const longestWait = 8000;
const look = 1000;

export class Live {
  private source: Stream | null = null;
  private far = true; // there is a network on the way
  private sweep: (() => void) | undefined;
  private now: Link = 'connecting';
  private every = usual;
  private heard = { wall: 0, steady: 0 };
  private tries = 0;
  private begun = false; // its owner has opened it once
  private spoken = false; // the present connection has said something
  private silent = false; // the last one was dead
  private mute = 0; // connections in a row that never opened
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private ends = new AbortController();

  constructor(private readonly ear: Ear) {
    const signal = this.ends.signal;
    window.addEventListener('offline', () => this.far && (this.begun ? this.lost() : this.tell('offline')), { signal });
    window.addEventListener('online', () => this.wake(), { signal });
    window.addEventListener('pageshow', () => this.wake(), { signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.wake(), {
      signal,
    });
  }

  /** Opens the stream, or another one in its place. */
  connect(): void {
    this.drop();
    if (this.ends.signal.aborted) return;
    this.begun = true;
    this.spoken = false;
    const path = this.ear.address(this.silent);
    const tables = streamsAt(path);
    this.far = tables.online;
    this.sweep = tables.sweep;
    this.note();
    // What is in this browser has no line that could be dead.
    if (this.far) this.watch = setInterval(() => this.check(), look);
    const mine: Stream = tables.stream(path, {
      hear: (text) => this.source === mine && this.hear(JSON.parse(text) as Frame),
      end: () => this.source === mine && this.lost(),
    });
    this.source = mine;
  }

  private hear(frame: Frame): void {
    this.note();
    if (frame.type === 'bye') return this.lost();
    if (frame.beat) this.every = frame.beat.every_ms;
    this.tries = this.mute = 0;
    this.spoken = true;
    if (this.silent) this.sweep?.();
    this.silent = false;
    this.tell('live');
    if (frame.type !== 'beat') this.ear.hear(frame);
  }

  /** The stream is of no use any more: says so, and opens another in a moment. */
  lost(): void {
    if (this.ends.signal.aborted) return;
    this.drop();
    this.tell('offline');
    // Not all at once: after a restart everybody comes back.
    const wait = Math.min(firstWait * 2 ** this.tries, longestWait) * (0.75 + Math.random() / 2);
    this.retry = setTimeout(() => this.connect(), wait);
    if (++this.tries === 3) this.ear.doubt?.();
  }

  close(): void {
    this.ends.abort();
    this.drop();
  }

  private drop(): void {
    clearTimeout(this.retry);
    clearInterval(this.watch);
    this.source?.close();
    this.source = null;
  }

  private tell(now: Link): void {
    if (this.now === now) return;
    this.now = now;
    this.ear.link(now);
  }

  private note(): void {
    this.heard = { wall: Date.now(), steady: performance.now() };
  }

  /** Ends a stream that is silent for too long. While a machine sleeps, only one of the two clocks may go on; either can be put back. */
  private check(): void {
    const quiet = Math.max(Date.now() - this.heard.wall, performance.now() - this.heard.steady);
    const unopened = this.mute;
    if (quiet <= (this.spoken ? patience * this.every : opening * 2 ** Math.max(0, unopened + 1 - spare))) return;
    this.silent = true;
    this.lost();
    if (this.spoken) return;
    this.mute = Math.min(unopened + 1, spare + 3);
    if (this.mute % letGo === 0 && document.readyState === 'complete') window.stop();
    this.connect();
  }

  /** Somebody looks, or the network is back: no reason to wait any longer. */
  private wake(): void {
    if (!this.begun) return;
    if (this.now !== 'offline') return void (this.far && this.check());
    this.tries = 0;
    this.connect();
  }
}
