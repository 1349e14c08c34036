// A list of actions as texts: in groups by what they begin with, and narrowed by a few letters.

export interface Choice {
  action: string;
  /** The action as an order, where its game has words. */
  words: string;
}
export interface Group {
  name: string;
  choices: Choice[];
}

const head = (text: string): string => /^[\p{L}]+|^\d+/u.exec(text)?.[0] ?? text.slice(0, 1);

/** Groups in the order in which they first appear. */
export function groups(
  actions: readonly string[],
  words: readonly { group: string; text: string }[] | undefined,
): Group[] {
  const found = new Map<string, Choice[]>();
  actions.forEach((action, i) => {
    const name = words?.[i]?.group ?? head(action);
    const list = found.get(name) ?? [];
    list.push({ action, words: words?.[i]?.text ?? '' });
    found.set(name, list);
  });
  const all = [...found].map(([name, choices]) => ({ name, choices }));
  // Groups of one are no groups.
  if (all.length > 1 && all.every((g) => g.choices.length === 1))
    return [{ name: '', choices: all.flatMap((g) => g.choices) }];
  return all;
}

const fold = (text: string): string => text.toLowerCase().replace(/[-–_=.,:]+/g, ' ');

/** Whether every word of the filter is in an action, its words or the name of its group. */
export function fits(filter: string, group: string, c: Choice): boolean {
  const text = fold(`${c.action} ${c.words} ${group}`);
  const tight = fold(c.action).replaceAll(' ', '');
  return fold(filter)
    .split(' ')
    .filter(Boolean)
    .every((w) => text.includes(w) || tight.includes(w));
}

export function narrow(all: readonly Group[], filter: string): Group[] {
  return all
    .map((g) => ({ ...g, choices: g.choices.filter((c) => fits(filter, g.name, c)) }))
    .filter((g) => g.choices.length);
}

/** A row of a text board in pieces: what differs from the row before is marked. */
export function pieces(row: string, before: string | undefined): { text: string; changed: boolean }[] {
  if (before === undefined || row === before) return [{ text: row, changed: false }];
  const now = [...row];
  const was = [...before];
  const out: { text: string; changed: boolean }[] = [];
  now.forEach((c, i) => {
    const changed = was[i] !== c;
    const last = out[out.length - 1];
    if (last && last.changed === changed) last.text += c;
    else out.push({ text: c, changed });
  });
  return out;
}

export const rows = (board: string): string[] => board.replace(/\n+$/, '').split('\n');
