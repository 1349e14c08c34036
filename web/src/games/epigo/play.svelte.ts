// What a player has in hand before it is handed in: a line-up, a plan, an answer.
import { Drag, type Lift } from '../../boards/drag.svelte';
import type { Context } from '../context';
import {
  type Dir,
  type EpigoView,
  type Ghost,
  type Seat,
  type Slot,
  islandOf,
  orderText,
  project,
  tileAt,
  tileOf,
  turned,
} from './model';

/** Sound as it stands: a gap at the end keeps the tiles together. */
const usual = '5614327X';

export class EpigoPlay {
  slots: (Slot | null)[] = $state([null, null, null]);
  /** The Order that waits for its direction, or whose direction is being changed. */
  picked: number | null = $state(null);
  line: string[] = $state([...usual]);
  hand: number | null = $state(null);
  island: string = $state('');
  /** True while a plan that is already in is being changed. */
  changing = $state(false);
  answer: string | null = $state(null);
  /** The next turn is being planned while this one is not over. Nothing of it goes before its time. */
  drafting = $state(false);
  readonly drag = new Drag();
  private turn = -1;
  /** The plan that is in, while the next one is drafted. */
  private handedIn: (Slot | null)[] = [];

  constructor(readonly ctx: Context<EpigoView>) {}

  get seat(): Seat | null {
    return this.ctx.me as Seat | null;
  }

  get mode(): 'deploy' | 'plan' | 'ask' | 'locked' | 'watch' | 'draft' {
    const { view, acting, sealed } = this.ctx;
    if (!this.seat) return 'watch';
    if (this.drafting && this.canDraft) return 'draft';
    if (sealed && !this.changing) return 'locked';
    if (!acting && !sealed) return 'watch';
    if (view.phase === 'deploy') return 'deploy';
    if (view.phase === 'plan') return 'plan';
    return view.ask?.seat === this.seat ? 'ask' : 'watch';
  }

  /** Three Orders are being put together, for this turn or the next. */
  get planning(): boolean {
    return this.mode === 'plan' || this.mode === 'draft';
  }

  /** This turn's plan is in and the other side thinks: time for the next. */
  get canDraft(): boolean {
    const { view, sealed, ahead, shared, draft } = this.ctx;
    if (!draft || shared || view.phase === 'deploy' || view.phase === 'over') return false;
    return (sealed !== null && !this.changing) || (ahead ?? false);
  }

  startDraft(): void {
    this.handedIn = this.slots;
    this.slots = this.kept(this.nextTurn) ?? [null, null, null];
    this.picked = null;
    this.drafting = true;
  }

  /** Back to this turn; the draft stays on this device. */
  endDraft(): void {
    if (!this.drafting) return;
    this.drafting = false;
    this.slots = this.handedIn;
    this.picked = null;
  }

  private get nextTurn(): string {
    return String((this.ctx.view.turn + 1) * 10);
  }

  /** Forgets the plan of an earlier turn. The table calls it whenever the position changes. */
  refresh(): void {
    const v = this.ctx.view;
    if (!this.island && v.island_places && this.seat) this.island = v.island_places[this.seat][4] ?? '';
    const turn = v.turn * 10 + v.round;
    if (this.turn === turn) return;
    this.turn = turn;
    this.answer = null;
    if (v.phase === 'plan') {
      this.drafting = false;
      this.clear();
      this.changing = false;
      const { sealed } = this.ctx;
      const plan = sealed?.startsWith('plan ') ? slotsOf(sealed) : this.kept(String(v.turn * 10));
      if (plan) this.slots = plan;
    }
  }

  /** Keeps the plan as far as it has come on this device, for its turn: a reload or a lost connection does not take it. */
  keep(): void {
    const text = this.planText;
    if (this.mode === 'plan') this.ctx.draft?.(String(this.ctx.view.turn * 10), text);
    else if (this.mode === 'draft') this.ctx.draft?.(this.nextTurn, text);
  }

  private kept(turn: string): (Slot | null)[] | null {
    return slotsOf(this.ctx.draft?.(turn) ?? '');
  }

  get full(): boolean {
    return this.slots.every((s) => s !== null);
  }

  get ready(): boolean {
    return this.slots.every((s) => s !== null && (s.number === 8 || s.dir !== null));
  }

  /** What keeps the plan from being locked in: an Order without direction, or how many are missing. */
  get missing(): { direction: number } | { orders: number } | null {
    const open = this.slots.find((s) => s && s.number !== 8 && !s.dir);
    if (open) return { direction: open.number };
    const empty = this.slots.filter((s) => !s).length;
    return empty ? { orders: empty } : null;
  }

  get ghosts() {
    return this.seat ? project(this.ctx.view, this.seat, this.slots) : [];
  }

  /** An Order that would walk off the board as things stand. */
  get off(): Ghost | undefined {
    const { squares } = this.ctx.view.board;
    return this.planning ? this.ghosts.find((g) => !squares.includes(g.to)) : undefined;
  }

  /** Without a button to confirm, the last direction locks the plan in; not where an Order would walk off the board. */
  private done(): void {
    if (this.ctx.swift && this.mode === 'plan' && this.ready && !this.off) void this.lock();
  }

  choose(n: number): void {
    if (this.slots.some((s) => s?.number === n)) {
      this.picked = this.picked === n && n !== 8 ? null : n;
      return;
    }
    let i = this.slots.findIndex((s) => s && s.number !== 8 && !s.dir);
    if (i < 0) i = this.slots.findIndex((s) => s === null);
    if (i < 0) i = this.slots.findIndex((s) => s?.number === this.picked);
    if (i < 0) return;
    this.lay(n, i);
  }

  /** A captured tile has no place on the board to point from and moves nothing: its direction is chosen for it. */
  private lay(n: number, i: number): void {
    const lost = this.seat !== null && tileOf(this.ctx.view, this.seat, n)?.on === 'captured';
    this.slots[i] = { number: n, dir: lost ? (this.seat === 'S' ? 'N' : 'S') : null };
    this.picked = n === 8 || lost ? null : n;
    this.done();
  }

  /** Puts an Order in a place of the stack. */
  put(n: number, i: number): void {
    const was = this.slots.findIndex((s) => s?.number === n);
    if (was >= 0) return this.reorder(was, i);
    this.lay(n, i);
  }

  direct(d: Dir): void {
    const s = this.slots.find((x) => x?.number === this.picked);
    if (!s) return;
    s.dir = d;
    this.picked = null;
    this.done();
  }

  remove(i: number): void {
    if (this.slots[i]?.number === this.picked) this.picked = null;
    this.slots.splice(i, 1);
    this.slots.push(null);
  }

  /** Moves an Order to another place of the stack. */
  reorder(from: number, to: number): void {
    if (to < 0 || to > 2 || from === to) return;
    const [s] = this.slots.splice(from, 1);
    this.slots.splice(to, 0, s ?? null);
  }

  clear(): void {
    this.slots = [null, null, null];
    this.picked = null;
  }

  /** Takes the last thing back: a direction, then an Order. */
  undo(): void {
    let i = this.slots.findIndex((s) => s?.number === this.picked);
    if (i < 0) i = this.slots.findLastIndex((s) => s !== null);
    if (i < 0) return;
    const s = this.slots[i];
    if (s?.dir) {
      s.dir = null;
      this.picked = s.number;
    } else this.remove(i);
  }

  get planText(): string {
    return 'plan ' + this.slots.map((s) => (s ? orderText(s) : '?')).join(' ');
  }

  async lock(): Promise<void> {
    if (this.ready && (await this.ctx.send(this.planText))) this.changing = false;
  }

  get deployText(): string {
    return 'deploy ' + this.line.join(' ') + (this.ctx.view.islands ? ` @ ${this.island}` : '');
  }

  async deploy(): Promise<void> {
    if (await this.ctx.send(this.deployText)) this.changing = false;
  }

  /** Nothing of the line-up was changed yet. */
  get asUsual(): boolean {
    return this.line.join('') === usual;
  }

  swap(i: number, j: number): void {
    const a = this.line[i];
    const b = this.line[j];
    if (a === undefined || b === undefined) return;
    this.line[i] = b;
    this.line[j] = a;
  }

  shuffle(): void {
    for (let i = 7; i > 0; i--) this.swap(i, Math.floor(Math.random() * (i + 1)));
    this.hand = null;
  }

  mirror(): void {
    this.line.reverse();
    this.hand = null;
  }

  /** A press on a square. */
  press(sq: string): void {
    const { view, me } = this.ctx;
    if (this.mode === 'deploy' && this.seat) {
      const i = view.board.home[this.seat].indexOf(sq);
      if (i >= 0) {
        if (this.hand === null) this.hand = i;
        else {
          this.swap(this.hand, i);
          this.hand = null;
        }
      } else if (view.island_places) {
        const places = view.island_places[this.seat];
        const f = sq.charCodeAt(0);
        const r = Number(sq[1]);
        const near = [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
        ]
          .map(([x, y]) => String.fromCharCode(f - x!) + (r - y!))
          .find((p) => places.includes(p));
        if (near) this.island = near;
      }
    } else if (this.planning) {
      const e = tileAt(view, sq);
      if (e?.seat === me) this.choose(e.number);
      else if (islandOf(view, sq) === me && view.islands?.[me as Seat]?.epigons.length) {
        // Residents are chosen one after the other.
        const here = view.islands[me as Seat]!.epigons;
        const next = here.find((n) => !this.slots.some((s) => s?.number === n)) ?? here[0];
        if (next) this.choose(next);
      } else this.picked = null;
    } else if (this.mode === 'ask') {
      const a = view.ask;
      if (a?.kind === 'slide') this.answer = sq === a.to ? 'slide' : sq === a.from ? 'stop' : this.answer;
      else if (a?.kind === 'exit' && a.exits.some((x) => x.to === sq)) this.reply(`exit ${sq}`);
    }
  }

  /** Chooses an answer. */
  reply(text: string): void {
    this.answer = text;
    if (this.ctx.swift) void this.give(text);
  }

  async give(text: string): Promise<void> {
    this.answer = null;
    await this.ctx.send(text);
  }

  // --- what is carried ---

  /** A tile that is being planned: it goes one square, in one of four directions. `cell` is a square in CSS pixels. */
  carryTile(n: number, cell: number, flip: boolean): Lift | null {
    const used = this.slots.some((s) => s?.number === n);
    if (!this.planning || (!used && this.ready && this.full)) return null;
    return {
      id: `tile ${n}`,
      to: () => [],
      aim: (dx, dy) => {
        if (Math.max(Math.abs(dx), Math.abs(dy)) < cell * 0.42) return null;
        const screen: Dir = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'E' : 'W') : dy > 0 ? 'S' : 'N';
        return turned(screen, flip);
      },
      drop: (d) => {
        if (!used) this.choose(n);
        this.picked = n;
        this.direct(d as Dir);
      },
    };
  }

  /** A tile of the line-up: it changes places with another. */
  carryLine(i: number): Lift | null {
    const { seat } = this;
    if (this.mode !== 'deploy' || !seat) return null;
    const home = this.ctx.view.board.home[seat];
    const was = this.hand;
    return {
      id: `line ${i}`,
      begin: () => (this.hand = null),
      to: () => home.filter((_, k) => k !== i),
      drop: (sq) => this.swap(i, home.indexOf(sq)),
      back: () => (this.hand = was),
    };
  }

  /** Your Island, before the game. */
  carryIsland(cell: number, flip: boolean): Lift | null {
    const places = this.seat && this.ctx.view.island_places?.[this.seat];
    if (this.mode !== 'deploy' || !places || !this.island) return null;
    const from = this.island;
    return {
      id: 'island',
      to: () => [],
      aim: (dx, dy) => {
        const by = (d: number): number => Math.round(d / cell) * (flip ? -1 : 1);
        const at = String.fromCharCode(from.charCodeAt(0) + by(dx)) + (Number(from.slice(1)) - by(dy));
        return at !== from && places.includes(at) ? at : null;
      },
      drop: (at) => (this.island = at),
    };
  }

  /** An Order on its way to a place of the stack. */
  carryOrder(n: number): Lift | null {
    if (!this.planning) return null;
    const at = this.slots.findIndex((s) => s?.number === n);
    return {
      id: `order ${n}`,
      to: () => [0, 1, 2].filter((i) => i !== at).map((i) => `slot ${i}`),
      drop: (place) => this.put(n, Number(place.split(' ')[1])),
    };
  }
}

/** A plan as text, with a question mark for what is missing. */
function slotsOf(plan: string): (Slot | null)[] | null {
  const words = plan.startsWith('plan ') ? plan.split(' ').slice(1, 4) : [];
  if (words.length !== 3) return null;
  const slots = words.map((w): Slot | null =>
    w === 'SLAM'
      ? { number: 8, dir: null }
      : /^[1-7][NESW]?$/.test(w)
        ? { number: Number(w[0]), dir: (w[1] ?? null) as Dir | null }
        : null,
  );
  const numbers = slots.flatMap((x) => (x ? [x.number] : []));
  return new Set(numbers).size === numbers.length ? slots : null;
}
