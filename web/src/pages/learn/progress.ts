// How far somebody has come in the lessons, on this device.
export function progress(game: string): number {
  try {
    return Number(localStorage.getItem(`atoll.learn.${game}`) ?? 0) || 0;
  } catch {
    return 0;
  }
}

export function reached(game: string, n: number): void {
  try {
    if (n > progress(game)) localStorage.setItem(`atoll.learn.${game}`, String(n));
  } catch {
    // Without storage the lessons simply begin anew.
  }
}
