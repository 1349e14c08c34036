// Answers in advance, as one list: what is added takes the place of what would say otherwise.
import type { OwnLine } from '$lib/api/types';

/** A line while it is put together: every choice with the seat that makes it. */
export type Trail = readonly { seat: string; action: string }[];

/** The texts of what is kept with a trail added. `me` never answers one thing in two ways: the newer word counts. */
export function added(kept: readonly OwnLine[], trail: Trail, me: string): string[][] {
  const fresh = trail.map((c) => c.action);
  const rest = kept.map((l) => l.do ?? []);
  // What goes on where this one ends says as much and more.
  if (rest.some((old) => fresh.every((text, i) => old[i] === text))) return rest;
  const stays = rest.filter((old) => {
    const at = old.findIndex((text, i) => text !== fresh[i]);
    return at >= 0 && at < trail.length && trail[at]?.seat !== me;
  });
  return [...stays, fresh];
}

/** A line as stretches of choices of one seat each; a seat is null where nobody has said who chooses. */
export function stretches(l: OwnLine): { seat: string | null; actions: string[] }[] {
  const out: { seat: string | null; actions: string[] }[] = [];
  (l.do ?? []).forEach((action, i) => {
    const seat = l.by?.[i] ?? null;
    const last = out.at(-1);
    if (last && last.seat === seat) last.actions.push(action);
    else out.push({ seat, actions: [action] });
  });
  return out;
}
