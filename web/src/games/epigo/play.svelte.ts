// What a player has in hand before it is handed in: a line-up, a plan, an answer.
import type { Context } from '../context';
import { type Dir, type EpigoView, type Seat, type Slot, islandOf, orderText, project, tileAt } from './model';

export class EpigoPlay {
  slots: (Slot | null)[] = $state([null, null, null]);
  /** The Order that waits for its direction, or whose direction is being changed. */
  picked: number | null = $state(null);
  line: string[] = $state(['3', '1', '7', 'X', '2', '5', '4', '6']);
  hand: number | null = $state(null);
  island: string = $state('');
  /** True while a plan that is already in is being changed. */
  changing = $state(false);
  answer: string | null = $state(null);
  private turn = -1;

  constructor(readonly ctx: Context<EpigoView>) {}

  get seat(): Seat | null {
    return this.ctx.me as Seat | null;
  }

  get mode(): 'deploy' | 'plan' | 'ask' | 'locked' | 'watch' {
    const { view, acting, sealed } = this.ctx;
    if (!this.seat) return 'watch';
    if (sealed && !this.changing) return 'locked';
    if (!acting && !sealed) return 'watch';
    if (view.phase === 'deploy') return 'deploy';
    if (view.phase === 'plan') return 'plan';
    return view.ask?.seat === this.seat ? 'ask' : 'watch';
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
      this.clear();
      this.changing = false;
      this.restore();
    }
  }

  /** Keeps the plan as far as it has come on this device, for this turn: a reload or a lost connection does not take it. */
  keep(): void {
    if (this.mode === 'plan') this.ctx.draft?.(String(this.turn), this.planText);
  }

  private restore(): void {
    const kept = this.ctx.draft?.(String(this.turn));
    const words = kept?.startsWith('plan ') ? kept.split(' ').slice(1, 4) : [];
    if (words.length !== 3) return;
    const slots = words.map((w): Slot | null =>
      w === 'SLAM'
        ? { number: 8, dir: null }
        : /^[1-7][NESW]?$/.test(w)
          ? { number: Number(w[0]), dir: (w[1] ?? null) as Dir | null }
          : null,
    );
    const numbers = slots.flatMap((x) => (x ? [x.number] : []));
    if (new Set(numbers).size === numbers.length) this.slots = slots;
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

  choose(n: number): void {
    if (this.slots.some((s) => s?.number === n)) {
      this.picked = this.picked === n && n !== 8 ? null : n;
      return;
    }
    let i = this.slots.findIndex((s) => s && s.number !== 8 && !s.dir);
    if (i < 0) i = this.slots.findIndex((s) => s === null);
    if (i < 0) i = this.slots.findIndex((s) => s?.number === this.picked);
    if (i < 0) return;
    this.slots[i] = { number: n, dir: null };
    this.picked = n === 8 ? null : n;
  }

  direct(d: Dir): void {
    const s = this.slots.find((x) => x?.number === this.picked);
    if (!s) return;
    s.dir = d;
    this.picked = null;
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
    } else if (this.mode === 'plan') {
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
      else if (a?.kind === 'exit' && a.exits.some((x) => x.to === sq)) this.answer = `exit ${sq}`;
    }
  }

  async give(text: string): Promise<void> {
    this.answer = null;
    await this.ctx.send(text);
  }
}
