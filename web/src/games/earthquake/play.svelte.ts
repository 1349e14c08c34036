import type { Context } from '../context';
import { goes, type Option, parse, type QuakeView } from './model';
import { type Outlook, outlook } from './outlook';

export class QuakePlay {
  chosen: string | null = $state(null);
  hover: string | null = $state(null);

  constructor(readonly ctx: Context<QuakeView>) {}

  get on(): boolean {
    return this.ctx.acting && this.ctx.me !== null;
  }

  get options(): Option[] {
    return this.on ? this.ctx.legal.map(parse) : [];
  }

  /** Choices that lie on a hex, for the board. */
  at(hex: string): Option[] {
    return this.options.filter((o) => o.hex === hex || (o.hex === null && o.verb === 'stay' && this.here === hex));
  }

  get here(): string | null {
    return this.ctx.view.explorers.find((e) => e.seat === this.ctx.me)?.hex ?? null;
  }

  get option(): Option | null {
    const list = this.options;
    return (
      list.find((o) => o.text === this.chosen) ??
      (this.hover ? (this.at(this.hover).find((o) => goes(o.verb)) ?? null) : null)
    );
  }

  get preview(): Outlook | null {
    const o = this.option;
    return o ? this.brings(o) : null;
  }

  /** What a choice brings, as far as anybody can know. */
  brings(o: Option): Outlook {
    return outlook(this.ctx.view, o, this.ctx.me ?? '');
  }

  refresh(): void {
    if (!this.options.some((o) => o.text === this.chosen)) this.chosen = null;
  }

  press(hex: string): void {
    if (!this.on) return;
    const here = this.at(hex);
    if (!here.length) {
      this.ctx.explain(hex, '');
      return;
    }
    const i = here.findIndex((o) => o.text === this.chosen);
    this.chosen = here[(i + 1) % here.length]!.text;
  }

  next(): Option | null {
    const list = this.options;
    if (!list.length) return null;
    const i = list.findIndex((o) => o.text === this.chosen);
    const o = list[(i + 1) % list.length]!;
    this.chosen = o.text;
    return o;
  }

  async confirm(): Promise<void> {
    if (this.chosen && (await this.ctx.send(this.chosen))) this.chosen = null;
  }
}
