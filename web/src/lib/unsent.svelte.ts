// Choices at tables of the server that found no line. Each waits in this browser, even while no page is open, until it has
// been sent or is taken back.
import { movesAt as key } from './tables/here';

export interface Unsent {
  table: string;
  game: string;
  /** The seat, where several of the table's are played in this browser. */
  seat: string | null;
  step: number;
  text: string;
  /** Sent twice it is the same message, and is taken once. */
  msg: string;
}

function read(): Unsent[] | null {
  try {
    const all = JSON.parse(localStorage.getItem(key) ?? '[]') as Unsent[] | null;
    return Array.isArray(all) ? all : [];
  } catch {
    return null; // a private window without storage: they wait as long as the page is open
  }
}
function write(moves: Unsent[]): void {
  unsent.moves = moves;
  try {
    if (moves.length) localStorage.setItem(key, JSON.stringify(moves));
    else localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

export const unsent: { moves: Unsent[] } = $state({ moves: read() ?? [] });

const same = (m: Unsent, table: string, seat: string | null): boolean => m.table === table && m.seat === seat;
// Another window may have written meanwhile.
const others = (table: string, seat: string | null): Unsent[] =>
  (read() ?? unsent.moves).filter((m) => !same(m, table, seat));

export const unsentAt = (table: string, seat: string | null): Unsent | undefined =>
  unsent.moves.find((m) => same(m, table, seat));
/** Keeps a choice, in place of the one before at this seat. */
export const keepMove = (m: Unsent): void => write([...others(m.table, m.seat), m]);
export const dropMove = (table: string, seat: string | null): void => write(others(table, seat));
