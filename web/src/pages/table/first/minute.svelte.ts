// How far a newcomer has come: which marks are done, and when all of it is understood.
import type { First, FirstMark, FirstMinute } from '$games/index';
import { set, settings } from '$lib/settings.svelte';
import type { Table } from '$lib/table.svelte';

/** After so many decisions of their own nobody is new to a game. */
const enough = 3;

export class Minute {
  private made = $state(0);
  private was = false;

  constructor(
    readonly table: Table,
    private readonly first: First,
  ) {}

  get game(): string {
    return this.table.info?.game ?? '';
  }
  now: FirstMinute | null = $derived.by(() =>
    this.table.play && this.table.view.game ? this.first(this.table.view, this.table.play, this.made > 0) : null,
  );
  marks: readonly FirstMark[] = $derived(this.now?.marks ?? []);
  /** The mark that waits for its deed. */
  index: number = $derived.by(() => {
    const i = this.marks.findIndex((m) => !m.done);
    return i < 0 ? this.marks.length : i;
  });
  /** Whether marks point at things that can be pressed now. */
  live: boolean = $derived.by(() => this.table.acting && !this.table.sealed && !this.table.player.busy);

  /** Watches the decisions that are made. */
  watch(): void {
    const asked = this.table.acting && !this.table.sealed;
    if (this.was && !asked && !this.table.player.paused) this.made++;
    this.was = asked;
    if (this.made >= enough || this.table.status === 'over') this.understood();
  }

  understood(): void {
    set('understood', { ...settings.understood, [this.game]: true });
  }
}
