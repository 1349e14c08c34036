// What a player has begun to choose, kept in this browser until it is sent.

/** Keeps the draft of a turn, if one is given, and returns what is kept of it. Without a game that runs, nothing stays. */
export function draft(seat: string, turn: string, text: string | undefined, running: boolean): string | null {
  const key = `atoll.draft.${seat}`;
  try {
    if (text !== undefined) localStorage.setItem(key, `${turn} ${text}`);
    const kept = localStorage.getItem(key) ?? '';
    if (!running) localStorage.removeItem(key);
    return kept.startsWith(`${turn} `) ? kept.slice(turn.length + 1) : null;
  } catch {
    return null; // a private window without storage
  }
}
