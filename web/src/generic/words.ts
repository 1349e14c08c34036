// The story of a game in its own words: English, with the names of the players in it.
import { common } from '$games/common';
import type { GameEvent, Line } from '$games/wire';
import { YOU } from '$lib/i18n/index.svelte';

const irregular: Record<string, string> = { is: 'are', was: 'were', has: 'have' };

/** A verb of a sentence about somebody else, as it is of the reader: takes, take. */
export function plainVerb(verb: string): string {
  if (irregular[verb]) return irregular[verb];
  if (verb.length > 4 && verb.endsWith('ies')) return `${verb.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|zz|o)es$/.test(verb)) return verb.slice(0, -2);
  return verb.replace(/s$/, '');
}

// What a sentence may go on with after “and”; anything else there can be a noun.
const goesOn = /\band (?:is|has|wins|loses|takes|leaves|moves|goes|passes|draws|scores)\b/g;

/** What follows the name of whoever moved, said to the reader: “ takes 2 and wins.”, “ take 2 and win.” */
const toReader = (rest: string): string =>
  rest.replace(/^ [a-z]+/, (w) => ` ${plainVerb(w.slice(1))}`).replace(goesOn, (w) => `and ${plainVerb(w.slice(4))}`);

export function tell(e: GameEvent, name: (seat: string) => string): string {
  const usual = common(e, name);
  if (usual) return usual;
  const seat = e.seat ?? '';
  if (!seat || !e.text.startsWith(`${seat} `)) return e.text;
  const rest = e.text.slice(seat.length);
  return name(seat) === YOU ? `**You**${toReader(rest)}` : `**${name(seat)}**${rest}`;
}

const counts = (e: GameEvent): boolean =>
  e.seat !== undefined && !['win', 'draw', 'resign', 'timeout', 'offer', 'accept'].includes(e.kind);

export const movesOf = (events: readonly GameEvent[]): number => events.filter(counts).length;

export function lines(events: readonly GameEvent[], name: (seat: string) => string): Line[] {
  let n = 0;
  return events
    .map((e) => ({ no: counts(e) ? String(++n) : '', text: tell(e, name), seat: e.seat }))
    .filter((l) => l.text);
}

export function latest(events: readonly GameEvent[]): number {
  const last = events.findLastIndex(counts);
  return last < 0 ? 0 : last;
}
