// A lesson's board: the server's rules judge every try, on a position that belongs to no game.
import type { Context } from '$games/context';
import { type GameModule, loadGame, type Play } from '$games/index';
import type { GameEvent, View } from '$games/wire';
import { ApiError, call } from '$lib/api/client';
import type { LegalList } from '$lib/api/types';
import { t, YOU } from '$lib/i18n/index.svelte';
import { FramePlayer } from '$lib/player.svelte';
import { seatLabel } from '$lib/describe';
import { type LessonStep, reached } from '$games/lesson';

interface Answer {
  position: View;
  stories: GameEvent[] | null;
  legal: Record<string, LegalList> | null;
}

export class LessonBoard implements Context {
  view: View = $state.raw({} as View);
  me: string | null = $state(null);
  legal: readonly string[] = $state.raw([]);
  sealed: string | null = null;
  busy = $state(false);
  why: { title: string; text: string } | null = $state(null);
  done = $state(false);
  wrong = $state(false);
  events: GameEvent[] = $state.raw([]);
  play: Play | null = $state.raw(null);
  game: GameModule | null = $state.raw(null);
  /** Why the position is not there; empty if it is. */
  problem = $state('');
  /** The step's position is not there yet: whatever is pressed now would be played on the one before. */
  loading = $state(true);
  /** Some of it was shown: that is no success. */
  shown = $state(false);
  /** The latest action that the rules allowed. */
  tried = '';
  readonly player = new FramePlayer();
  protected step: LessonStep | null = null;

  constructor() {
    this.player.onfinish(() => this.judge());
  }

  get acting(): boolean {
    return (
      this.me !== null && !this.loading && !this.player.busy && !this.done && (this.view.acting ?? []).includes(this.me)
    );
  }
  /** The position as the story has come to it. */
  get now(): View {
    return this.player.frame?.view ?? this.view;
  }
  get spot(): unknown {
    return this.player.frame?.spot ?? null;
  }
  name = (seat: string): string => seatLabel(seat);
  told = (seat: string): string => (seat === this.me ? YOU : seatLabel(seat));

  async load(game: string, step: LessonStep): Promise<void> {
    this.player.stop();
    this.loading = true;
    this.step = step;
    this.done = this.wrong = this.shown = this.showing = false;
    this.why = null;
    this.events = [];
    this.tried = '';
    try {
      const [module, a] = await Promise.all([
        loadGame(game),
        call<Answer>('POST', '/positions', { position: step.position }),
      ]);
      if (this.step !== step) return;
      // Board and position change together: no game can draw the position of another.
      this.game = module;
      this.take(a, step.me);
      this.loading = false;
      this.play = this.game.createPlay(this);
      this.play.refresh();
      if (!step.show) this.done = true;
      this.problem = '';
    } catch (e) {
      this.problem = e instanceof ApiError ? e.message : t('error.network');
    }
  }

  private take(a: Answer, me: string): void {
    this.view = a.position;
    this.me = me;
    this.legal = a.legal?.[me]?.actions ?? [];
  }

  async send(text: string): Promise<boolean> {
    const step = this.step;
    if (!step || this.busy || this.loading) return false;
    this.busy = true;
    this.why = null;
    this.wrong = false;
    try {
      const before = this.view;
      const both = (before.acting ?? []).length > 1;
      let a = await call<Answer>('POST', '/positions', {
        position: before.position,
        choices: [{ seat: step.me, action: text }, ...(both ? (step.others ?? []) : [])],
      });
      let stories = a.stories ?? [];
      for (const c of this.follow(text)) {
        if (!(a.position.acting ?? []).includes(c.seat)) break;
        a = await call<Answer>('POST', '/positions', { position: a.position.position, choices: [c] });
        stories = [...stories, ...(a.stories ?? [])];
      }
      // The other side's choices in mid-turn are made for it: it stays calm.
      for (let i = 0; i < 4; i++) {
        const who = (a.position.acting ?? [])[0];
        const action = this.game?.calm?.(a.position);
        if (!action || !who || who === step.me) break;
        a = await call<Answer>('POST', '/positions', {
          position: a.position.position,
          choices: [{ seat: who, action }],
        });
        stories = [...stories, ...(a.stories ?? [])];
      }
      this.take(a, step.me);
      this.tried = text;
      this.events = [...this.events, ...stories];
      const frames = this.game?.frames(before, stories) ?? [];
      if (frames.length) this.player.add(frames);
      else this.judge();
      return true;
    } catch (e) {
      if (e instanceof ApiError) this.why = { title: text, text: e.message };
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** What follows an action without the player. */
  protected follow(_text: string): readonly { seat: string; action: string }[] {
    return this.step?.then ?? [];
  }

  /** Plays the action that reaches the goal, and answers what is asked on the way. */
  show(): void {
    this.showing = this.shown = true;
    this.goOn();
  }
  private showing = false;
  private goOn(): void {
    if (!this.step) return;
    // Asked in mid-turn, it does something rather than nothing.
    const deed = this.asks ? (this.legal.find((a) => a !== 'stay' && a !== 'stop') ?? this.legal[0]) : undefined;
    const text = deed ?? this.step.show;
    if (text) void this.send(text);
  }
  private get asks(): boolean {
    return Boolean((this.view as View & { ask?: unknown }).ask);
  }

  protected judge(): void {
    this.play?.refresh();
    if (!this.step) return;
    if (reached(this.step, this.events, this.view)) this.done = true;
    else if (!this.asks) this.wrong = true;
    else if (this.showing) setTimeout(() => this.goOn()); // once what was sent is done with
  }

  explain(title: string, hint: string): void {
    const text = this.game?.why?.(this.view, this.me ?? '', title, hint) ?? '';
    if (text) this.why = { title, text };
  }

  close(): void {
    this.player.stop();
  }
}
