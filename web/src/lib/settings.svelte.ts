// What a person chose on this device. Kept in local storage; every reader is reactive.

export type Theme = 'system' | 'light' | 'dark';
/** Colours beside day and night. */
export type Look = 'chart' | 'contrast' | 'safe' | 'driftwood';
/** How pieces are drawn: with depth and ornament, or flat with large signs. */
export type Pieces = 'carved' | 'plain';

/** Settings of boards that only some games have. */
export type BoardSetting = 'pins' | 'flat';

export interface Settings {
  theme: Theme;
  look: Look;
  pieces: Pieces;
  lang: string;
  sound: boolean;
  /** 0 to 1. */
  volume: number;
  soundMoves: boolean;
  soundTurn: boolean;
  soundEnd: boolean;
  /** 0.5 to 3; the motion scripts are written for 1. */
  speed: number;
  motion: 'system' | 'full' | 'reduced';
  threats: boolean;
  pins: boolean;
  flat: boolean;
  /** A button confirms a choice before it goes: always, at tables played by days, or never. */
  confirm: 'always' | 'days' | 'never';
  notify: boolean;
  coordinates: boolean;
  /** Games whose first minute is over: their hints are not shown any more. */
  understood: Record<string, boolean>;
  /** Petals and a sound at the end of a game. */
  celebrate: boolean;
  /** The engine goes through one's own games when they end, for the curve of chances. */
  curve: boolean;
}

const key = 'atoll.settings';
const phone = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

const defaults: Settings = {
  theme: 'system',
  look: 'chart',
  pieces: 'carved',
  lang: '',
  sound: !phone,
  volume: 1,
  soundMoves: true,
  soundTurn: true,
  soundEnd: true,
  speed: 1,
  motion: 'system',
  threats: true,
  pins: true,
  flat: false,
  confirm: 'always',
  notify: false,
  coordinates: true,
  understood: {},
  celebrate: true,
  curve: true,
};

function read(): Settings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const s = { ...defaults };
    if (typeof kept === 'object' && kept !== null) {
      for (const [k, v] of Object.entries(kept)) {
        if (k in s && typeof v === typeof s[k as keyof Settings]) Object.assign(s, { [k]: v });
      }
    }
    return s;
  } catch {
    return { ...defaults };
  }
}

export const settings: Settings = $state(read());

// What is chosen in another tab holds here too, and is not undone by the next choice here.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (e) => {
    if (e.key !== key) return;
    Object.assign(settings, read());
    apply();
  });
}

/** Changes one setting, keeps it and applies it. */
export function set<K extends keyof Settings>(k: K, v: Settings[K]): void {
  settings[k] = v;
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // A private window without storage: the choice lasts as long as the page.
  }
  apply();
}

const darkQuery = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
const stillQuery = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;
const system = $state({ dark: darkQuery?.matches ?? false, still: stillQuery?.matches ?? false });
darkQuery?.addEventListener('change', (e) => {
  system.dark = e.matches;
  apply();
});
stillQuery?.addEventListener('change', (e) => (system.still = e.matches));

export const isDark = (): boolean => settings.theme === 'dark' || (settings.theme === 'system' && system.dark);
export const isStill = (): boolean => settings.motion === 'reduced' || (settings.motion === 'system' && system.still);

/** How long a part of a motion script takes now. Reduced motion keeps the reading time, not the movement. */
export const duration = (ms: number): number => ms / settings.speed;

const looks: readonly Look[] = ['chart', 'contrast', 'safe', 'driftwood'];
let worn = false;
export function apply(): void {
  const root = document.documentElement;
  root.dataset.theme = isDark() ? 'dark' : 'light';
  const look = looks.includes(settings.look) ? settings.look : 'chart';
  // What is worn already was put on before the first paint.
  if (look !== (root.dataset.look ?? 'chart') || (look !== 'chart' && !worn))
    void import('./looks').then((l) => l.wear(look)).catch(() => undefined);
  worn = true;
  if (look === 'chart') delete root.dataset.look;
  else root.dataset.look = look;
  if (settings.motion === 'reduced') root.dataset.motion = 'reduced';
  else delete root.dataset.motion;
  root.style.setProperty('--speed', String(1 / settings.speed));
}
