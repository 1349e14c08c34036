// What a page and the workers with the rules say to each other.

/** core.json: the files of the rules and bots, relative to its own place. */
export interface Manifest {
  wasm: string;
  exec: string;
  /** The files of each game by the names under which its bots ask for them. */
  learnt: Record<string, Record<string, string>>;
}

/** Where the rules come from, and what a worker is for. */
export interface Start {
  kind: 'start';
  /** The address of core.json. */
  core: string;
  role: 'tables' | 'mind';
  /** Compiled already, by the other worker. */
  module?: WebAssembly.Module;
  /** The other end of the worker that thinks, or of the one that asks it. */
  port?: MessagePort;
}

export type ToWorker =
  | Start
  | { kind: 'request'; id: number; method: string; path: string; body: string }
  | { kind: 'stream'; id: number; path: string }
  | { kind: 'cancel'; id: number }
  | { kind: 'ping' };

export type FromWorker =
  | { kind: 'ready'; module: WebAssembly.Module }
  | { kind: 'failed'; why: string }
  | { kind: 'answer'; id: number; status: number; text: string }
  | { kind: 'frame'; id: number; text: string }
  | { kind: 'end'; id: number }
  | { kind: 'pong' };

export type ToMind = { kind: 'think'; id: number; job: string } | { kind: 'cancel'; id: number };

export type FromMind =
  | { kind: 'alive' }
  | { kind: 'step'; id: number; text: string }
  | { kind: 'thought'; id: number; error: string | null; text: string };
