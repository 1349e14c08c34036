// What an open page may ring for, as the page about notices has it. A browser that has not seen that page rings for all.
const rings = 'atoll.here';

export function keepHere(kinds: Record<string, { here: boolean }>): void {
  try {
    localStorage.setItem(rings, JSON.stringify(Object.keys(kinds).filter((k) => !kinds[k]?.here)));
  } catch {
    // Without storage it rings.
  }
}

export function ringsFor(kind: string): boolean {
  try {
    return !(JSON.parse(localStorage.getItem(rings) ?? '[]') as string[]).includes(kind);
  } catch {
    return true;
  }
}
