// Tables of a server: sit down, add to chance, and check in the end. docs/records.md says what that proves.
import { createHash, createHmac, randomBytes } from "node:crypto";

export interface Chair {
  seat: string;
  commit?: string;
  nonce?: string;
}
export interface RecordProof {
  game: string;
  commit: string;
  seed?: string;
  chairs?: Chair[];
  drawn?: boolean;
}
export interface ProvedRecord {
  seats: string[];
  proof?: RecordProof;
}
/** What is kept of a table's chance from the beginning. */
export interface Kept {
  number?: string;
  opened?: boolean;
  seed?: string;
  chairs?: string[];
}

export class Refused extends Error {}

/** The commitment to a number or seed of 64 hexadecimal digits. */
export const commitTo = (number: string): string => createHash("sha256").update(Buffer.from(number, "hex")).digest("hex");

const mac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** What all draws of a game come from. */
export function keyOf(p: RecordProof): Buffer {
  const seed = Buffer.from(p.seed ?? "", "hex");
  if (!p.chairs) return seed;
  return mac(seed, `atoll-chance/1\n${p.game}\n` + p.chairs.map((c) => `${c.nonce ?? "-"}\n`).join(""));
}

/** The 64-bit numbers from which an event is drawn; -1 is who sits where. */
export function* numbers(key: Buffer, game: string, event: number): Generator<bigint, never> {
  for (let block = 0; ; block++) {
    const part = mac(key, `atoll-draw/1\n${game}\n${event}\n${block}`);
    for (let at = 0; at < 32; at += 8) yield part.readBigUInt64BE(at);
  }
}

/** A number from 0 to n-1, all equally likely. */
export function below(stream: Generator<bigint, never>, n: number): number {
  const wide = BigInt(n);
  const word = 1n << 64n;
  for (;;) {
    const product = stream.next().value * wide;
    if (product % word >= word % wide) return Number(product / word);
  }
}

/** Which chair got each seat. */
export function seating(p: RecordProof): number[] {
  const order = (p.chairs ?? []).map((_, i) => i);
  if (!p.drawn) return order;
  const stream = numbers(keyOf(p), p.game, -1);
  for (let i = order.length - 1; i > 0; i--) {
    const j = below(stream, i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** What is wrong with the commitments, numbers and seats of a record, by what was kept. `atoll verify` repeats the draws too. */
export function check(record: ProvedRecord, kept: Kept = {}): string[] {
  const p = record.proof;
  if (!p?.seed) return ["the record has no proof of its chance"];
  const wrong: string[] = [];
  if (commitTo(p.seed) !== p.commit) wrong.push("the seed does not match its commitment");
  if (kept.seed && kept.seed !== p.commit) wrong.push("the commitment to the seed is not the one that was told before the game");
  const chairs = p.chairs ?? [];
  chairs.forEach((c, i) => {
    if (c.nonce && commitTo(c.nonce) !== c.commit) wrong.push(`the number of chair ${i + 1} does not match its commitment`);
  });
  if (kept.chairs && kept.chairs.join() !== chairs.map((c) => c.commit ?? "").join())
    wrong.push("the players' commitments are not those that were told before the game");
  if (kept.opened && !chairs.some((c) => c.nonce === kept.number)) wrong.push("our number was opened in time and is left out");
  seating(p).forEach((chair, seat) => {
    if (chairs[chair]!.seat !== record.seats[seat]) wrong.push(`seat ${record.seats[seat]} was not drawn like that`);
  });
  return wrong;
}

interface Told {
  commitment: string;
  open_until?: number;
}

/** One person, or program, at a server. */
export class Tables {
  readonly kept = new Map<string, Kept>();
  private constructor(
    private readonly base: string,
    private token: string,
  ) {}

  static async signIn(base: string, name = "", token = ""): Promise<Tables> {
    const t = new Tables(base.replace(/\/$/, ""), token);
    if (!token) await t.call("POST", "/guest", name ? { name } : {});
    return t;
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const res = await fetch(`${this.base}/api/v1${path}`, {
      method,
      headers: { "Content-Type": "application/json", ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.token = res.headers.get("Atoll-Token") ?? this.token;
    const text = await res.text();
    const data: unknown = text ? JSON.parse(text) : null;
    if (!res.ok) throw new Refused((data as { error: { message: string } }).error.message);
    return data as T;
  }

  async create(setup: object): Promise<string> {
    const number = randomBytes(32).toString("hex");
    const made = await this.call<{ table: { id: string }; proof: Told; chairs: Chair[] }>("POST", "/tables", {
      ...setup,
      commit: commitTo(number),
    });
    this.kept.set(made.table.id, { number });
    await this.heed(made.table.id, made.proof, made.chairs);
    return made.table.id;
  }

  /** Takes a seat: token and seat of a link, or the first free one. */
  async join(table: string, seat: { seat?: string; token?: string } = {}): Promise<void> {
    const number = this.kept.get(table)?.number ?? randomBytes(32).toString("hex");
    this.kept.set(table, { ...this.kept.get(table), number });
    const snap = await this.call<{ view: { proof: Told }; chairs: Chair[] }>("POST", `/tables/${table}/join`, {
      ...seat,
      commit: commitTo(number),
    });
    await this.heed(table, snap.view.proof, snap.chairs);
  }

  /** Opens our number if every seat is taken; true once it is. */
  async open(table: string): Promise<boolean> {
    const snap = await this.call<{ view: { proof: Told }; chairs: Chair[] }>("GET", `/tables/${table}`);
    return this.heed(table, snap.view.proof, snap.chairs);
  }

  record(table: string): Promise<ProvedRecord> {
    return this.call("GET", `/tables/${table}/record`);
  }

  /** What is wrong with the chance of a finished game, by what was kept. */
  async check(table: string): Promise<string[]> {
    return check(await this.record(table), this.kept.get(table));
  }

  private async heed(table: string, proof: Told, chairs: Chair[]): Promise<boolean> {
    const kept = this.kept.get(table) ?? {};
    this.kept.set(table, kept);
    kept.seed ??= proof.commitment;
    if (proof.open_until && !kept.opened) {
      // Kept before our number is told: it proves nothing otherwise.
      kept.chairs ??= chairs.map((c) => c.commit ?? "");
      if (kept.number && kept.chairs.includes(commitTo(kept.number))) {
        await this.call("POST", `/tables/${table}/open`, { nonce: kept.number });
        kept.opened = true;
      }
    }
    return kept.opened ?? false;
  }
}
