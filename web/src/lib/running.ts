// Whether the first page should keep a place for games that go on: nothing may move when they come.
const key = 'atoll.running';

function kept(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a private window without storage
  }
}

/** The person at this browser had games when they were last here, or may have some from elsewhere. */
export const gamesExpected = (): boolean => kept() === '1';

export function expectGames(on: boolean): void {
  try {
    localStorage.setItem(key, on ? '1' : '0');
  } catch {
    // Then the place is not kept.
  }
}

/** Somebody with an account may have games that this browser has never heard of. */
export const expectGamesOf = (before: string, kind: string): void => {
  if (kind === 'account' && (before || kept() === null)) expectGames(true);
};
