// Why a walk went as it did: who can finish which island, with how many of the six rolls.
import type { Case, Reason } from '../insight';
import { type ConquerorView, file, type Island, islandOf, name, path, rank } from './model';
import { t } from './t';

/** The only tile of an island without a coin; null if there are more, or it is won. */
export function lastTile(i: Island): string | null {
  const free = i.tiles.filter((x) => !x.coin);
  return !i.won_by && !i.removed && free.length === 1 ? free[0]!.at : null;
}

/** With how many of six rolls a seat can land on a tile from where it stands. */
export function rolls(v: ConquerorView, seat: string, to: string): number {
  const from = v.seats.find((s) => s.seat === seat && s.in)?.token;
  const tile = islandOf(v, to)?.tiles.find((x) => x.at === to);
  if (!from || !tile || tile.coin || tile.token) return 0;
  return [1, 2, 3].filter((n) => path(v, from, to, n)).length * 2;
}

/** How many steps lead to each tile, over any land. */
export function stepsTo(v: ConquerorView, from: string): Map<string, number> {
  const land = new Set(v.islands.filter((i) => !i.removed).flatMap((i) => i.tiles.map((x) => x.at)));
  const far = new Map([[from, 0]]);
  for (const [at, n] of far)
    for (const next of [
      name(file(at) + 1, rank(at)),
      name(file(at) - 1, rank(at)),
      name(file(at), rank(at) + 1),
      name(file(at), rank(at) - 1),
    ])
      if (land.has(next) && !far.has(next)) far.set(next, n + 1);
  return far;
}

/** Why a corner to start on was a poor one: how much lies within a roll of it, and who is near. */
function started(v: ConquerorView, seat: string, who: string, at: string, best: string, say: Case['name']): Reason[] {
  const judge = (corner: string) => {
    const far = stepsTo(v, corner);
    const near = v.seats
      .flatMap((s) => (s.seat !== seat && s.token ? [{ foe: s.seat, n: far.get(s.token) ?? Infinity }] : []))
      .sort((a, b) => a.n - b.n)[0];
    return { reach: [...far.values()].filter((n) => n > 0 && n <= 3).length, near };
  };
  const [was, could] = [judge(at), judge(best)];
  const out: Reason[] = [];
  if (could.reach > was.reach)
    out.push({
      kind: 'cramped',
      head: t('conqueror.x.cramped', { n: was.reach, at }),
      why: t('conqueror.x.crampedWhy'),
      better: t('conqueror.x.roomy', { at: best, n: could.reach }),
    });
  if (was.near && could.near && could.near.n > was.near.n && Number.isFinite(could.near.n))
    out.push({
      kind: 'crowded',
      head: t('conqueror.x.crowded', { who, foe: say(was.near.foe), n: was.near.n }),
      why: t('conqueror.x.crowdedWhy'),
      better: t('conqueror.x.apart', { at: best, n: could.near.n }),
    });
  return out;
}

const cornerOf = (text: string | null): string | null => /^start (\S+)$/.exec(text ?? '')?.[1] ?? null;
const walkTo = (text: string | null): string | null => /^move (\S+)$/.exec(text ?? '')?.[1] ?? null;

export function explain({ before, after, seat, played, best, name: say }: Case): Reason[] {
  const v = before as ConquerorView;
  const w = after as ConquerorView | null;
  const out: Reason[] = [];
  const me = say(seat);
  const [corner, ideal] = [cornerOf(played), cornerOf(best)];
  if (corner && ideal) return started(v, seat, me, corner, ideal, say);
  const to = walkTo(played);
  const better = walkTo(best);

  const prize = better ? islandOf(v, better) : undefined;
  if (better && prize && lastTile(prize) === better && better !== to)
    out.push({
      kind: 'missedWin',
      head: t('conqueror.x.missedWin', { who: me, at: prize.at }),
      better: t('conqueror.x.landing', { at: better }),
    });

  if (w && to) {
    const i = islandOf(w, to);
    const foes = w.seats.filter((s) => s.in && s.seat !== seat && s.coins > 0);
    // The tile under your token gets its coin next turn: what is left then is what others may take.
    if (i && !i.won_by) {
      const free = i.tiles.filter((x) => !x.coin && x.at !== to);
      const rival = free.length === 1 ? foes.map((s) => ({ s: s.seat, n: rolls(w, s.seat, free[0]!.at) })) : [];
      const best = rival.sort((a, b) => b.n - a.n)[0];
      if (best && best.n > 0 && free[0])
        out.push({
          kind: 'handed',
          head: t('conqueror.x.handed', { who: me, at: i.at }),
          why: t('conqueror.x.first', { foe: say(best.s), at: free[0].at, n: best.n }),
        });
    }
    for (const island of w.islands) {
      const last = lastTile(island);
      if (!last || islandOf(w, to)?.at === island.at) continue;
      const best = foes.map((s) => ({ s: s.seat, n: rolls(w, s.seat, last) })).sort((a, b) => b.n - a.n)[0];
      const own = rolls(w, seat, last);
      if (best && best.n > own) {
        out.push({
          kind: 'race',
          head: t('conqueror.x.race', { foe: say(best.s), at: island.at, n: best.n }),
          why: own ? t('conqueror.x.raceOwn', { who: me, n: own }) : t('conqueror.x.raceNone', { who: me }),
        });
        break;
      }
    }
    const count = (x: string, who: string): number => islandOf(v, x)?.tiles.filter((y) => y.coin === who).length ?? 0;
    const most = (x: string): number =>
      Math.max(0, ...v.seats.filter((s) => s.seat !== seat).map((s) => count(x, s.seat)));
    if (
      better &&
      better !== to &&
      prize &&
      !prize.won_by &&
      count(better, seat) + 1 > most(better) &&
      count(better, seat) <= most(better)
    )
      out.push({
        kind: 'majority',
        head: t('conqueror.x.majority', { who: me, at: prize.at }),
        better: t('conqueror.x.majorityBetter', { at: better, n: count(better, seat) + 1 }),
      });
    if (islandOf(v, to)?.tiles.every((x) => !x.coin) && better && count(better, seat) > 0)
      out.push({
        kind: 'scattered',
        head: t('conqueror.x.scattered', { who: me, at: islandOf(v, to)?.at ?? '' }),
        better: t('conqueror.x.build', { at: better, n: count(better, seat) + 1 }),
      });
  }
  return out;
}
