import type { Ending, Over } from '../ending';
import { str } from '../wire';
import Emblem from './Emblem.svelte';
import { type EvoEvent, type EvoView, pieceAt, type Role } from './model';
import { t } from './t';
import Trophies from './Trophies.svelte';
import { roleWord } from './words';

const last = ({ events }: Over): EvoEvent | undefined =>
  (events as readonly EvoEvent[]).findLast((e) => e.kind === 'capture');

/** Whose castle was taken; empty if none was. */
export function fallen(over: Over): string {
  const e = last(over);
  return over.result.reason === 'castle' && e && str(e, 'what') === 'castle' ? str(e, 'owner') : '';
}

// Cloth: threads over and under.
const cloth = 'M0 12H24M0 36H24M36 0V24M60 0V24M24 36M48 36H72M48 12M12 24V48M36 48';

const ending: Ending = {
  how: (over) => {
    const { view, winner, name } = over;
    const v = view as EvoView;
    const e = last(over);
    if (!e || e.seat !== winner) return [];
    const vars = { who: name(winner), whose: name(str(e, 'owner')), at: str(e, 'at'), n: v.turn };
    if (fallen(over)) {
      // The piece stands where the castle stood; it may have turned since.
      const before = (over.events as readonly EvoEvent[]).findLast((x) => x.kind === 'move' && x.seat === winner);
      const role = (before && str(before, 'role')) || pieceAt(v, str(e, 'at'))?.role;
      return role ? [t('evo.end.castle', { ...vars, role: roleWord(role as Role) })] : [];
    }
    return over.result.reason === 'last piece'
      ? [t('evo.end.piece', { ...vars, role: roleWord(str(e, 'what') as Role) })]
      : [];
  },
  Emblem,
  Trophies,
  trophies: (over) => fallen(over) !== '',
  ground: (index) => ({
    a: `color-mix(in srgb, var(--seat${(index % 6) + 1}-d) 78%, #06121c)`,
    b: `color-mix(in srgb, var(--seat${(index % 6) + 1}-d) 52%, #06121c)`,
    edge: `color-mix(in srgb, var(--seat${(index % 6) + 1}) 62%, #fff)`,
    pattern: { d: cloth, w: 72, h: 48 },
  }),
};

export default ending;
