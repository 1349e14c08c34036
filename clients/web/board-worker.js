// The rules of Atoll for <atoll-board>: WebAssembly in a worker, so that no page waits for it.
"use strict";

let rules;

/** Fetches a file of the rules. Web spaces without compression may have it packed only. */
async function fetched(url, kind) {
  const res = await fetch(url);
  if (res.ok) return res;
  const packed = await fetch(`${url}.gz`);
  if (!packed.ok) throw new Error(`${new URL(url).pathname}: ${res.status}`);
  return new Response(
    packed.body.pipeThrough(new DecompressionStream("gzip")),
    { headers: { "Content-Type": kind } },
  );
}

async function start(core) {
  const manifest = await (await fetched(core, "application/json")).json();
  const script = await (
    await fetched(new URL(manifest.exec, core).href, "text/javascript")
  ).blob();
  const at = URL.createObjectURL(
    new Blob([script], { type: "text/javascript" }),
  );
  try {
    importScripts(at);
  } catch {
    importScripts(new URL(manifest.exec, core).href); // where a policy forbids the other way
  }
  URL.revokeObjectURL(at);
  const res = await fetched(
    new URL(manifest.wasm, core).href,
    "application/wasm",
  );
  const module =
    res.headers.get("Content-Type") === "application/wasm"
      ? await WebAssembly.compileStreaming(res)
      : await WebAssembly.compile(await res.arrayBuffer());
  const go = new self.Go();
  await new Promise((ready, failed) => {
    self.atollHost = { ready };
    WebAssembly.instantiate(module, go.importObject).then(
      (instance) => go.run(instance),
      failed,
    );
  });
  return self.atollCore;
}

self.onmessage = async ({ data }) => {
  if (data.core) {
    rules = start(data.core);
    rules.catch(() => undefined); // told to those who ask
    return;
  }
  try {
    const answer = (await rules)[data.what](...data.args);
    self.postMessage({ id: data.id, answer });
  } catch (e) {
    self.postMessage({ id: data.id, error: String(e?.message ?? e) });
  }
};
