// A move being put together: which piece, where to, which role then.
import { Drag, type Lift } from '../../boards/drag.svelte';
import { Ahead } from '../ahead.svelte';
import type { Context } from '../context';
import { Sent } from '../sent';
import { type Action, type EvoView, mayReach, parse, pieceAt, reach, type Role, type Seat, wheel } from './model';
import { t } from './t';

export class EvoPlay {
  readonly drag = new Drag();
  /** The next move, chosen while others are to act. Nobody else knows of it before it is played. */
  readonly next: Ahead;
  from: string | null = $state(null);
  to: string | null = $state(null);
  role: Role | null = $state(null);
  /** Shows where the piece could go in another role. */
  preview: Role | null = $state(null);

  private readonly sent: Sent;

  constructor(readonly ctx: Context<EvoView>) {
    this.sent = new Sent(ctx, () => this.clear());
    this.next = new Ahead(ctx, (text) => {
      const a = parse(text);
      const what = [a?.from, a?.to].filter(Boolean).join('–');
      return [t('evo.nextDropped', { what }), t('evo.nextDroppedWhy')];
    });
  }

  get seat(): Seat | null {
    return this.ctx.me as Seat | null;
  }

  get on(): boolean {
    return this.ctx.acting && this.seat !== null;
  }

  /** Others think, and this seat may choose its next move meanwhile. */
  get ahead(): boolean {
    return this.seat !== null && this.next.open;
  }

  /** Pieces can be taken up. */
  get free(): boolean {
    return this.on || this.ahead;
  }

  private get actions() {
    return this.ctx.legal.map(parse).filter((a) => a !== null);
  }

  get nextMove(): Action | null {
    return this.next.text ? parse(this.next.text) : null;
  }

  refresh(): void {
    this.sent.refresh();
    const own = (sq: string | null | undefined): boolean =>
      sq !== null && sq !== undefined && pieceAt(this.ctx.view, sq)?.seat === this.seat;
    if (!this.free || !own(this.from)) this.clear();
    // The turn has come: what was taken up stays in the hand, where it could go is seen anew.
    else if (this.was !== this.on) this.to = this.role = this.preview = null;
    this.was = this.on;
    this.next.refresh((text) => own(parse(text)?.from));
  }
  private was = false;

  clear(): void {
    this.from = this.to = this.role = this.preview = null;
  }

  get piece() {
    return this.from ? pieceAt(this.ctx.view, this.from) : undefined;
  }

  /** Squares the chosen piece may go to now. */
  get targets(): { to: string; takes: boolean }[] {
    if (!this.from) return [];
    const p = this.piece;
    if (this.ahead) return p ? mayReach(this.ctx.view, p.seat, p.at, p.role) : [];
    const to = new Set(this.actions.filter((a) => a.from === this.from && a.to).map((a) => a.to!));
    const v = this.ctx.view;
    return [...to].map((sq) => ({ to: sq, takes: Boolean(pieceAt(v, sq)) || Object.values(v.castles).includes(sq) }));
  }

  /** Roles that the piece may have after the move; its own means that it keeps it. */
  get roles(): Role[] {
    const p = this.piece;
    if (!p || !this.from) return [];
    if (this.ahead) {
      const stays = this.to === null || this.to === this.from;
      return [p.role, ...wheel.filter((r) => r !== p.role)].slice(stays ? 1 : 0);
    }
    const here = this.actions.filter((a) => a.from === this.from && (a.to ?? null) === this.stayOr(this.to));
    const out = wheel.filter((r) => here.some((a) => a.role === r));
    if (this.to && this.to !== this.from && here.some((a) => a.role === null)) out.unshift(p.role);
    return out;
  }

  private stayOr(to: string | null): string | null {
    return to === this.from ? null : to;
  }

  get text(): string | null {
    const p = this.piece;
    if (!p || !this.from || !this.to) return null;
    const role = this.role ?? p.role;
    if (this.to === this.from) return role === p.role ? null : `${this.from}=${role}`;
    return `${this.from}-${this.to}` + (role === p.role ? '' : `=${role}`);
  }

  get legal(): boolean {
    return this.text !== null && (this.ahead || this.ctx.legal.includes(this.text));
  }

  /** Where the piece would reach next, were it of this role on the chosen square. */
  reaches(role: Role): { to: string; takes: boolean }[] {
    const p = this.piece;
    if (!p || !this.from) return [];
    return reach(this.ctx.view, p.seat, this.to ?? this.from, role, this.from);
  }

  press(sq: string): void {
    if (!this.free) return;
    const own = pieceAt(this.ctx.view, sq)?.seat === this.seat;
    if (this.from && sq === this.to) return;
    if (this.from && this.targets.some((x) => x.to === sq)) {
      this.to = sq;
      this.role = null;
      this.preview = null;
    } else if (own && sq === this.from) {
      // A second press turns it where it stands.
      this.to = sq;
      this.role = null;
    } else if (own) {
      this.from = sq;
      this.to = this.role = this.preview = null;
    } else if (this.from) {
      const p = this.piece;
      const why = p
        ? wheel.find((r) => r !== p.role && reach(this.ctx.view, p.seat, p.at, r).some((x) => x.to === sq))
        : undefined;
      this.ctx.explain(sq, why ? `role:${why}` : '');
      this.clear();
    }
  }

  turn(role: Role): void {
    if (!this.from) return;
    if (!this.to) this.to = this.from;
    this.role = role;
    if (this.ctx.swift && this.legal) void this.confirm();
  }

  async confirm(): Promise<void> {
    const text = this.text;
    if (!text || !this.legal) return;
    if (this.ahead) {
      this.next.set(text);
      this.clear();
    } else await this.sent.send(text);
  }

  /** A piece in the hand; if it is put back, what was chosen before is chosen again. */
  carry(sq: string): Lift | null {
    if (!this.free || pieceAt(this.ctx.view, sq)?.seat !== this.seat) return null;
    const was = [this.from, this.to, this.role, this.preview] as const;
    return {
      id: sq,
      begin: () => {
        this.clear();
        this.from = sq;
      },
      to: () => this.targets.map((x) => x.to),
      drop: (to) => this.press(to),
      back: () => ([this.from, this.to, this.role, this.preview] = was),
    };
  }

  /** A role in the hand, for the piece that was chosen. */
  carryRole(role: Role): Lift | null {
    const at = this.to ?? this.from;
    return at ? { id: `role ${role}`, to: () => [at], drop: () => this.turn(role) } : null;
  }
}
