// A choice on its way. It is laid down once: when the answer comes, or with the next position if the stream is faster.
// What a player has taken up since then stays in the hand.
import type { Context } from './context';

export class Sent {
  private at: unknown = null;

  constructor(
    private readonly ctx: Context,
    private readonly clear: () => void,
  ) {}

  async send(text: string): Promise<void> {
    const at = (this.at = this.ctx.view);
    if ((await this.ctx.send(text)) && this.at === at) this.down();
  }

  /** The position may be another one. */
  refresh(): void {
    if (this.at !== null && this.at !== this.ctx.view) this.down();
  }

  private down(): void {
    this.at = null;
    this.clear();
  }
}
