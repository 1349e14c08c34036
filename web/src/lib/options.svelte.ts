// What a form has chosen of a game's options.
import type { GameInfo, OptionInfo, OptionValue } from './api/types';
import { gameInfo, matters } from './catalogue.svelte';

export class Options {
  values: Record<string, OptionValue> = $state({});
  /** What a person has drawn of the first position, where an option asks for it. */
  given = $state('');

  constructor(
    readonly game: GameInfo,
    begun: Record<string, OptionValue> = {},
  ) {
    this.values = Object.fromEntries((game.options ?? []).map((o) => [o.key, begun[o.key] ?? o.default]));
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
  setWord(o: OptionInfo, text: string): void {
    this.values[o.key] = o.values?.find((v) => String(v.value) === text)?.value ?? o.default;
  }
}

/** Options of each game that a form has shown: whoever comes back to a game finds them as they were. */
export function optionsByGame(): (id: string) => Options | null {
  const kept = new Map<string, Options>();
  return (id) => {
    const info = gameInfo(id);
    if (info && !kept.has(id)) kept.set(id, new Options(info));
    return kept.get(id) ?? null;
  };
}
