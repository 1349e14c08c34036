// Which sounds are wanted. What makes them comes with the first.
import type { SoundName } from '$games/wire';
import { settings } from './settings.svelte';

/** Which sounds belong to a switch of their own; the others tell what happens on the board. */
const kinds: Partial<Record<SoundName, 'soundTurn' | 'soundEnd'>> = {
  bell: 'soundTurn',
  won: 'soundEnd',
  lost: 'soundEnd',
  drawn: 'soundEnd',
};

export function sound(name: SoundName): void {
  if (!settings.sound || settings.volume <= 0 || !settings[kinds[name] ?? 'soundMoves']) return;
  import('./synth').then((m) => m.make(name)).catch(() => undefined); // without it there is silence
}
