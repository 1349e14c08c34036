// The stream of open tables and of one's own: pages with lists listen to it.
import { Live, type Link } from './live';

/** Calls `news` soon after something has changed, and when the connection is back. */
export class Lobby {
  link: Link = $state('connecting');
  private timer: ReturnType<typeof setTimeout> | undefined;
  private live: Live;

  constructor(news: () => void) {
    const soon = (): void => {
      clearTimeout(this.timer);
      this.timer = setTimeout(news, 400);
    };
    this.live = new Live({
      address: () => '/live',
      hear: soon,
      link: (now) => {
        if (this.link === 'offline' && now === 'live') soon();
        this.link = now;
      },
    });
    this.live.connect();
  }

  close(): void {
    clearTimeout(this.timer);
    this.live.close();
  }
}
