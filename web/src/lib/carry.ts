// Games that were played without a server join the others once their owner is signed in. Each is sent until the server has it
// or has said why not; the server knows a game that it has, so a lost answer does no harm.
import { ApiError, localTables, recordOf } from './api/client';
import { bring } from './api/here';
import { me } from './me.svelte';
import { net } from './net.svelte';
import { noteHere, noteSent, sent } from './tables/here';

let busy = false;

/** Sends what is finished and not there yet. Stops at the first sign that it is not the game's fault. */
export async function carry(): Promise<void> {
  if (busy || me.kind !== 'account' || net.off) return;
  busy = true;
  try {
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
  } catch {
    // Without the workers, or without a network: the next visit tries again.
  } finally {
    busy = false;
  }
}
