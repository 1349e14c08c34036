// A choice made while others are to act. It stays on this device until the turn comes; then it is played at once if it
// is legal, and dropped with a word if it is not.
import { toast } from '$lib/announce.svelte';
import type { Context } from './context';

export class Ahead {
  text: string | null = $state(null);

  /** `gone` says in words what was not played, and why. */
  constructor(
    private readonly ctx: Context,
    private readonly gone: (text: string) => readonly [title: string, why: string],
  ) {}

  private get key(): string {
    return `next ${this.ctx.view.position}`;
  }

  /** Whether something may be chosen ahead now. */
  get open(): boolean {
    return !this.ctx.acting && (this.ctx.ahead ?? false);
  }

  /** Sets a choice aside, or takes it back. A reload in the same position keeps it. */
  set(text: string | null): void {
    this.text = text;
    this.ctx.draft?.(this.key, text ?? '');
  }

  /** The position is another one. `fits`: the choice could still become legal. */
  refresh(fits: (text: string) => boolean): void {
    if (this.text === null && this.open) this.text = this.ctx.draft?.(this.key) || null;
    const text = this.text;
    if (text === null) return;
    const { acting } = this.ctx;
    if (acting && this.ctx.legal.includes(text)) {
      this.set(null);
      void this.ctx.send(text);
    } else if (acting || !fits(text)) {
      this.set(null);
      toast('note', ...this.gone(text));
    } else this.set(text);
  }
}
