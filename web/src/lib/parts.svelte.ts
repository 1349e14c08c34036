import { root } from './root';

// Parts of the program that are loaded when needed can be gone: after a new version was put up, or without a network.
export const parts: { lost: '' | 'old' | 'network' } = $state({ lost: '' });

const again = 4000;
// A part that is gone for good must not have the page load itself over and over.
const seldom = 60_000;
let asking = false;

/** A part did not load. Says which of the two it was, and loads the page anew once that helps. */
export async function partLost(): Promise<void> {
  if (asking) return;
  asking = true;
  for (;;) {
    // What hangs on a dead line has all the connections that a browser opens; of this page nothing is shown any more.
    if (parts.lost) window.stop();
    const there = await fetch(root, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(again) }).then(
      (res) => res.ok,
      () => false,
    );
    if (there && (parts.lost === 'network' || performance.now() > seldom)) return window.location.reload();
    parts.lost = there ? 'old' : 'network';
    await new Promise((next) => {
      setTimeout(next, again);
      window.addEventListener('online', next, { once: true });
    });
  }
}
