// Tests against the real program: set ATOLL to its path.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { check, Refused, Tables, type ProvedRecord } from "../src/tables.js";

const proved = readFileSync("../../record/testdata/proved.jsonl", "utf8").trim().split("\n");

test("proofs of the program are right, and lies are found", () => {
  for (const line of proved) {
    const read = (): Required<ProvedRecord> => JSON.parse(line) as Required<ProvedRecord>;
    assert.deepEqual(check(read()), []);
    const lie = read();
    lie.proof.chairs![0]!.nonce = "00".repeat(32);
    assert.ok(check(lie).includes("the number of chair 1 does not match its commitment"));
    const swap = read();
    const [a, b] = swap.proof.chairs!;
    [a!.seat, b!.seat] = [b!.seat, a!.seat];
    assert.equal(check(swap).length, 2);
    assert.equal(check(read(), { seed: "00".repeat(32) }).length, 1);
  }
});

test("two add to chance and check it; against a bot the game begins at once", async () => {
  const dir = mkdtempSync(join(tmpdir(), "atoll-"));
  const server = spawn(process.env.ATOLL ?? "atoll", ["serve", "--addr", "127.0.0.1:0", "--no-limits", "--store", join(dir, "atoll.db")]);
  try {
    let base = "";
    for await (const line of createInterface(server.stdout)) {
      base = /http:\/\/\S+/.exec(line)?.[0] ?? "";
      if (base) break;
    }
    const [ann, bob] = [await Tables.signIn(base, "Ann"), await Tables.signIn(base, "Bob")];
    const table = await ann.create({ game: "conqueror", players: 2, shuffle: true });
    assert.equal(await ann.open(table), false);
    await bob.join(table);
    assert.equal(await ann.open(table), true);
    const look = (id: string) => ann.call<{ view: { status: string } }>("GET", `/tables/${id}`);
    const status = async (id: string): Promise<string> => (await look(id)).view.status;
    assert.equal(await status(table), "running");
    await bob.call("POST", `/tables/${table}/do`, { do: "resign" });
    for (const who of [ann, bob]) {
      assert.deepEqual(await who.check(table), []);
      const numbers = (await who.record(table)).proof!.chairs!.map((c) => c.nonce);
      assert.ok(numbers.includes(who.kept.get(table)!.number));
    }
    await assert.rejects(ann.call("POST", `/tables/${table}/open`, { nonce: "00".repeat(32) }), Refused);
    const alone = await ann.create({ game: "conqueror", players: 2, seats: [{ kind: "me" }, { kind: "bot", level: 1 }] });
    assert.equal(await status(alone), "running");
  } finally {
    server.kill();
    await new Promise((done) => server.once("exit", done));
    rmSync(dir, { recursive: true });
  }
});
