// Whether this browser may have games of its own, and which of them the server has too. Known without starting anything.
const flag = 'atoll.local';
const turns = 'atoll.turns';
const list = 'atoll.sent';

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
