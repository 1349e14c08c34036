// What this browser has of its own: games, which of them the server has too, choices that wait for it, and who sat here. Known
// without starting anything.
const flag = 'atoll.local';
const turns = 'atoll.turns';
const list = 'atoll.sent';
const who = 'atoll.me';
/** Where choices wait that found no line, see unsent.svelte.ts. */
export const movesAt = 'atoll.moves';

/** What became of a finished game: the server's table, or why it was refused. */
export interface Sent {
  table?: string;
  why?: string;
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
function write(key: string, value: string): void {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // A private window without storage: they are looked for the next time somebody plays.
  }
}

/** There are games of this browser that the server does not have. */
export const anyHere = (): boolean => read(flag) !== '';
export const noteHere = (any: boolean): void => write(flag, any ? '1' : '');

export const anyUnsent = (): boolean => read(movesAt) !== '';

/** Who sat here when the server was last heard: a name to show while nobody can be asked, and no right to anything. */
export const noteMe = (name: string, kind: string): void => write(who, `${kind} ${name}`);
export function lastMe(): { name: string; kind: string } {
  const [kind = '', ...name] = read(who).split(' ');
  return { name: name.join(' '), kind };
}

/** How many games of this browser wait for a person, as far as anybody has looked. */
export const waitingHere = (): number => Number(read(turns)) || 0;
export const noteWaiting = (n: number): void => write(turns, n ? String(n) : '');

export function sent(): Record<string, Sent> {
  try {
    const all = JSON.parse(read(list) || '{}') as Record<string, Sent> | null;
    return typeof all === 'object' && all ? all : {};
  } catch {
    return {};
  }
}
export const noteSent = (all: Record<string, Sent>): void => write(list, JSON.stringify(all));
