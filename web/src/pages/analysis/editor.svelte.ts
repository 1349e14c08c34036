// A position being set up: what is in hand, what was put where, and what the real rules say of it.
import type { Editing } from '$games/index';
import type { Setup } from '$games/setup';
import type { View } from '$games/wire';
import { say } from '$lib/announce.svelte';
import { ApiError, playOn } from '$lib/api/client';
import { word } from '$lib/i18n/index.svelte';
import { t } from './t';

/** Names and sentences that stand alone begin with a capital. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Removing is an item of the palette too. */
export const nothing = '';

export class Editor implements Editing {
  view: View = $state.raw({} as View);
  /** The item that the next press puts down; null: a press picks up. */
  hand: string | null = $state(null);
  /** The place from which the item in hand was picked up. */
  from: string | null = $state(null);
  state: 'checking' | 'fine' | 'wrong' = $state('checking');
  why = $state('');
  private past: View[] = $state.raw([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(
    readonly setup: Setup,
    first: View,
  ) {
    this.view = setup.begin(first);
    this.check();
  }

  get text(): string {
    return this.setup.text(this.view);
  }
  get undoable(): boolean {
    return this.past.length > 0;
  }
  name(item: string): string {
    if (item === nothing) return t('board.setup.remove');
    // What has several forms stands in the palette in one of them.
    const several = (id: string): boolean => (this.setup.facets?.of(id).length ?? 0) > 0;
    const items = this.setup.items(this.view);
    return capital(
      (items.find((i) => i.id === item) ?? items.find((i) => several(item) && several(i.id)))?.name ?? item,
    );
  }

  /** Takes an item of the palette in hand, or lays it back. */
  choose(item: string): void {
    this.hand = this.hand === item && this.from === null ? null : item;
    this.from = null;
    say(this.hand === null ? t('board.setup.handEmpty') : t('board.setup.inHand', { item: this.name(this.hand) }));
  }
  drop(): void {
    this.hand = this.from = null;
  }

  pick = (at: string): void => {
    const there = this.setup.at(this.view, at);
    if (this.hand === null) {
      if (there === null) say(t('board.setup.emptyPlace', { at }));
      else this.lift(at, there);
      return;
    }
    if (this.hand === nothing) this.remove(at);
    else if (this.from === at) this.drop();
    else this.put(this.hand, at);
  };

  lift(at: string, item: string): void {
    this.hand = item;
    this.from = at;
    say(t('board.setup.lifted', { item: this.name(item), at }));
  }

  put(item: string, at: string): void {
    const base = this.from === null ? this.view : this.setup.take(this.view, this.from);
    const next = this.setup.put(base, item, at);
    if (typeof next === 'string') {
      this.asked++;
      clearTimeout(this.timer);
      this.state = 'wrong';
      this.why = word(next);
      this.refused = true;
      return;
    }
    if (this.from !== null) this.drop();
    this.change(next);
    say(t('board.setup.placed', { item: this.name(item), at }));
  }
  /** The sentence is about a press that changed nothing; the position may be fine all the same. */
  refused = $state(false);

  remove(at: string): void {
    const there = this.setup.at(this.view, at);
    if (there === null) return;
    this.change(this.setup.take(this.view, at));
    say(t('board.setup.removed', { item: this.name(there), at }));
  }

  key = (e: KeyboardEvent, at: string): boolean => {
    if (e.key === 'Delete' || e.key === 'Backspace') this.remove(at);
    else if (e.key === 'Escape' && this.hand !== null) this.drop();
    else if (e.key.toLowerCase() === 'z' && (e.ctrlKey || e.metaKey)) this.undo();
    else return false;
    return true;
  };

  answer(question: string, value: string): void {
    this.change(this.setup.answer(this.view, question, value));
  }
  clear(): void {
    this.change(this.setup.clear(this.view));
    say(t('board.setup.cleared'));
  }
  /** Another position, as the start of the game. */
  restart(v: View): void {
    this.change(this.setup.begin(v));
  }
  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.view = last;
    this.check();
  }

  private change(v: View): void {
    this.past = [...this.past.slice(-99), this.view];
    this.view = v;
    this.check();
  }

  /** Asks the server once the hand rests. */
  private check(): void {
    this.state = 'checking';
    this.refused = false;
    clearTimeout(this.timer);
    const mine = ++this.asked;
    this.timer = setTimeout(() => void this.ask(mine), 150);
  }
  private async ask(mine: number): Promise<void> {
    try {
      const a = await playOn(this.text, [], false);
      if (mine !== this.asked) return;
      // The server's view tells more than the draft: threats, falls, who holds an island.
      this.view = this.setup.begin(a.position as unknown as View);
      this.state = 'fine';
      this.why = '';
    } catch (e) {
      if (mine !== this.asked) return;
      this.state = 'wrong';
      this.why = e instanceof ApiError && e.code !== 'network' ? capital(e.message) : t('error.network');
      say(`${t('table.whyNot')} ${this.why}`);
    }
  }

  close(): void {
    this.asked++;
    clearTimeout(this.timer);
  }
}
