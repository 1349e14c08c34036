// What a player has in hand in a game that is played from a list: a filter, an action, and what it would lead to.
import type { Context } from '$games/context';
import type { Play } from '$games/index';
import { Sent } from '$games/sent';
import type { View } from '$games/wire';
import { playOn } from '$lib/api/client';
import { groups, type Choice, type Group, narrow } from './actions';

export class ListPlay implements Play {
  filter = $state('');
  chosen = $state('');
  /** The board after the chosen action, once the rules have told it. */
  after: string | null = $state(null);

  all: Group[];
  shown: Group[];

  private readonly sent: Sent;

  constructor(readonly ctx: Context) {
    this.sent = new Sent(ctx, () => this.laidDown());
    this.all = $derived(groups(ctx.legal, ctx.words));
    this.shown = $derived(narrow(this.all, this.filter));
  }

  get choices(): Choice[] {
    return this.shown.flatMap((g) => g.choices);
  }
  get choice(): Choice | undefined {
    return this.choices.find((c) => c.action === this.chosen);
  }
  get on(): boolean {
    return this.ctx.acting && this.ctx.sealed === null;
  }

  refresh(): void {
    this.sent.refresh();
    this.laidDown();
  }

  private laidDown(): void {
    this.filter = '';
    this.choose('');
  }

  narrowTo(filter: string): void {
    this.filter = filter;
    const left = this.choices;
    if (filter && left.length === 1) this.choose(left[0]!.action);
    else if (!left.some((c) => c.action === this.chosen)) this.choose('');
  }

  step(by: number): void {
    const list = this.choices;
    if (!list.length) return;
    const at = list.findIndex((c) => c.action === this.chosen);
    const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length;
    this.choose(list[next]!.action);
  }

  choose(action: string): void {
    this.chosen = action;
    this.after = null;
    const { view, me } = this.ctx;
    // What others choose at the same time, nobody can show.
    if (!action || me === null || view.acting.length !== 1) return;
    void playOn(view.position, [{ seat: me, action }], false).then(
      (a) => {
        if (this.chosen === action) this.after = (a.position as unknown as View).text_board ?? null;
      },
      // A position with secrets cannot be played on: then there is nothing to show ahead.
      () => undefined,
    );
  }

  /** A press on the list. */
  press(action: string): void {
    this.choose(action);
    if (this.ctx.swift) void this.take();
  }

  async take(): Promise<void> {
    const typed = this.ctx.legal.length ? this.chosen : this.filter.trim();
    if (typed) await this.sent.send(typed);
  }
}
