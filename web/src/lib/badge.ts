// The number on the icon of the app: how many games wait, those of the server and those of this device.
import { waitingHere } from './tables/here';

let there = 0;

/** Shows it; told how many of the server's wait, or as many as it was told last. */
export function badge(server = there): void {
  there = server;
  const n = there + waitingHere();
  const app = navigator as { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
  void (n ? app.setAppBadge?.(n) : app.clearAppBadge?.())?.catch(() => undefined);
}
