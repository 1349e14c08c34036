// What a form has chosen of a game's options.
import type { GameInfo, OptionInfo, OptionValue } from './api/types';
import { matters } from './catalogue.svelte';

export class Options {
  values: Record<string, OptionValue> = $state({});
  /** What a person has drawn of the first position, where an option asks for it. */
  given = $state('');

  constructor(readonly game: GameInfo) {
    this.values = Object.fromEntries((game.options ?? []).map((o) => [o.key, o.default]));
  }

  /** Those that play a part at a table of so many. */
  shown(players: number): OptionInfo[] {
    return (this.game.options ?? []).filter((o) => !(o.players && o.players !== players) && matters(o, this.values));
  }
  /** Those of them that are not as usual. */
  chosen(players: number): Record<string, OptionValue> {
    const out: Record<string, OptionValue> = {};
    for (const o of this.shown(players)) if (this.values[o.key] !== o.default) out[o.key] = this.values[o.key]!;
    return out;
  }
  setNumber(o: OptionInfo, text: string): void {
    const n = Math.round(Number(text));
    if (Number.isFinite(n)) this.values[o.key] = Math.max(o.min ?? 1, o.max ? Math.min(o.max, n) : n);
  }
}
