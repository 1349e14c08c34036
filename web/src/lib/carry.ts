// What was done without the server is sent once it is back: choices that found no line, and games that were played here, which
// join the others once their owner is signed in. Each is sent until the server has it or has said why not; the server
// knows what it has, so a lost answer does no harm.
import { toast } from './announce.svelte';
import { act, ApiError, localTables, recordOf } from './api/client';
import { bring } from './api/here';
import { calls } from './calls.svelte';
import { gameName } from './catalogue.svelte';
import { t } from './i18n/index.svelte';
import { me } from './me.svelte';
import { net } from './net.svelte';
import { anyHere, noteHere, noteSent, sent } from './tables/here';
import { dropMove, unsent } from './unsent.svelte';

let busy = false;

/** Sends all of it. Stops at the first sign that it is not the fault of what is sent. */
export async function carry(): Promise<void> {
  if (busy || net.off) return;
  busy = true;
  try {
    await moves();
    if (me.kind === 'account' && anyHere()) await games();
  } catch {
    // Without the workers, or without a network: the next visit tries again.
  } finally {
    busy = false;
  }
}

async function moves(): Promise<void> {
  for (const m of [...unsent.moves]) {
    if (m.table === calls.playing) continue; // its page sends it
    let late = false;
    try {
      await act(m.table, m.step, m.seat, m.text, m.msg);
    } catch (e) {
      if (!(e instanceof ApiError) || e.code === 'network' || e.status === 429 || e.status >= 500) throw e;
      late = true;
    }
    dropMove(m.table, m.seat);
    toast(late ? 'note' : 'ok', t(late ? 'table.late' : 'table.sent'), gameName(m.game), late ? 6000 : 2000);
  }
}

async function games(): Promise<void> {
  const here = (await localTables()).tables ?? [];
  const done = sent();
  for (const id of Object.keys(done)) if (!here.some((x) => x.id === id)) delete done[id];
  for (const x of here) {
    if (x.status !== 'over' || done[x.id]) continue;
    try {
      const b = await bring(await recordOf(x.id), x.seats ?? []);
      done[x.id] = { table: b.table.id };
    } catch (e) {
      if (!(e instanceof ApiError) || ![400, 409, 422].includes(e.status)) return;
      done[x.id] = { why: e.message };
    }
    noteSent(done);
  }
  noteSent(done);
  noteHere(here.some((x) => !done[x.id]));
}
