// Why a move went as it did: who can take what, before it and after it.
import type { Case, Reason } from '../insight';
import { castleAt, type EvoView, file, parse, type Piece, pieceAt, rank, reach, type Seat } from './model';
import { t } from './t';
import { roleWord } from './words';

/** The pieces of others that can take what stands on a square. */
const attackers = (v: EvoView, at: string, of: Seat): Piece[] =>
  v.pieces.filter((p) => p.seat !== of && reach(v, p.seat, p.at, p.role).some((r) => r.to === at && r.takes));

/** Whether somebody could take back on a square: as if an enemy stood there. */
function covered(v: EvoView, at: string, by: Seat, foe: Seat): boolean {
  const taken: EvoView = { ...v, pieces: v.pieces.map((p) => (p.at === at ? { ...p, seat: foe } : p)) };
  return taken.pieces.some((p) => p.seat === by && reach(taken, p.seat, p.at, p.role).some((r) => r.to === at));
}

/** Whether a square lies on the straight line between two others. */
function between(from: string, at: string, to: string): boolean {
  const [dx, dy] = [file(to) - file(from), rank(to) - rank(from)];
  const [x, y] = [file(at) - file(from), rank(at) - rank(from)];
  const far = Math.max(Math.abs(dx), Math.abs(dy));
  const n = Math.max(Math.abs(x), Math.abs(y));
  return n > 0 && n < far && x * far === dx * n && y * far === dy * n;
}

export function explain({ before, after, seat: who, played, best, name }: Case): Reason[] {
  const v = before as EvoView;
  const w = after as EvoView | null;
  const seat = who as Seat;
  const a = parse(played);
  const b = best ? parse(best) : null;
  const out: Reason[] = [];
  const me = name(seat);
  const mover = a ? pieceAt(v, a.from) : undefined;
  const to = a?.to ?? a?.from ?? '';

  const prize = b?.to ? castleAt(v, b.to) : null;
  if (prize && prize !== seat && b)
    out.push({
      kind: 'missedCastle',
      head: t('evo.x.missedCastle', { who: me, foe: name(prize), at: b.to ?? '' }),
      better: t('evo.x.take', { from: b.from, to: b.to ?? '' }),
    });

  if (w && mover && a) {
    const home = w.castles[seat];
    const danger = home ? attackers(w, home, seat) : [];
    const was = home ? attackers(v, home, seat).map((p) => p.at) : [];
    const by = danger[0];
    if (home && by) {
      if (a.to && between(by.at, a.from, home) && !was.includes(by.at))
        out.push({
          kind: 'pinned',
          head: t('evo.x.pinned', { who: me, role: roleWord(mover.role), at: a.from }),
          why: t('evo.x.pinnedWhy', { by: roleWord(by.role), from: by.at, home }),
        });
      else
        out.push({
          kind: 'castle',
          head: t(was.includes(by.at) ? 'evo.x.castleStill' : 'evo.x.castle', { who: me, at: home }),
          why: t('evo.x.reaches', { by: roleWord(by.role), foe: name(by.seat), from: by.at, at: home }),
        });
    }
    const hit = attackers(w, to, seat)[0];
    const now = pieceAt(w, to);
    if (hit && now?.seat === seat) {
      const back = covered(w, to, seat, hit.seat);
      out.push({
        kind: 'hangs',
        head: t('evo.x.hangs', { who: me, role: roleWord(now.role), at: to }),
        why:
          t('evo.x.reaches', { by: roleWord(hit.role), foe: name(hit.seat), from: hit.at, at: to }) +
          ' ' +
          t(back ? 'evo.x.takesBack' : 'evo.x.noBack'),
      });
    }
    const moved = b?.to ? pieceAt(v, b.from) : undefined;
    const aim =
      moved && b?.to
        ? reach(v, seat, b.to, b.role ?? moved.role, b.from).find((x) => x.takes && castleAt(v, x.to))
        : undefined;
    if (aim && b?.to && !prize)
      out.push({
        kind: 'missedThreat',
        head: t('evo.x.missedThreat', { foe: name(castleAt(v, aim.to) ?? ''), at: aim.to }),
        better: t('evo.x.threatens', { from: b.from, to: b.to, at: aim.to }),
      });
    for (const p of w.pieces) {
      if (p.seat !== seat || p.at === to) continue;
      const foe = attackers(w, p.at, seat)[0];
      if (!foe || covered(w, p.at, seat, foe.seat)) continue;
      out.push({
        kind: attackers(v, p.at, seat).length ? 'left' : 'opened',
        head: t('evo.x.left', { who: me, role: roleWord(p.role), at: p.at }),
        why: t('evo.x.reaches', { by: roleWord(foe.role), foe: name(foe.seat), from: foe.at, at: p.at }),
      });
      break;
    }
  }
  const prey = b?.to ? pieceAt(v, b.to) : undefined;
  if (b && prey && prey.seat !== seat && !(a?.to && pieceAt(v, a.to)))
    out.push({
      kind: 'missed',
      head: t('evo.x.missed', { who: me, role: roleWord(prey.role), foe: name(prey.seat), at: b.to ?? '' }),
      better: t('evo.x.take', { from: b.from, to: b.to ?? '' }),
    });
  return out;
}
