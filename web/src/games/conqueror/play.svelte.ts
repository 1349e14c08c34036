import type { Context } from '../context';
import { type ConquerorView, path } from './model';

export class ConquerorPlay {
  to: string | null = $state(null);
  hover: string | null = $state(null);

  constructor(readonly ctx: Context<ConquerorView>) {}

  get on(): boolean {
    return this.ctx.acting && this.ctx.me !== null;
  }

  /** Tiles that can be chosen now, nearest file and rank first as the server lists them. */
  get targets(): string[] {
    if (!this.on) return [];
    return this.ctx.legal.filter((a) => a.startsWith('move ') || a.startsWith('start ')).map((a) => a.split(' ')[1]!);
  }

  get mustPass(): boolean {
    return this.on && this.ctx.legal.includes('pass');
  }

  get token(): string | null {
    return this.ctx.view.seats.find((s) => s.seat === this.ctx.me)?.token ?? null;
  }

  refresh(): void {
    if (!this.to || !this.targets.includes(this.to)) this.to = null;
    if (this.on && !this.to && this.targets.length === 1) this.to = this.targets[0] ?? null;
    // To stay where there is no landing is no choice: it is done, and told, not asked. Once a position.
    const here = this.ctx.view.position;
    if (this.ctx.real && this.mustPass && this.passed !== here) {
      this.passed = here;
      void this.confirm();
    }
  }
  private passed = '';

  walk(to: string): string[] | null {
    const v = this.ctx.view;
    return this.token && v.phase === 'move' ? path(v, this.token, to, v.steps) : null;
  }

  get shownPath(): string[] | null {
    const t = this.to ?? (this.hover && this.targets.includes(this.hover) ? this.hover : null);
    return t ? this.walk(t) : null;
  }

  press(tile: string): void {
    if (!this.on) return;
    if (this.targets.includes(tile)) this.to = tile;
    else if (this.targets.length) {
      this.ctx.explain(tile, '');
      this.to = null;
    }
  }

  next(): string | null {
    const list = this.targets;
    if (!list.length) return null;
    this.to = list[(list.indexOf(this.to ?? '') + 1) % list.length] ?? null;
    return this.to;
  }

  async confirm(): Promise<void> {
    const v = this.ctx.view;
    const text = this.mustPass ? 'pass' : this.to ? `${v.phase === 'start' ? 'start' : 'move'} ${this.to}` : null;
    if (text && (await this.ctx.send(text))) this.to = null;
  }
}
