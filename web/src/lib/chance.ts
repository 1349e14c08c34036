// Chance that nobody can choose, from this browser's side: the number that it adds, and what it keeps from the beginning.
// What is needed to check it in the end is in verify.ts, and loaded then.
import type { Chair, Entry, Proof } from './api/types';

/** What a browser keeps of a table's chance. */
export interface Kept {
  /** Our number, a secret until it is opened. */
  nonce?: string;
  /** It was opened in time: the server has said so. */
  opened?: boolean;
  /** The commitment to the seed, as it was first told. */
  seed?: string;
  /** The commitments of all chairs, as they were before our number was opened. */
  chairs?: string[];
  /** Outcomes as they were told when they happened, by their index in the record. */
  draws?: Record<string, string>;
  /** The number for the rematch. */
  next?: string;
  at?: number;
}

/** Where a browser keeps it. */
export const chanceAt = 'atoll.chance.';
const most = 60;
// For browsers without storage, as long as the page lives.
const memory = new Map<string, Kept>();

export function kept(table: string): Kept {
  try {
    const text = localStorage.getItem(chanceAt + table);
    if (text) return JSON.parse(text) as Kept;
  } catch {
    // Then only this page knows.
  }
  return memory.get(table) ?? {};
}

export function keep(table: string, more: Kept): Kept {
  const all = { ...kept(table), ...more, at: Date.now() };
  memory.set(table, all);
  try {
    localStorage.setItem(chanceAt + table, JSON.stringify(all));
    const old = Object.keys(localStorage).filter((k) => k.startsWith(chanceAt));
    if (old.length > most) {
      const age = (k: string): number => kept(k.slice(chanceAt.length)).at ?? 0;
      for (const k of old.sort((a, b) => age(a) - age(b)).slice(0, old.length - most)) localStorage.removeItem(k);
    }
  } catch {
    // Without storage a reload forgets it, and the number is left out.
  }
  return all;
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

export const newNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

/** Browsers hash for pages that came over https or from this machine; for others the code has to be loaded. */
export async function commitTo(nonce: string): Promise<string> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return (await import('./verify')).commitment(nonce);
  const bytes = Uint8Array.from(nonce.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return hex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
}

/**
 * Keeps what a table tells of its chance, and returns the number that is to be opened now. That comes last: a number that
 * is opened before the other commitments are known proves nothing.
 */
export async function hear(
  table: string,
  proof: Proof,
  chairs: readonly Chair[] | null,
  entries: readonly Entry[],
): Promise<string | null> {
  const was = kept(table);
  if (proof.seed) return null; // whoever comes after the end has witnessed nothing
  const more: Kept = {};
  if (!was.seed && proof.commitment) more.seed = proof.commitment;
  const told = chairs ?? entries.find((e) => e.kind === 'seated')?.chairs ?? null;
  if (!was.chairs && told && proof.open_until) more.chairs = told.map((c) => c.commit ?? '');
  const draws = entries.filter((e) => e.draw && was.draws?.[e.draw.event] === undefined);
  if (draws.length) {
    more.draws = { ...was.draws };
    for (const e of draws) more.draws[e.draw!.event] = e.draw!.do;
  }
  if (proof.opened && !was.opened) more.opened = true;
  const now = Object.keys(more).length ? keep(table, more) : was;
  if (!proof.open_until || proof.opened || now.opened || !now.nonce) return null;
  return now.chairs?.includes(await commitTo(now.nonce)) ? now.nonce : null;
}
