import { root } from './root';

// Parts of the program that are loaded when needed can be gone: after a new version was put up, or without a network.
export const parts: { lost: '' | 'old' | 'network' } = $state({ lost: '' });

/** A part did not load. Says which of the two it was. */
export async function partLost(): Promise<void> {
  try {
    const res = await fetch(root, { method: 'HEAD', cache: 'no-store' });
    parts.lost = res.ok ? 'old' : 'network';
  } catch {
    parts.lost = 'network';
  }
}
