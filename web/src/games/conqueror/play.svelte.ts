import { Drag, type Lift } from '../../boards/drag.svelte';
import { Ahead } from '../ahead.svelte';
import type { Context } from '../context';
import { Sent } from '../sent';
import { t } from './t';
import { type ConquerorView, path } from './model';

export class ConquerorPlay {
  to: string | null = $state(null);
  hover: string | null = $state(null);

  readonly drag = new Drag();
  /** Where to start, chosen before the turn has come. A walk cannot be: its roll decides where it may end. */
  readonly next: Ahead;
  private readonly sent: Sent;

  constructor(readonly ctx: Context<ConquerorView>) {
    this.next = new Ahead(ctx, (text) => [
      t('conqueror.nextDropped', { at: text.split(' ')[1] ?? '' }),
      t('conqueror.nextDroppedWhy'),
    ]);
    this.sent = new Sent(ctx, () => (this.to = null));
  }

  get on(): boolean {
    return this.ctx.acting && this.ctx.me !== null;
  }

  /** The others put their tokens down, and this seat may choose its corner meanwhile. */
  get ahead(): boolean {
    return this.next.open && this.ctx.me !== null && this.ctx.view.phase === 'start' && this.token === null;
  }

  get free(): boolean {
    return this.on || this.ahead;
  }

  /** Tiles that can be chosen now, nearest file and rank first as the server lists them. */
  get targets(): string[] {
    if (this.ahead) return this.corners;
    if (!this.on) return [];
    return this.ctx.legal.filter((a) => a.startsWith('move ') || a.startsWith('start ')).map((a) => a.split(' ')[1]!);
  }

  private get corners(): string[] {
    const { corners, seats } = this.ctx.view;
    return corners.filter((at) => !seats.some((s) => s.token === at));
  }

  get mustPass(): boolean {
    return this.on && this.ctx.legal.includes('pass');
  }

  get token(): string | null {
    return this.ctx.view.seats.find((s) => s.seat === this.ctx.me)?.token ?? null;
  }

  refresh(): void {
    this.sent.refresh();
    if (!this.to || !this.targets.includes(this.to)) this.to = null;
    if (this.on && !this.to && this.targets.length === 1) this.to = this.targets[0] ?? null;
    this.next.refresh((text) => this.corners.includes(text.split(' ')[1] ?? ''));
  }

  walk(to: string): string[] | null {
    const v = this.ctx.view;
    return this.token && v.phase === 'move' ? path(v, this.token, to, v.steps) : null;
  }

  get shownPath(): string[] | null {
    const t = this.to ?? (this.hover && this.targets.includes(this.hover) ? this.hover : null);
    return t ? this.walk(t) : null;
  }

  press(tile: string): void {
    if (!this.free) return;
    if (this.targets.includes(tile)) {
      this.to = tile;
      if (this.ctx.swift) void this.confirm();
    } else if (this.targets.length) {
      this.ctx.explain(tile, '');
      this.to = null;
    }
  }

  /** Goes to the next tile that can be chosen. */
  step(): string | null {
    const list = this.targets;
    if (!list.length) return null;
    this.to = list[(list.indexOf(this.to ?? '') + 1) % list.length] ?? null;
    return this.to;
  }

  async confirm(): Promise<void> {
    const v = this.ctx.view;
    const text = this.mustPass ? 'pass' : this.to ? `${v.phase === 'start' ? 'start' : 'move'} ${this.to}` : null;
    if (!text) return;
    if (this.ahead) {
      this.next.set(text);
      this.to = null;
    } else await this.sent.send(text);
  }

  /** Your token in hand: from its tile, or from beside the board before it has one. */
  carry(at: string | null): Lift | null {
    if (!this.free || !this.targets.length || at !== this.token) return null;
    const was = this.to;
    return {
      id: `token ${at ?? ''}`,
      begin: () => (this.to = null),
      to: () => this.targets,
      drop: (to) => this.press(to),
      back: () => (this.to = was),
    };
  }
}
