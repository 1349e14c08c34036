// A move being put together: which piece, where to, which role then.
import type { Context } from '../context';
import { type EvoView, parse, pieceAt, reach, type Role, type Seat, wheel } from './model';

export class EvoPlay {
  from: string | null = $state(null);
  to: string | null = $state(null);
  role: Role | null = $state(null);
  /** Shows where the piece could go in another role. */
  preview: Role | null = $state(null);

  constructor(readonly ctx: Context<EvoView>) {}

  get seat(): Seat | null {
    return this.ctx.me as Seat | null;
  }

  get on(): boolean {
    return this.ctx.acting && this.seat !== null;
  }

  private get actions() {
    return this.ctx.legal.map(parse).filter((a) => a !== null);
  }

  refresh(): void {
    if (!this.on || (this.from && pieceAt(this.ctx.view, this.from)?.seat !== this.seat)) this.clear();
  }

  clear(): void {
    this.from = this.to = this.role = this.preview = null;
  }

  get piece() {
    return this.from ? pieceAt(this.ctx.view, this.from) : undefined;
  }

  /** Squares the chosen piece may go to now. */
  get targets(): { to: string; takes: boolean }[] {
    if (!this.from) return [];
    const to = new Set(this.actions.filter((a) => a.from === this.from && a.to).map((a) => a.to!));
    const v = this.ctx.view;
    return [...to].map((sq) => ({ to: sq, takes: Boolean(pieceAt(v, sq)) || Object.values(v.castles).includes(sq) }));
  }

  /** Roles that the piece may have after the move; its own means that it keeps it. */
  get roles(): Role[] {
    const p = this.piece;
    if (!p || !this.from) return [];
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
    return this.text !== null && this.ctx.legal.includes(this.text);
  }

  /** Where the piece would reach next, were it of this role on the chosen square. */
  next(role: Role): { to: string; takes: boolean }[] {
    const p = this.piece;
    if (!p || !this.from) return [];
    return reach(this.ctx.view, p.seat, this.to ?? this.from, role, this.from);
  }

  press(sq: string): void {
    if (!this.on) return;
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
  }

  async confirm(): Promise<void> {
    const text = this.text;
    if (text && this.legal && (await this.ctx.send(text))) this.clear();
  }
}
