// A board that belongs to no game: a tree of positions, all sides played by the server's rules, and the engine's opinion.
import { say } from '$lib/announce.svelte';
import type { Context } from '$games/context';
import { type GameModule, loadGame, type Play } from '$games/index';
import { type Hint, type Insight, loadInsight } from '$games/insight';
import type { GameEvent, View } from '$games/wire';
import { ApiError, judge, playOn, readRecord, startOf } from '$lib/api/client';
import type { Judgement, PositionAnswer, PositionChoice, StartRequest, StepJSON } from '$lib/api/types';
import { number, t } from '$lib/i18n/index.svelte';
import { FramePlayer } from '$lib/player.svelte';
import { seatLabel } from '$lib/describe';

/** A position of the tree. */
export interface Node {
  readonly id: number;
  readonly parent: Node | null;
  readonly position: string;
  /** What was played to reach it. */
  readonly choices: readonly PositionChoice[];
  answer: PositionAnswer | null;
  children: Node[];
  /** The child that was looked at last: where going on leads. */
  next: Node | null;
  judged: Judgement | null;
}

const chance = 'chance';
const usual = 400;
const long = 1000;
const quick = 150;

export class AnalysisBoard implements Context {
  game: GameModule | null = $state.raw(null);
  insight: Insight | null = $state.raw(null);
  play: Play | null = $state.raw(null);
  now: Node | null = $state.raw(null);
  me: string | null = $state(null);
  /** Choices of a simultaneous step that wait for the others. */
  staged: Record<string, string> = $state({});
  drawn = $state(true);
  engine = $state(true);
  thinking = $state(false);
  crowded = $state(false);
  silent = $state(false);
  busy = $state(false);
  why: { title: string; text: string } | null = $state(null);
  /** How far judging the whole line has come; -1: it is not being judged. */
  whole = $state(-1);
  hover: { seat: string; text: string } | null = $state(null);
  sealed: string | null = null;
  readonly player = new FramePlayer();
  /** Raised whenever the tree has changed. */
  version = $state(0);
  private ids = 0;
  private asked = 0;
  private closed = false;

  constructor() {
    this.player.onfinish(() => this.play?.refresh());
  }

  get view(): View {
    return (this.now?.answer?.position ?? {}) as View;
  }
  get shown(): View {
    return this.player.frame?.view ?? this.view;
  }
  get spot(): unknown {
    return this.player.frame?.spot ?? null;
  }
  get seats(): string[] {
    return this.view.acting?.filter((s) => s !== chance) ?? [];
  }
  get acting(): boolean {
    return this.me !== null && !this.player.busy && (this.view.acting ?? []).includes(this.me);
  }
  get legal(): readonly string[] {
    return this.now?.answer?.legal[this.me ?? '']?.actions ?? [];
  }
  get chanceActs(): boolean {
    return (this.view.acting ?? []).includes(chance);
  }
  get stories(): GameEvent[] {
    return (this.now?.answer?.stories ?? []) as GameEvent[];
  }
  name = (seat: string): string => seatLabel(seat);

  /** All positions from the first to the end of the line on show. */
  get line(): Node[] {
    void this.version;
    const out: Node[] = [];
    for (let n = this.now; n; n = n.parent) out.unshift(n);
    for (let n = this.now?.next ?? null; n; n = n.next) out.push(n);
    return out;
  }

  get hints(): Hint[] {
    void this.version;
    const n = this.now;
    if (!n || !this.insight || this.player.busy || !this.engine) return [];
    if (this.hover) return this.insight.hints(this.view, this.hover.seat, this.hover.text);
    const best = (n.judged?.decisions ?? []).find((d) => d.by === this.me)?.best?.[0];
    return best && this.me ? this.insight.hints(this.view, this.me, best.do) : [];
  }

  /** The judged positions of the line, for a curve; empty unless all of them are. */
  get curve(): StepJSON[] {
    const line = this.line;
    if (line.length < 2 || line.some((n) => !n.judged)) return [];
    return line.map((n, at) => ({ at, acting: n.judged!.acting, values: n.judged!.values }));
  }

  private node(
    parent: Node | null,
    position: string,
    choices: readonly PositionChoice[],
    answer: PositionAnswer | null,
  ): Node {
    const n: Node = { id: ++this.ids, parent, position, choices, answer, children: [], next: null, judged: null };
    if (parent) {
      parent.children.push(n);
      parent.next = n;
    }
    return n;
  }

  private async begin(id: string, first: Node): Promise<void> {
    this.asked++;
    this.whole = -1;
    const [game, insight] = await Promise.all([loadGame(id), loadInsight(id)]);
    await this.fill(first);
    this.game = game;
    this.insight = insight;
    await this.go(first);
  }

  async openStart(req: StartRequest): Promise<void> {
    const a = await startOf({ ...req, draw: this.drawn });
    await this.begin(req.game, this.node(null, textOf(a), a.choices ?? [], a));
  }

  /** Opens a position text or a record; throws what the server says of a broken one. */
  async openText(text: string): Promise<void> {
    const plain = text.trim();
    if (!plain.startsWith('{')) {
      const a = await playOn(plain, [], false);
      await this.begin((a.position as unknown as View).game, this.node(null, textOf(a), [], a));
      return;
    }
    const r = await readRecord(plain.split('\n')[0] ?? '');
    let first: Node | null = null;
    let last: Node | null = null;
    for (const s of r.steps ?? []) {
      last = this.node(
        last,
        s.position,
        (s.choices ?? []).map((c) => ({ seat: c.by, action: c.do })),
        null,
      );
      first ??= last;
    }
    if (first) await this.begin(r.game, first);
  }

  /** Asks the server about a position that has not been on show yet. */
  private async fill(n: Node): Promise<void> {
    if (n.answer) return;
    this.busy = true;
    try {
      // Played from the position before, so that there is a story to tell.
      const p = n.parent;
      n.answer =
        p && n.choices.length && !isTable(n.choices)
          ? await playOn(p.position, [...n.choices], false)
          : await playOn(n.position, [], false);
    } catch {
      n.answer = await playOn(n.position, [], false);
    } finally {
      this.busy = false;
    }
  }

  private wish = 0;
  /** Shows a position of the tree, with the story that led there if it is the next. */
  async go(n: Node): Promise<void> {
    const mine = ++this.wish;
    const before = this.now;
    const on = n.parent !== null && n.parent === before ? this.view : null;
    this.player.stop();
    this.why = null;
    this.hover = null;
    try {
      await this.fill(n);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      if (mine === this.wish) this.why = { title: '', text: e.message };
    }
    // Whoever has gone elsewhere meanwhile stays there.
    if (mine !== this.wish || !n.answer) return;
    if (n.parent) n.parent.next = n;
    this.now = n;
    this.version++;
    this.staged = {};
    this.take(this.seats[0] ?? null);
    const frames = on && this.game ? this.game.frames(on, this.stories) : [];
    if (frames.length) this.player.add(frames);
    void this.consult(usual);
  }

  /** Lets a seat plan. */
  take(seat: string | null): void {
    this.me = seat;
    this.why = null;
    this.play = this.game?.createPlay(this) ?? null;
    this.play?.refresh();
  }

  back(): void {
    if (this.now?.parent) void this.go(this.now.parent);
  }
  on(): void {
    if (this.now?.next) void this.go(this.now.next);
  }
  first(): void {
    const first = this.line[0];
    if (first) void this.go(first);
  }
  last(): void {
    const line = this.line;
    const last = line[line.length - 1];
    if (last) void this.go(last);
  }

  async send(text: string): Promise<boolean> {
    return this.me !== null && this.choose(this.me, text);
  }

  /** A choice of a seat: played, or kept until the others have chosen too. */
  async choose(seat: string, text: string): Promise<boolean> {
    const all = this.seats;
    if (all.length < 2) return this.advance([{ seat, action: text }]);
    this.staged = { ...this.staged, [seat]: text };
    const open = all.find((s) => !(s in this.staged));
    if (open) {
      this.take(open);
      return true;
    }
    const done = await this.advance(all.map((s) => ({ seat: s, action: this.staged[s]! })));
    if (!done) {
      delete this.staged[seat];
      this.take(seat);
    }
    return done;
  }

  unstage(seat: string): void {
    delete this.staged[seat];
    this.take(seat);
  }

  outcome(action: string): Promise<boolean> {
    return this.advance([{ seat: chance, action }]);
  }
  /** Lets chance draw. */
  draw(): Promise<boolean> {
    return this.advance([], true);
  }

  private async advance(choices: PositionChoice[], draw = this.drawn): Promise<boolean> {
    const from = this.now;
    if (!from || this.busy) return false;
    const same = (n: Node): boolean =>
      n.choices.length === choices.length &&
      n.choices.every((c, i) => c.seat === choices[i]?.seat && c.action === choices[i]?.action);
    const known = choices.length ? from.children.find(same) : undefined;
    if (known) {
      await this.go(known);
      return true;
    }
    this.busy = true;
    this.why = null;
    try {
      const a = await playOn(from.position, choices, draw);
      const n = this.node(from, textOf(a), a.choices ?? choices, a);
      this.busy = false;
      await this.go(n);
      return true;
    } catch (e) {
      if (e instanceof ApiError)
        this.why = {
          title: choices.map((c) => this.insight?.words(c.action) ?? c.action).join(', '),
          text: e.code === 'network' ? t('error.network') : e.message,
        };
      return false;
    } finally {
      this.busy = false;
    }
  }

  explain(title: string, hint: string): void {
    const text = this.game?.why?.(this.view, this.me ?? '', title, hint) ?? '';
    if (text) this.why = { title, text };
  }

  setEngine(on: boolean): void {
    this.engine = on;
    if (on) void this.consult(usual);
    else this.asked++;
  }
  deeper(): void {
    if (this.now) this.now.judged = null;
    void this.consult(long);
  }

  /** Asks what the engine thinks of the position on show. */
  private async consult(ms: number): Promise<void> {
    const n = this.now;
    const mine = ++this.asked;
    this.crowded = this.silent = this.thinking = false;
    if (!n || !this.engine || n.judged) return;
    this.thinking = true;
    try {
      const j = await this.patiently(n, ms, () => mine === this.asked);
      if (j) this.tell(j);
    } finally {
      if (mine === this.asked) this.thinking = false;
    }
  }

  /** Judges a position; waits while the engine is busy. */
  private async patiently(n: Node, ms: number, wanted: () => boolean): Promise<Judgement | null> {
    for (let tries = 0; tries < 8 && wanted() && !this.closed; tries++) {
      try {
        n.judged = await judge(n.position, ms, ms === long);
        this.crowded = false;
        this.version++;
        return wanted() ? n.judged : null;
      } catch (e) {
        const again = e instanceof ApiError && (e.code === 'too_many' || e.code === 'busy');
        if (wanted()) {
          this.crowded = again;
          this.silent = !again;
        }
        if (!again) return null;
        await new Promise((r) => setTimeout(r, 1500));
      }
    }
    return null;
  }

  private tell(j: Judgement): void {
    const chances = Object.entries(j.values)
      .map(([s, v]) => `${this.name(s)} ${number(v * 100)}`)
      .join(', ');
    const best = (j.decisions ?? [])
      .map((d) =>
        d.best?.[0] ? `${t('board.best', { name: this.name(d.by) })}: ${this.insight?.words(d.best[0].do) ?? ''}` : '',
      )
      .filter(Boolean);
    say(`${t('board.chances')}: ${chances}. ${best.join('. ')}`);
  }

  /** Judges every position of the line, one after the other. */
  async judgeLine(): Promise<void> {
    const line = this.line;
    const mine = ++this.asked;
    for (let i = 0; i < line.length; i++) {
      this.whole = i;
      const n = line[i]!;
      if (!n.judged && !(await this.patiently(n, quick, () => mine === this.asked))) break;
      if (mine !== this.asked || this.closed) break;
    }
    this.whole = -1;
  }
  stopJudging(): void {
    this.asked++;
    this.whole = -1;
  }

  reopen(): void {
    this.closed = false;
    void this.consult(usual);
  }
  close(): void {
    this.closed = true;
    this.asked++;
    this.player.stop();
  }
}

const textOf = (a: PositionAnswer): string => (a.position as unknown as View).position;

/** Resignations and the like are no moves of the game. */
const isTable = (choices: readonly PositionChoice[]): boolean =>
  choices.some((c) => ['resign', 'timeout', 'offer draw', 'accept draw', 'leave', 'forfeit'].includes(c.action));
