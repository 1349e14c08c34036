// A thin client of `atoll engine`: one JSON object a line in and out.
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

export const protocol = 1;

export type OptionValue = string | number | boolean;
export type Deed = { by: string; do: string };
export type Beat = { kind: string; seat?: string; text: string; [detail: string]: unknown };
export type Result = { rank: Record<string, number>; reason: string };

/** How a game stands after a command. */
export type Standing = {
  table: number;
  seats: string[];
  acting: string[];
  staged?: string[];
  steps: number;
  did?: Deed[];
  events?: Beat[];
  result: Result | null;
};

/** How the games of a batch stand: whose pick it is, among how many, which ended. */
export type BatchStep = {
  batch: number;
  seats: number[];
  counts: number[];
  done: { game: number; ranks: number[]; rewards?: number[]; reason: string }[];
  legal?: string[][];
  positions?: string[];
  views?: unknown[];
  letters?: number[][];
  /** In base64, `space.size` bytes a game. */
  observations?: string;
  space?: { name: string; size: number; height: number; width: number; actions: number; [more: string]: unknown };
};

export type NewGame = {
  players?: number;
  options?: Record<string, OptionValue>;
  seed?: number;
  chance?: "auto" | "manual";
};

/** The engine refused a request: `code` is for programs, the message for people. */
export class EngineError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

type Answer = { id: number; error?: { code: string; message: string }; done?: boolean; analysis?: unknown };
type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void; emit?: (finding: unknown) => void };

/** One `atoll engine` process. Answers come in order; many calls may be under way. */
export class Engine {
  #waiting = new Map<number, Waiting>();
  #nextID = 0;
  #ended: Promise<void>;

  private constructor(readonly process: ChildProcessByStdio<Writable, Readable, null>) {
    const lines = createInterface({ input: process.stdout, crlfDelay: Infinity });
    lines.on("line", (line) => this.#take(JSON.parse(line) as Answer));
    process.on("error", (error) => this.#fail(error));
    process.stdin.on("error", (error) => this.#fail(error));
    this.#ended = new Promise((resolve) => {
      process.on("close", () => {
        this.#fail(new EngineError("closed", "the engine has ended"));
        resolve();
      });
    });
  }

  static async start(command = [process.env.ATOLL ?? "atoll", "engine"]): Promise<Engine> {
    const [program = "atoll", ...args] = command;
    const engine = new Engine(spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] }));
    const about = await engine.call<{ protocol: number }>("hello");
    if (about.protocol !== protocol) {
      await engine.close();
      throw new EngineError("protocol", `the engine speaks protocol ${about.protocol}, this client ${protocol}`);
    }
    return engine;
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    if (answer.error) {
      this.#waiting.delete(answer.id);
      waiting.reject(new EngineError(answer.error.code, answer.error.message));
    } else if (waiting.emit && !answer.done) {
      if (answer.analysis !== undefined) waiting.emit(answer.analysis);
    } else {
      this.#waiting.delete(answer.id);
      waiting.resolve(answer as never);
    }
  }

  #fail(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }

  #send<T>(cmd: string, members: object, emit?: (finding: unknown) => void): { id: number; answer: Promise<T> } {
    const id = ++this.#nextID;
    const answer = new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, ...(emit ? { emit } : {}) });
    });
    this.process.stdin.write(JSON.stringify({ id, cmd, ...members }) + "\n");
    return { id, answer };
  }

  /** Sends one request and waits for its answer. */
  call<T>(cmd: string, members: object = {}): Promise<T> {
    return this.#send<T>(cmd, members).answer;
  }

  /** Analyses until the time is up or stop is called; emit gets each finding. */
  analyse(table: number, as: string, emit: (finding: unknown) => void, ms?: number): { done: Promise<void>; stop: () => Promise<void> } {
    const { id, answer } = this.#send<unknown>("analyse", { table, as, ms }, emit);
    return {
      done: answer.then(() => undefined),
      stop: async () => {
        await this.call("stop", { target: String(id) });
      },
    };
  }

  async newGame(game: string, how: NewGame = {}): Promise<Game> {
    return new Game(this, await this.call<Standing>("new", { game, ...how }));
  }

  async load(game: string, position: string, how: Pick<NewGame, "seed" | "chance"> = {}): Promise<Game> {
    return new Game(this, await this.call<Standing>("load", { game, position, ...how }));
  }

  batch(
    game: string,
    count: number,
    how: NewGame & { want?: ("legal" | "position" | "view" | "tensor")[]; reward?: "share" | "sign" | "ranks" } = {},
  ): Promise<BatchStep> {
    return this.call<BatchStep>("batch.new", { game, count, ...how });
  }

  /** Steps a batch: an index of a legal action for each game, -1 for a random one. */
  step(batch: number, picks: number[]): Promise<BatchStep> {
    return this.call<BatchStep>("batch.step", { batch, picks });
  }

  /** Replaces in every game what the seat to pick does not know by a guess drawn from what is possible. */
  resample(batch: number, seed: number): Promise<BatchStep> {
    return this.call<BatchStep>("batch.resample", { batch, seed });
  }

  async close(): Promise<void> {
    this.process.stdin.end();
    await this.#ended;
  }
}

/** One game. */
export class Game {
  constructor(
    readonly engine: Engine,
    public now: Standing,
  ) {}

  get result(): Result | null {
    return this.now.result;
  }
  get acting(): string[] {
    return this.now.acting;
  }

  async #do(cmd: string, members: object): Promise<Standing> {
    this.now = await this.engine.call<Standing>(cmd, { table: this.now.table, ...members });
    return this.now;
  }

  async legal(seat?: string): Promise<string[]> {
    return (await this.engine.call<{ actions: string[] }>("legal", { table: this.now.table, seat })).actions;
  }

  /** Plays an action, or stages it where several seats choose at once. */
  apply(action: string, seat?: string): Promise<Standing> {
    return this.#do("apply", { action, seat });
  }
  applyAll(actions: Record<string, string>): Promise<Standing> {
    return this.#do("apply", { actions });
  }
  chance(outcome?: string): Promise<Standing> {
    return this.#do("chance", { outcome });
  }
  undo(steps = 1): Promise<Standing> {
    return this.#do("undo", { steps });
  }

  async position(as: string): Promise<string> {
    return (await this.engine.call<{ position: string }>("position", { table: this.now.table, as })).position;
  }
  async view(as: string): Promise<Record<string, unknown>> {
    return (await this.engine.call<{ view: Record<string, unknown> }>("view", { table: this.now.table, as })).view;
  }
  async best(how: { seat?: string; bot?: string; ms?: number; seed?: number } = {}): Promise<string> {
    return (await this.engine.call<{ action: string }>("best", { table: this.now.table, ...how })).action;
  }
  async close(): Promise<void> {
    await this.engine.call("close", { table: this.now.table });
  }
}
