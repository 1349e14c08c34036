// EVO's story as pictures: lift and slide, capture, turn.
import { type Frame, str } from '../wire';
import { type EvoEvent, type EvoView, type Role, type Seat } from './model';

export interface EvoSpot {
  wash: string[];
  moved: { key: string; to: string } | null;
  taken: { at: string; seat: Seat; role: Role | null } | null;
  event: EvoEvent | null;
}

export function evoFrames(start: EvoView, events: readonly EvoEvent[]): Frame<EvoView, EvoSpot>[] {
  const out: Frame<EvoView, EvoSpot>[] = [];
  let v: EvoView = { ...start, threats: [] };
  let wash: string[] = [];
  let moved: EvoSpot['moved'] = null;
  const add = (ms: number, spot: Partial<EvoSpot>, sound?: Frame['sound']): void => {
    out.push({ view: v, spot: { wash, moved, taken: null, event: null, ...spot }, ms, sound });
  };
  for (const e of events) {
    switch (e.kind) {
      case 'move': {
        const from = str(e, 'from');
        const to = str(e, 'to');
        const lost = v.pieces.find((p) => p.at === to);
        const castle = (Object.keys(v.castles) as Seat[]).find((s) => v.castles[s] === to);
        moved = { key: from, to };
        wash = [from, to];
        v = {
          ...v,
          pieces: v.pieces.filter((p) => p.at !== to).map((p) => (p.at === from ? { ...p, at: to } : p)),
          castles: castle ? { ...v.castles, [castle]: null } : v.castles,
        };
        const taken = lost
          ? { at: to, seat: lost.seat, role: lost.role }
          : castle
            ? { at: to, seat: castle, role: null }
            : null;
        add(taken ? 420 : 320, { event: e, taken }, taken ? 'capture' : 'slide');
        break;
      }
      case 'rotate': {
        const at = str(e, 'at');
        const to = str(e, 'to') as Role;
        if (!wash.length) wash = [at];
        v = { ...v, pieces: v.pieces.map((p) => (p.at === at ? { ...p, role: to } : p)) };
        add(320, { event: e }, 'turn');
        break;
      }
      case 'leave': {
        const s = e.seat as Seat;
        if (v.players === 4)
          v = { ...v, pieces: v.pieces.filter((p) => p.seat !== s), castles: { ...v.castles, [s]: null } };
        add(700, { event: e }, 'fall');
        break;
      }
      case 'win':
      case 'draw':
        add(300, { event: e });
        break;
      default:
        break;
    }
  }
  return out;
}
