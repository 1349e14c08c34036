import type { Context } from '$games/context';
import type { View } from '$games/wire';

/** A table that answers nothing: for pictures. */
export class StillContext<V extends View> implements Context<V> {
  view: V = $state.raw() as V;
  sealed: string | null = $state(null);
  busy = false;
  said: string[] = $state([]);
  constructor(
    view: V,
    readonly me: string | null,
    readonly legal: readonly string[] = [],
    private readonly names: Record<string, string> = {},
  ) {
    this.view = view;
  }
  get acting(): boolean {
    return this.me !== null && this.view.acting.includes(this.me);
  }
  name(seat: string): string {
    return this.names[seat] ?? seat;
  }
  send(text: string): Promise<boolean> {
    this.said.push(text);
    return Promise.resolve(true);
  }
  explain(): void {
    this.said.push('?');
  }
}
