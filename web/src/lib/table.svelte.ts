// One live table: the stream of the server, the story being told, and what this browser may do.
import { type GameModule, loadGame, type Play } from '$games/index';
import type { Context } from '$games/context';
import { type GameEvent, spoken, type View as Position } from '$games/wire';
import {
  act,
  ApiError,
  goesOn,
  heedChance,
  look,
  mute,
  newId,
  serverNow,
  setServerTime,
  tableDo,
  whyNot,
} from './api/client';
import type {
  ActionWords,
  Chair,
  ChatLine,
  Clocks,
  Delta,
  Entry,
  Frame,
  Offers,
  SeatInfo,
  Setup,
  Snapshot,
  TableInfo,
  TableRequest,
  View,
} from './api/types';
import { say, toast } from './announce.svelte';
import { seatLabel, seatName } from './describe';
import { draft } from './draft';
import { t, YOU } from './i18n/index.svelte';
import { Live, type Link } from './live';
import { standing } from './log';
import { me } from './me.svelte';
import { tellOffers } from './offers';
import { FramePlayer } from './player.svelte';
import { ring } from './ring';
import { seating } from './seating';
import { settings } from './settings.svelte';
import { sound } from './sound';
import { isLocal, type StuckFrame } from './tables/port';
import { dropMove, keepMove, type Unsent, unsentAt } from './unsent.svelte';

/** How long a move that got no answer waits for the next try, in milliseconds. */
const resend = 3000;

type Sending = Pick<Unsent, 'text' | 'step' | 'msg'>;

export class Table implements Context {
  info: TableInfo | null = $state.raw(null);
  setup: Setup | null = $state.raw(null);
  server: View | null = $state.raw(null);
  entries: Entry[] = $state.raw([]);
  /** Where everybody sat before seats were drawn, and what they added to chance. */
  chairs: Chair[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  muted: string[] = $state.raw([]);
  spectators = $state(0);
  clocks: Clocks | null = $state.raw(null);
  sealed: string | null = $state(null);
  ready: string[] = $state.raw([]);
  /** What went wrong on the way to this table; it can still be watched. */
  notice = $state('');
  link: Link = $state('connecting');
  problem: ApiError | null = $state.raw(null);
  busy = $state(false);
  unread = $state(0);
  /** Bots of a table in this browser that cannot think. */
  stuck: StuckFrame['stuck'] = $state.raw([]);
  game: GameModule | null = $state.raw(null);
  play: Play | null = $state.raw(null);
  /** The seat this screen plays for; in hot-seat it changes. */
  me: string | null = $state(null);
  /** Hot-seat: somebody else must take the device before anything is shown. */
  handOver: string | null = $state(null);
  readonly player = new FramePlayer();

  constructor(readonly id: string) {
    this.player.onfinish(() => this.settled());
  }

  // --- what the boards ask for ---

  get view(): Position {
    return (this.server?.position ?? {}) as Position;
  }

  /** The view on show: a frame of the story, or the present. */
  get shown(): Position {
    return this.seen;
  }

  get spot(): unknown {
    return this.marked;
  }
  // Frames often share their view: what is drawn from it is worked out anew only when it is another one.
  private seen = $derived.by(() => this.player.frame?.view ?? this.view);
  private marked = $derived.by(() => this.player.frame?.spot ?? null);

  get acting(): boolean {
    return (
      this.server?.status === 'running' &&
      this.me !== null &&
      !this.player.busy &&
      this.handOver === null &&
      (this.server.acting ?? []).includes(this.me) &&
      this.server.viewer === this.me
    );
  }

  get ahead(): boolean {
    return (
      this.server?.status === 'running' &&
      this.me !== null &&
      !this.hotSeat &&
      !this.player.busy &&
      this.sealed === null &&
      this.server.viewer === this.me &&
      !(this.server.acting ?? []).includes(this.me)
    );
  }

  get swift(): boolean {
    return settings.confirm === 'never' || (settings.confirm === 'days' && this.info?.clock?.kind !== 'correspondence');
  }

  get legal(): readonly string[] {
    return this.server?.viewer === this.me ? (this.server?.legal?.actions ?? []) : [];
  }

  get words(): readonly ActionWords[] {
    return this.server?.viewer === this.me ? (this.server?.legal?.words ?? []) : [];
  }

  get seats(): SeatInfo[] {
    return this.server?.seats ?? this.info?.seats ?? [];
  }

  get mine(): string[] {
    return this.seats.filter((s) => s.mine).map((s) => s.seat);
  }

  get shared(): boolean {
    return this.hotSeat;
  }

  get hotSeat(): boolean {
    return this.mine.length > 1;
  }

  get offers(): Offers {
    return this.server?.offers ?? {};
  }

  get status(): string {
    return this.server?.status ?? this.info?.status ?? 'open';
  }

  /** All events that have been told, oldest first. */
  get events(): GameEvent[] {
    return this.tale;
  }
  /** The entries the boards have told: lists never run ahead of the story, and are made anew when it has been told. */
  private shownSoFar: Entry[] = $state.raw([]);
  private tale = $derived.by(() => {
    const all = standing(this.shownSoFar).flatMap((e) => (e.stories ?? []) as GameEvent[]);
    return this.unaided ? all.filter((e) => e.kind !== 'threat') : all;
  });

  get recent(): GameEvent[] {
    return this.newest;
  }
  private newest = $derived.by(() => (this.game ? this.tale.slice(this.game.latest(this.tale)) : []));

  /** A rated game that runs: threats are for the players to see. */
  private get unaided(): boolean {
    return this.info?.rated === true && this.status === 'running';
  }

  seatIndex(seat: string): number {
    return this.seats.findIndex((s) => s.seat === seat);
  }

  name = (seat: string): string => {
    const s = this.seats.find((x) => x.seat === seat);
    if (!s) return seat;
    if (this.hotSeat && s.mine) return seatLabel(seat);
    return seatName(s) || seatLabel(seat);
  };

  /** Names as the story wants them. At a screen for several nobody is you. */
  told = (seat: string): string => (!this.hotSeat && this.mine[0] === seat ? YOU : this.name(seat));

  /** Who sits where, for the first line of the story; empty before the game. */
  get seating(): string {
    return this.status === 'open' || !this.chairs.length ? '' : seating(this);
  }

  // --- the stream ---

  async open(seat: string | null = null): Promise<void> {
    try {
      const snap = await look(this.id, seat);
      this.game ??= await loadGame(snap.info.game);
      this.take(snap);
      await this.handedIn();
      this.pickSeat();
      if (this.me !== (snap.view.viewer === 'public' ? null : snap.view.viewer)) {
        if (this.me && !this.handOver) this.take(await look(this.id, this.me));
      }
      this.play ??= this.game.createPlay(this);
      this.refresh();
      this.connect();
    } catch (e) {
      if (e instanceof ApiError) this.problem = e;
      else throw e;
    }
  }

  /** Several seats at one screen: whoever has chosen already is not asked again. */
  private async handedIn(): Promise<void> {
    if (!this.hotSeat || this.status !== 'running') return;
    for (const s of await Promise.all(this.mine.map((seat) => look(this.id, seat)))) {
      if (s.view.sealed && s.view.step === this.sealedStep) this.sealedSeats.add(s.view.viewer);
    }
  }

  /** Chooses the seat of this screen: the only own one, or in hot-seat the one to act. */
  private pickSeat(): void {
    const mine = this.mine;
    if (mine.length <= 1) {
      this.me = mine[0] ?? null;
      return;
    }
    if (this.status !== 'running') {
      this.me ??= mine[0] ?? null;
      return;
    }
    const acting = this.server?.acting ?? [];
    const secret = this.game?.secrets === 'own';
    const waiting = mine.filter((s) => acting.includes(s) && !this.sealedSeats.has(s));
    const next = waiting[0];
    if (!next || (this.me && waiting.includes(this.me))) {
      if (!this.me && !secret) this.me = mine[0] ?? null;
      return;
    }
    if (secret && this.me !== null && this.me !== next) this.handOver = next;
    else if (secret && this.me === null) this.handOver = next;
    else this.switchTo(next);
  }
  private sealedSeats = new Set<string>();
  private sealedStep = -1;

  /** The next person has the device. */
  takeOver(): void {
    const seat = this.handOver;
    this.handOver = null;
    if (seat) this.switchTo(seat);
  }

  private switchTo(seat: string): void {
    if (this.me === seat && this.server?.viewer === seat) return;
    this.me = seat;
    this.sealed = null;
    void look(this.id, seat).then(
      (s) => {
        this.take(s);
        this.refresh();
        this.connect();
      },
      () => this.lost(),
    );
  }

  private readonly live = new Live({
    address: (fresh) => this.address(fresh),
    hear: (f: Frame | StuckFrame) => {
      if (f.type === 'stuck') this.stuck = f.stuck;
      else this.hear(f);
    },
    link: (now) => {
      if (this.link === 'offline' && now === 'live') toast('ok', t('table.back'), '', 2500);
      this.link = now;
      if (now === 'live') this.sendAgain();
    },
    doubt: () =>
      void look(this.id, this.me).catch((e: unknown) =>
        e instanceof ApiError && e.status === 403 ? this.reopen() : undefined,
      ),
  });

  private connect(): void {
    this.live.connect();
  }

  private lost(): void {
    this.live.lost();
  }

  private address(fresh: boolean): string {
    const q = new URLSearchParams();
    // A seat of one's own may be another one once seats are drawn; the server knows which it is.
    const seat = this.handOver || (this.status === 'open' && !this.hotSeat) ? null : this.me;
    if (seat) q.set('seat', seat);
    // What came to another seat is nothing to go on from: its secrets and choices are not these.
    if (this.server && !fresh && (!seat || this.server.viewer === seat)) q.set('since', String(this.server.seq));
    const last = this.chat[this.chat.length - 1];
    if (last) q.set('chat', String(last.id));
    return `/tables/${encodeURIComponent(this.id)}/live?${q}`;
  }

  private hear(f: Frame): void {
    if (f.snapshot) this.resync(f.snapshot);
    if (f.delta) this.delta(f.delta);
    if (f.sealed) {
      if (f.sealed.seat === this.me) this.sealed = f.sealed.action || null;
      if (f.sealed.clocks) this.clocks = f.sealed.clocks;
    }
    if (f.ready) {
      this.ready = f.ready.ready ?? [];
      if (f.ready.clocks) this.clocks = f.ready.clocks;
    }
    if (f.clock) {
      if (f.clock.now) setServerTime(f.clock.now);
      this.clocks = f.clock;
    }
    if (f.chat) this.chatted(f.chat);
    if (f.presence) {
      const online = f.presence.online ?? [];
      this.spectators = f.presence.spectators;
      if (this.server)
        this.server = {
          ...this.server,
          seats: (this.server.seats ?? []).map((x) => ({ ...x, online: online.includes(x.seat) })),
        };
    }
  }

  private chatted(line: ChatLine): void {
    if (this.chat.some((c) => c.id === line.id)) return;
    this.chat = [...this.chat, line];
    if (line.user === me.id) return;
    this.unread++;
    ring('chat', 'tick');
    say(`${line.name}: ${line.text}`);
  }

  /** Whoever has signed out elsewhere holds no seat any more, and watches. */
  private reopen(): Promise<void> {
    this.me = this.handOver = this.sealed = null;
    return this.open();
  }

  close(): void {
    this.live.close();
    clearTimeout(this.retry);
    this.player.stop();
  }

  private take(s: Snapshot): void {
    this.info = s.info;
    this.setup = s.setup;
    this.entries = s.log ?? [];
    this.shownSoFar = this.entries;
    this.chat = s.chat ?? [];
    this.muted = s.muted ?? [];
    this.spectators = s.spectators;
    this.apply(s.view);
    this.heed(s.chairs ?? [], this.entries);
  }

  private heed(chairs: Chair[] | null, entries: Entry[]): void {
    this.chairs = chairs ?? entries.findLast((e) => e.chairs?.length)?.chairs ?? this.chairs;
    if (this.server?.proof) void heedChance(this.id, this.server.proof, chairs, entries);
    if (this.offers.next) void goesOn(this.id, this.offers.next);
  }

  private resync(s: Snapshot): void {
    // A snapshot in mid-game replaces everything; there is no story to tell for a gap.
    const behind = this.server !== null && s.view.seq > this.server.seq;
    this.player.stop();
    this.take(s);
    if (behind) this.after();
    else this.refresh();
  }

  private apply(v: View): void {
    const was = this.server;
    const p = v.position;
    this.server =
      this.info?.rated && v.status === 'running' && p && 'threats' in p ? { ...v, position: { ...p, threats: [] } } : v;
    this.clocks = v.clocks ?? null;
    this.ready = v.ready ?? [];
    if (v.step !== this.sealedStep) {
      this.sealedStep = v.step;
      this.sealedSeats.clear();
    }
    if (v.viewer === this.me || was === null) this.sealed = v.sealed ?? null;
    if (v.sealed && v.viewer !== 'public') this.sealedSeats.add(v.viewer);
    if (this.info) this.info = { ...this.info, status: v.status, seats: v.seats };
  }

  private delta(d: Delta): void {
    if (!this.server || d.from !== this.server.seq) {
      if (this.server && d.to <= this.server.seq) return;
      void look(this.id, this.me).then(
        (s) => this.resync(s),
        () => this.lost(),
      );
      return;
    }
    const before = this.view;
    const entries = d.entries ?? [];
    const stories = entries.flatMap((e) => (e.stories ?? []) as GameEvent[]);
    this.entries = [...this.entries, ...entries];
    const started = this.server.status === 'open' && d.view.status === 'running';
    const asked = this.offers;
    this.apply(d.view);
    this.heed(null, entries);
    if (started && !this.hotSeat) this.me = this.mine[0] ?? null; // seats may have been drawn
    tellOffers(asked, this.offers, entries, this);
    if (this.game && stories.length && before.game) {
      const start = this.player.frames[this.player.frames.length - 1]?.view ?? before;
      this.player.add(this.game.frames(start, stories));
      // Said at once and whole: what is said in pieces while pictures move, the next piece drowns.
      const heard = this.unaided ? stories.filter((e) => e.kind !== 'threat') : stories;
      say(
        this.game.speak?.(heard, this.told) ??
          spoken(this.game.lines(heard, this.told), (s) => (this.told(s) === YOU ? t('self') : this.name(s))),
      );
    }
    if (started) sound('bell');
    if (!this.player.busy) this.after();
  }

  private settled(): void {
    this.after();
  }

  /** Once the story is told: whose turn is it, and does this screen change hands? */
  private after(): void {
    this.shownSoFar = this.entries;
    this.pickSeat();
    this.refresh();
    if (this.acting && !this.sealed) {
      ring('turn');
      this.onturn?.();
    }
  }
  onturn: (() => void) | null = null;

  /** The position is another one. */
  private refresh(): void {
    this.play?.refresh();
    if (this.acting) this.obliged = false;
    this.oblige();
  }
  /** Where only one thing can be done, it is done and told, not asked for; once a step. */
  private oblige(): void {
    const legal = this.server?.legal;
    if (!this.acting || this.busy || this.sealed || this.view.acting?.length !== 1 || this.link === 'offline') return;
    if (!legal || legal.count !== 1 || legal.more || this.sentFor === this.server?.step) return;
    const only = legal.actions?.[0];
    if (!only) return;
    void this.send(only, true).then((done) => {
      if (!done) return;
      this.obliged = true;
      say(t('table.forced'));
    });
  }
  /** The last thing this seat did was the only one it could do. */
  obliged = $state(false);
  /** The step for which something was sent last: it may be taken before the stream says so. */
  private sentFor = -1;
  private retry: ReturnType<typeof setTimeout> | undefined;

  async mute(user: string, on: boolean): Promise<void> {
    try {
      await mute(this.id, user, on);
      this.muted = on ? [...this.muted, user] : this.muted.filter((u) => u !== user);
      // What was said meanwhile was not sent here.
      if (!on) this.chat = (await look(this.id, this.me)).chat ?? [];
    } catch (e) {
      if (e instanceof ApiError) toast('note', t('error.title'), e.code === 'network' ? t('error.network') : e.message);
    }
  }

  // --- what a player does ---

  /** What was sent and perhaps never came: the same again is the same message, and is taken once. */
  private pending: Sending | null = null;

  /** The seat as the server wants to be told it: where this browser has several. */
  private get namedSeat(): string | null {
    return this.mine.length > 1 ? this.me : null;
  }

  /** A choice that found no line. It goes by itself once there is one. */
  get unsent(): Unsent | undefined {
    return unsentAt(this.id, this.namedSeat);
  }

  takeBack(): void {
    dropMove(this.id, this.namedSeat);
  }

  /** The line may be back. */
  private sendAgain(): void {
    const kept = this.unsent;
    if (!kept || !this.server) return this.oblige();
    if (this.busy || this.link === 'offline' || this.handOver !== null) return;
    void this.post(kept).then((done) => done && toast('ok', t('table.sent'), '', 2000));
  }

  send(text: string, unasked = false): Promise<boolean> {
    if (!this.server || this.busy) return Promise.resolve(false);
    const step = (this.sentFor = this.server.step);
    const before = this.pending ?? this.unsent;
    const again = before?.text === text && before.step === step;
    return this.post({ text, step, msg: again ? before.msg : newId() }, unasked, unasked && again);
  }

  private async post(move: Sending, unasked = false, quiet = false): Promise<boolean> {
    const { text, step, msg } = (this.pending = move);
    this.busy = true;
    const seat = this.me;
    const named = this.namedSeat;
    const late = this.unsent?.msg === msg;
    let heard = true;
    try {
      const ack = await act(this.id, step, named, text, msg);
      // The stream may have brought the next step already: what is sealed there is another choice.
      if (ack.sealed && seat && this.server?.step === step) {
        this.sealed = text || null;
        this.sealedSeats.add(seat);
        if (this.hotSeat) setTimeout(() => this.pickSeat(), 350);
      }
      return true;
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      heard = e.code !== 'network';
      if (!heard) {
        const keeps = !unasked && !isLocal(this.id);
        // A banner says so, for as long as it waits.
        if (keeps) keepMove({ table: this.id, game: this.info?.game ?? '', seat: named, step, text, msg });
        else if (!quiet) toast('warn', t('table.offline'), t('table.offlineLine'));
        // It goes again by itself, as the same message: with the stream, or soon if that never broke.
        this.sentFor = -1;
        clearTimeout(this.retry);
        this.retry = setTimeout(() => this.sendAgain(), resend);
      } else if (e.code === 'stale') {
        if (late) toast('note', t('table.late'), t('error.stale'));
        else toast('note', t('error.stale'));
        await look(this.id, this.me).then(
          (s) => this.resync(s),
          () => this.lost(),
        );
      } else toast('note', t('table.whyNot'), e.message);
      return false;
    } finally {
      this.busy = false;
      if (heard) {
        this.pending = null;
        dropMove(this.id, named);
        this.oblige(); // the answer may have been faster than the word that this was taken
      }
    }
  }

  async do(what: TableRequest['do']): Promise<string | null> {
    try {
      const ack = await tableDo(this.id, what, this.mine.length > 1 ? this.me : null);
      return ack.table ?? '';
    } catch (e) {
      if (e instanceof ApiError) toast('note', t('error.title'), e.code === 'network' ? t('error.network') : e.message);
      return null;
    }
  }

  draft(turn: string, text?: string): string | null {
    if (this.hotSeat || !this.me) return null;
    return draft(`${this.id}.${this.me}`, turn, text, this.status === 'running');
  }

  explain(title: string, hint: string): void {
    const local = this.game?.why?.(this.view, this.me ?? '', title, hint);
    if (local) toast('note', t('table.whyNotAt', { at: title }), local);
  }

  /** Asks the server why an action is not legal, and says so. */
  async ask(action: string): Promise<void> {
    try {
      const w = await whyNot(this.id, this.me, action);
      if (!w.legal && w.reason) toast('note', t('table.whyNot'), w.reason);
    } catch {
      // The question was only a courtesy.
    }
  }

  /** Milliseconds left on a seat's clock now, and until when it stands for a vacation. */
  left(seat: string): { ms: number; running: boolean; until: number } | null {
    const c = (this.clocks?.seats ?? []).find((x) => x.seat === seat);
    if (!c || !this.clocks) return null;
    const ms = c.running ? c.left_ms - (serverNow() - this.clocks.time) : c.left_ms;
    const v = c.vacation;
    return { ms: Math.max(0, ms), running: c.running, until: v && v.since <= serverNow() ? v.until : 0 };
  }
}
