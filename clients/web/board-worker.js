// The rules of Atoll for <atoll-board>: WebAssembly in a worker, so that no page waits for it.
"use strict";

let core;
let rules;

/**
 * Fetches a file of the rules. On web spaces, which may not compress, it is packed; but some of those have the browser
 * unpack what ends in .gz. Only the first byte tells: no file of ours has that of gzip.
 */
async function fetched(url, kind) {
  const res = await fetch(url);
  if (!res.ok) throw new Error(`${new URL(url).pathname}: ${res.status}`);
  if (!url.endsWith(".gz")) return res;
  const [look, body] = res.body.tee();
  const reader = look.getReader();
  const { value } = await reader.read();
  void reader.cancel();
  return new Response(
    value?.[0] === 0x1f
      ? body.pipeThrough(new DecompressionStream("gzip"))
      : body,
    { headers: { "Content-Type": kind } },
  );
}

async function start() {
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

/** The rules, which are fetched again if they did not come the last time. */
function ready() {
  rules ??= start().catch((e) => {
    rules = undefined;
    throw e;
  });
  return rules;
}

self.onmessage = async ({ data }) => {
  if (data.core) {
    core = data.core;
    ready().catch(() => undefined); // told to those who ask
    return;
  }
  try {
    const answer = (await ready())[data.what](...data.args);
    self.postMessage({ id: data.id, answer });
  } catch (e) {
    self.postMessage({ id: data.id, error: String(e?.message ?? e) });
  }
};
