import { site } from './root';

// Whether the server can be reached. A browser's own word for it is about cables; only an answer counts.
function recall(): boolean {
  try {
    return localStorage.getItem('atoll.kept') === '1';
  } catch {
    return false;
  }
}

export const net: { off: number; kept: boolean; fresh: boolean } = $state({
  /** Since when nobody answers, in milliseconds; 0 while somebody does. */
  off: site ? 1 : 0,
  /** All of Atoll is on this device: what needs nobody else works on. */
  kept: recall(),
  /** A new version is on this device and waits to be started. */
  fresh: false,
});

const again = 4000;

export async function answers(): Promise<boolean> {
  try {
    const res = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(again) });
    return res.ok && !res.redirected;
  } catch {
    return false;
  }
}

let asking: Promise<void> | null = null;
/** Something did not come through: looks whether anything does, and until it does. Resolves after the first look. */
export function doubt(): Promise<void> {
  return site ? Promise.resolve() : (asking ??= look());
}

async function look(): Promise<void> {
  if (await answers()) {
    net.off = 0;
    asking = null;
    return;
  }
  net.off ||= Date.now();
  let timer: ReturnType<typeof setTimeout>;
  const next = (): void => {
    clearTimeout(timer);
    window.removeEventListener('online', next);
    void look();
  };
  timer = setTimeout(next, again);
  window.addEventListener('online', next);
}

/** Whether there is nobody to ask but this browser, which can answer by itself. */
export const alone = (): boolean => net.off > 0 && (site || net.kept);
