import { Drag, type Lift } from '../../boards/drag.svelte';
import type { Context } from '../context';
import { Sent } from '../sent';
import { cellOf, goes, isTool, needs, type Option, parse, type QuakeView } from './model';
import { type Outlook, outlook } from './outlook';

export class QuakePlay {
  chosen: string | null = $state(null);
  hover: string | null = $state(null);

  readonly drag = new Drag();

  private readonly sent: Sent;

  constructor(readonly ctx: Context<QuakeView>) {
    this.sent = new Sent(ctx, () => (this.chosen = null));
  }

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

  /** The tool under your explorer while you decide to keep or discard it. */
  get lying(): string | null {
    const top = this.on && this.ctx.view.phase === 'keep' && this.here ? cellOf(this.ctx.view, this.here)?.top : null;
    return top && isTool(top) ? top : null;
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
    this.sent.refresh();
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
    const o = here[(i + 1) % here.length]!;
    // Of several things that can be done there, the next one is shown first.
    if (here.length > 1) this.chosen = o.text;
    else this.choose(o);
  }

  choose(o: Option): void {
    this.chosen = o.text;
    if (this.ctx.swift) void this.confirm();
  }

  /** Where an option is done on the board. */
  private place(o: Option): string | null {
    return o.hex ?? this.ctx.view.explorers.find((e) => e.seat === o.seat)?.hex ?? null;
  }

  private lift(id: string, options: Option[]): Lift | null {
    if (!this.on || !options.length) return null;
    const was = this.chosen;
    return {
      id,
      begin: () => (this.chosen = null),
      to: () => options.flatMap((o) => this.place(o) ?? []),
      drop: (hex) => {
        const there = options.filter((o) => this.place(o) === hex);
        const o = there.find((x) => !needs[x.verb]) ?? there[0];
        if (o) this.choose(o);
      },
      back: () => (this.chosen = was),
    };
  }

  /** Your explorer in hand: from its hex, or from beside the board before it has one. */
  carry(hex: string | null): Lift | null {
    if (hex !== this.here) return null;
    if (this.lying) return this.carryLying();
    return this.lift(
      `explorer ${hex ?? ''}`,
      this.options.filter((o) => goes(o.verb) && o.hex !== null),
    );
  }

  /** The tool you stand on: to your tray, or to the pile. */
  carryLying(): Lift | null {
    const places: Record<string, string> = { tray: 'keep', pile: 'discard' };
    const options = this.options;
    const was = this.chosen;
    return {
      id: 'lying',
      begin: () => (this.chosen = null),
      to: () => Object.keys(places).filter((p) => options.some((o) => o.verb === places[p])),
      drop: (place) => {
        const o = options.find((x) => x.verb === places[place]);
        if (o) this.choose(o);
      },
      back: () => (this.chosen = was),
    };
  }

  /** Your tool in hand. */
  carryTool(): Lift | null {
    return this.lift(
      'tool',
      this.options.filter((o) => needs[o.verb] && this.place(o) !== null),
    );
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
    if (this.chosen) await this.sent.send(this.chosen);
  }
}
