// Tests against the real program: set ATOLL to its path.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Engine, EngineError, type Deed } from "../src/engine.js";

const atoll = process.env.ATOLL ?? "atoll";

test("games played through the client end as atoll verify says", async () => {
  const engine = await Engine.start();
  const records: string[] = [];
  const { games } = await engine.call<{ games: { id: string; rules: number }[] }>("games");
  for (const [id, players] of [["evo", 2], ["evo", 4], ["conqueror", 3], ["earthquake", 4]] as const) {
    for (let seed = 1; seed <= 3; seed++) {
      const game = await engine.newGame(id, { players, seed });
      const events: Deed[] = [...(game.now.did ?? [])];
      for (let i = seed; !game.result; i++) {
        const legal = await game.legal();
        const { did } = await game.apply(legal[(i * 7919) % legal.length]!);
        events.push(...(did ?? []));
      }
      const rules = games.find((g) => g.id === id)!.rules;
      const { now, result } = game;
      const head = { format: "atoll-record/1", game: id, ...(rules > 1 ? { rules } : {}), options: {} };
      records.push(JSON.stringify({ ...head, seats: now.seats, events, result }));
      await game.close();
    }
  }
  await engine.close();
  const dir = mkdtempSync(join(tmpdir(), "atoll-"));
  try {
    const file = join(dir, "games.jsonl");
    writeFileSync(file, records.join("\n") + "\n");
    const said = execFileSync(atoll, ["verify", file], { encoding: "utf8" });
    assert.equal(said.trimEnd().split("\n").at(-1), `${records.length} ok, 0 bad`);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test("refusals carry a code and change nothing", async () => {
  const engine = await Engine.start();
  await assert.rejects(engine.newGame("chess"), (error: unknown) => error instanceof EngineError && error.code === "unknown_game");
  const game = await engine.newGame("evo");
  await assert.rejects(game.apply("a1-a2"), (error: unknown) => error instanceof EngineError && error.code === "refused");
  assert.equal((await game.legal()).length, 92);
  await engine.close();
});

test("batches report what ended", async () => {
  const engine = await Engine.start();
  let step = await engine.batch("conqueror", 20);
  let done = 0;
  for (let i = 0; i < 500; i++) {
    step = await engine.step(step.batch, Array<number>(20).fill(-1));
    done += step.done.length;
  }
  assert.ok(done > 0);
  await engine.close();
});

test("an analysis streams until it is stopped", async () => {
  const engine = await Engine.start();
  const game = await engine.newGame("evo");
  let findings = 0;
  const first = new Promise<void>((resolve) => {
    const run = engine.analyse(game.now.table, "public", () => {
      if (findings++ === 0) resolve(run.stop().then(() => run.done));
    }, 60_000);
  });
  await first;
  assert.ok(findings > 0);
  await engine.close();
});
