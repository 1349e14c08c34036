// The stream of open tables and of one's own. All parts of a page listen to one stream: a browser has few connections.
import type { Frame } from './api/types';
import { Live, type Link } from './live';
import { me } from './me.svelte';

const ears = new Set<Lobby>();
let live: Live | null = null;
let now: Link = 'connecting';
let whose = 0;
let ending: ReturnType<typeof setTimeout> | undefined;

function open(): void {
  clearTimeout(ending);
  if (live && whose === me.change) return;
  whose = me.change;
  // It belongs to whoever asked for it.
  if (live) return live.connect();
  now = 'connecting';
  live = new Live({
    address: () => '/live',
    hear: (f) => ears.forEach((e) => e.hear(f)),
    link: (to) => {
      const back = now === 'offline' && to === 'live';
      now = to;
      ears.forEach((e) => e.linked(to, back));
    },
  });
  live.connect();
}

/** Calls `news` soon after something has changed, and when the connection is back. `heard` gets every frame at once. */
export class Lobby {
  link: Link = $state('connecting');
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly news: () => void,
    private readonly heard?: (f: Frame) => void,
  ) {
    ears.add(this);
    open();
    this.link = now;
  }

  hear(f: Frame): void {
    this.heard?.(f);
    this.soon();
  }

  linked(to: Link, back: boolean): void {
    if (back) this.soon();
    this.link = to;
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.news, 400);
  }

  close(): void {
    clearTimeout(this.timer);
    ears.delete(this);
    // The next page may want it too.
    clearTimeout(ending);
    ending = setTimeout(() => {
      if (ears.size) return;
      live?.close();
      live = null;
    }, 1000);
  }
}
