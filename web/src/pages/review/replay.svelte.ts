// A finished (or running) game, moment by moment, as one viewer knew it.
import { type GameModule, loadGame } from '$games/index';
import type { Frame, GameEvent, View } from '$games/wire';
import { type Insight, loadInsight, type Reason } from '$games/insight';
import { analysisOf, ApiError, askAnalysis, look, moment } from '$lib/api/client';
import { reviewedHere, reviewHere } from '$lib/api/here';
import { toast } from '$lib/announce.svelte';
import { seatLabel, seatName } from '$lib/describe';
import { YOU } from '$lib/i18n/index.svelte';
import { t } from './t';
import { standing } from '$lib/log';
import type { AnalysisInfo, DecisionJSON, Moment, Snapshot, StepJSON } from '$lib/api/types';
import { FramePlayer } from '$lib/player.svelte';
import { isLocal } from '$lib/tables/port';

/** Whether chance has the first word. */
const waits = (m: Moment): boolean =>
  ((m.position as { acting?: string[] } | undefined)?.acting ?? []).includes('chance');

export class Replay {
  snapshot: Snapshot | null = $state.raw(null);
  game: GameModule | null = $state.raw(null);
  steps: number[] = $state.raw([]);
  index = $state(0);
  viewer = $state('public');
  now: Moment | null = $state.raw(null);
  problem: ApiError | null = $state.raw(null);
  running = $state(false);
  insight: Insight | null = $state.raw(null);
  analysis: StepJSON[] = $state.raw([]);
  status: AnalysisInfo['status'] | 'unknown' = $state('unknown');
  /** Steps that the analysis will have. */
  total = $state(0);
  /** The server would think it over for whoever looks. */
  deeper = $state(false);
  /** Why an analysis was not begun. */
  refused = $state('');
  readonly player = new FramePlayer();
  private kept = new Map<string, Promise<Moment>>();
  private closed = false;

  /** `plain`: moments alone, without what an engine thinks of them. */
  constructor(
    readonly id: string,
    private readonly plain = false,
  ) {
    this.player.onfinish(() => {
      if (this.running && !this.closed) void this.next();
    });
  }

  get seats() {
    return this.snapshot?.view.seats ?? [];
  }
  get over(): boolean {
    return this.snapshot?.view.status === 'over';
  }
  get view(): View | null {
    return this.player.frame?.view ?? ((this.now?.position ?? null) as View | null);
  }
  get spot(): unknown {
    return this.player.frame?.spot ?? null;
  }
  get stories(): GameEvent[] {
    return (this.now?.stories ?? []) as GameEvent[];
  }
  /** Names as sentences want them: the reader is you, where one sat at one place. */
  told = (seat: string): string => {
    const own = this.seats.filter((s) => s.mine);
    return own.length === 1 && own[0]?.seat === seat ? YOU : this.name(seat);
  };
  name = (seat: string): string => {
    const here = this.seats.find((s) => s.seat === seat);
    const name = here && seatName(here);
    if (!name) return seatLabel(seat);
    // Two bots may have one name.
    return this.seats.filter((s) => seatName(s) === name).length > 1 ? `${name} (${seatLabel(seat)})` : name;
  };

  async open(at: number | null, as: string | null): Promise<void> {
    this.problem = null;
    try {
      const s = await look(this.id, null);
      this.snapshot = s;
      if (s.view.old) return; // nothing can be replayed
      this.game = await loadGame(s.info.game);
      const mine = (s.view.seats ?? []).find((x) => x.mine)?.seat;
      this.viewer = as ?? (s.view.status === 'over' ? 'truth' : (mine ?? 'public'));
      // What no seat has to itself is everybody's.
      if (this.game.secrets !== 'own' && this.viewer !== 'truth') this.viewer = 'public';
      const last = await moment(this.id, null, this.viewer);
      this.steps = last.steps ?? [last.step];
      const i = at === null ? 0 : this.steps.indexOf(at);
      let first = i < 0 ? this.steps.length - 1 : i;
      this.now = await this.get(first);
      // Before chance has laid the board there is nothing to see.
      if (at === null && waits(this.now) && this.steps.length > 1) this.now = await this.get((first = 1));
      this.index = first;
      this.ahead();
      if (this.over && !this.plain) {
        this.insight = await loadInsight(s.info.game);
        void this.analyse(Boolean(mine));
      }
    } catch (e) {
      if (e instanceof ApiError) this.problem = e;
      else throw e;
    }
  }

  private get(i: number, viewer = this.viewer): Promise<Moment> {
    const step = this.steps[i] ?? 0;
    const key = `${viewer}.${step}`;
    let m = this.kept.get(key);
    if (!m) {
      m = moment(this.id, step, viewer);
      this.kept.set(key, m);
      m.catch(() => this.kept.delete(key));
    }
    return m;
  }

  /** Why a choice went as it did, as its game explains it. */
  async explain(i: number, seat: string, d: DecisionJSON): Promise<Reason[]> {
    const explain = this.insight?.explain;
    if (!explain || !d.played) return [];
    const [before, after] = await Promise.all([
      this.get(i, this.fairly(seat)),
      i + 1 < this.steps.length ? this.get(i + 1, this.fairly(seat)) : null,
    ]);
    const best = d.best?.[0]?.do;
    return explain({
      before: before.position as View,
      after: (after?.position ?? null) as View | null,
      seat,
      played: d.played.do,
      best: best && best !== d.played.do ? best : null,
      events: (after?.stories ?? []) as GameEvent[],
      name: this.told,
    });
  }

  /** A choice is judged by what its player could know: never by what lay hidden from everybody. */
  private fairly(seat: string): string {
    return this.game?.secrets === 'own' ? seat : 'public';
  }

  /** The text of the position in which a seat chose, to choose once more. */
  async positionFor(i: number, seat: string): Promise<string> {
    const m = await this.get(i, this.fairly(seat));
    return (m.position as { position?: string } | undefined)?.position ?? '';
  }

  /** The next moment is there when it is asked for. */
  private ahead(): void {
    if (this.index + 1 < this.steps.length) void this.get(this.index + 1);
  }

  private wish = 0;
  /** Shows a moment, and answers with the one before; null if it cannot be had, or another one was asked for meanwhile. */
  private async show(to: number): Promise<Moment | null> {
    const mine = ++this.wish;
    this.player.stop();
    try {
      const m = await this.get(to);
      if (mine !== this.wish) return null;
      const before = this.now;
      this.index = to;
      this.now = m;
      this.ahead();
      return before;
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      if (mine === this.wish) {
        this.running = false;
        toast('warn', t('error.title'), e.message);
      }
      return null;
    }
  }

  /** To a moment, without the story that led there. */
  async go(i: number): Promise<void> {
    this.running = false;
    await this.show(Math.max(0, Math.min(this.steps.length - 1, i)));
  }

  /** One step on, told as a story. */
  async next(): Promise<void> {
    if (this.index + 1 >= this.steps.length) {
      this.running = false;
      return;
    }
    const left = await this.show(this.index + 1);
    if (!left) return;
    const before = left.position as View;
    const frames: Frame[] = before?.game && this.game ? this.game.frames(before, this.stories) : [];
    if (frames.length) this.player.add(frames);
    else if (this.running) setTimeout(() => this.running && void this.next(), 300);
  }

  async as(viewer: string): Promise<void> {
    this.viewer = viewer;
    await this.go(this.index);
  }

  play(): void {
    if (this.running) {
      this.running = false;
      this.player.stop();
    } else {
      this.running = true;
      if (this.index + 1 >= this.steps.length) void this.show(0).then(() => (this.running ? this.next() : undefined));
      else void this.next();
    }
  }

  /** The next step with a capture, a won island or somebody leaving. */
  async jump(): Promise<void> {
    const here = this.steps[this.index] ?? 0;
    const told = (stories: unknown): boolean =>
      ((stories ?? []) as GameEvent[]).some((e) => ['capture', 'win', 'out', 'forfeit', 'volcano'].includes(e.kind));
    const next = this.steps[this.index + 1];
    const log = standing(this.snapshot?.log ?? []).filter(
      (e) => e.kind === 'play' && e.step !== undefined && e.step > here,
    );
    // The table's own list says where, without a question for every step between.
    if (next === undefined || log.some((e) => e.step === next)) {
      const i = this.steps.indexOf(log.find((e) => told(e.stories))?.step ?? -1);
      await this.go(i < 0 ? this.steps.length - 1 : i);
      return;
    }
    for (let i = this.index + 1; i < this.steps.length; i++) {
      if (!told((await this.get(i)).stories)) continue;
      await this.go(i);
      return;
    }
    await this.go(this.steps.length - 1);
  }

  /** Looks for the analysis, and has it made if this is one's own game. */
  private async analyse(mine: boolean): Promise<void> {
    try {
      const known = await analysisOf(this.id, 0);
      this.deeper = known.deeper ?? false;
      this.take(known);
    } catch {
      this.status = 'failed';
      return;
    }
    if (this.status === 'none' && mine) await this.think();
    else await this.follow();
  }

  /** The analysis that this browser makes, where it is not the server's. */
  here = $state('');

  /** Thinks in this browser; the server does it for browsers that cannot. */
  async think(): Promise<void> {
    if (isLocal(this.id)) return this.ask();
    this.refused = '';
    try {
      const a = await reviewHere(this.id);
      this.here = a.key;
      this.take(a);
    } catch {
      return this.ask();
    }
    await this.follow();
  }

  private read(from: number): Promise<AnalysisInfo> {
    return this.here ? reviewedHere(this.here, from) : analysisOf(this.id, from);
  }

  /** Has the server make it. */
  async ask(): Promise<void> {
    this.here = '';
    this.refused = '';
    try {
      this.take(await askAnalysis(this.id));
    } catch (e) {
      this.refused = e instanceof ApiError ? (e.code === 'too_many' ? 'mine' : e.code) : 'network';
      return;
    }
    await this.follow();
  }

  private take(a: AnalysisInfo): void {
    // Another worker may have begun anew.
    const kept = a.from <= this.analysis.length ? this.analysis.slice(0, a.from) : [];
    this.analysis = a.from > this.analysis.length ? [] : [...kept, ...(a.steps ?? [])];
    this.status = a.status;
    this.total = a.total;
  }

  private async follow(): Promise<void> {
    let missed = 0;
    while (!this.closed && (this.status === 'queued' || this.status === 'running')) {
      await new Promise((r) => setTimeout(r, 1000));
      if (this.closed) return;
      try {
        const a = await this.read(this.analysis.length);
        this.take(a.done < this.analysis.length ? await this.read(0) : a);
        missed = 0;
      } catch {
        if (++missed > 20) this.status = 'failed';
      }
    }
  }

  close(): void {
    this.closed = true;
    this.running = false;
    this.player.stop();
  }
}
