// Who won a finished game and how, and what can be done next: for the screen of the end and for the panel beside the board.
import { type Ending, loadEnding, type Over } from '$games/ending';
import type { Result } from '$games/wire';
import { t, type Key } from '$lib/i18n/index.svelte';
import { go } from '$lib/router.svelte';
import type { Table } from '$lib/table.svelte';

const usual: Record<string, Key> = {
  resign: 'over.reason.resign',
  timeout: 'over.reason.timeout',
  agreed: 'over.reason.agreed',
  'last one in': 'over.reason.lastIn',
};

export class Outcome {
  /** How the game tells its end; null until it is loaded, and for games without screens of their own. */
  ending: Ending | null = $state.raw(null);

  constructor(readonly table: Table) {
    void loadEnding(table.info?.game ?? '').then(
      (e) => (this.ending = e),
      () => undefined, // the usual words and the seat's mark do
    );
  }

  get result(): Result | null {
    return (this.table.server?.result ?? null) as Result | null;
  }

  /** Seats and their places, the best first. */
  order = $derived.by(() => Object.entries(this.result?.rank ?? {}).sort((a, b) => a[1] - b[1]));
  winners = $derived(this.order.filter(([, r]) => r === 1).map(([s]) => s));
  draw = $derived.by(() => this.winners.length > 1 && this.winners.length === this.table.seats.length);
  /** The one winner, or nobody. */
  winner = $derived(this.winners.length === 1 ? (this.winners[0] ?? '') : '');
  /** How it went for whoever looks: at a screen for several, and for those who watch, somebody has won. */
  kind: 'won' | 'lost' | 'drawn' | 'none' = $derived.by(() => {
    if (!this.result) return 'none';
    const { me, hotSeat } = this.table;
    if (me && !hotSeat && this.winners.includes(me)) return this.draw ? 'drawn' : 'won';
    if (this.draw) return 'drawn';
    return me && !hotSeat ? 'lost' : 'won';
  });

  title = $derived.by(() => {
    const { table } = this;
    if (!this.result) return t('table.aborted');
    if (this.draw) return t('over.draw');
    if (this.winners.length > 1) return t('over.shared', { names: this.winners.map(table.name).join(', ') });
    return this.winner === table.me && !table.hotSeat
      ? t('over.youWin')
      : t('over.wins', { name: table.name(this.winner) });
  });

  over: Over | null = $derived.by(() => {
    const { table, result } = this;
    return result && table.view.game
      ? { view: table.view, result, winner: this.winner, events: table.events, name: table.told }
      : null;
  });

  /** What was counted tells more than the rule that ended the game. */
  counted = $derived.by(() => {
    const { table } = this;
    const count = table.game?.count;
    if (!count || !this.over) return '';
    const [a, b] = this.order.map(([s]) => count(table.view, s));
    if (a === undefined || b === undefined || b > a) return '';
    // Equal, and one is behind all the same: the count has not decided.
    return a === b && this.winner ? '' : (table.game?.counted?.(a, b) ?? '');
  });

  reason = $derived.by((): string => {
    const { table, result } = this;
    if (!result) return '';
    // Of more than two it is not one who lost: the last to leave left one in.
    const left = result.reason === 'resign' || result.reason === 'timeout';
    const why = left && table.seats.length > 2 ? 'last one in' : result.reason;
    const own = this.over ? table.game?.reason?.(table.view, why) : '';
    if (own) return own;
    const key = usual[why];
    // A game without words for it has said it in its own.
    const who = table.told(this.order[1]?.[0] ?? '');
    return key ? t(key, { who }) : why.charAt(0).toUpperCase() + why.slice(1) + '.';
  });

  /** How it came about, in true sentences. */
  how = $derived.by((): string[] => {
    const { game, recent, told: name } = this.table;
    const told = this.over ? (this.ending?.how(this.over) ?? []) : [];
    if (told.length) return told;
    // A game without words for its end has told its last move in its own.
    const last = game?.reason ? '' : (game?.lines(recent, name).at(-1)?.text ?? '').replaceAll('**', '');
    return [this.counted || last, this.reason].filter(Boolean);
  });

  tally(seat: string): string {
    const { game, view } = this.table;
    return this.over && game?.count && game.tally ? game.tally(game.count(view, seat)) : '';
  }

  rated = $derived.by(() => this.table.seats.filter((s) => s.rating_change !== undefined && s.rating !== undefined));

  private asked = $derived.by(() => this.table.offers.rematch ?? []);
  mineAsked = $derived.by(() => this.table.me !== null && this.asked.includes(this.table.me));
  /** Who else wants to play again. */
  other = $derived.by(() => this.asked.find((s) => s !== this.table.me));

  async again(): Promise<void> {
    const id = await this.table.do('offer rematch');
    if (id) go(`/t/${id}`);
  }
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '±0');
