// The Conqueror in words.
import { common, told } from '../common';
import { t } from './t';
import { type Line, num, str } from '../wire';
import { type ConquerorEvent, type ConquerorView, islandOf, rollsOf, tileOf } from './model';
import type { ConquerorPlay } from './play.svelte';

export function cellName(v: ConquerorView, at: string, play: ConquerorPlay | null): string {
  const i = islandOf(v, at);
  const tile = tileOf(v, at);
  if (!i || !tile) return at;
  const name = told(play?.ctx);
  const parts = [at];
  if (i.removed) parts.push(t('conqueror.say.gone', { who: name(i.won_by ?? '') }));
  else {
    if (tile.token) parts.push(t('conqueror.say.token', { who: name(tile.token) }));
    if (i.won_by) parts.push(t('conqueror.say.won', { at: i.at, who: name(i.won_by) }));
    else {
      parts.push(tile.coin ? t('conqueror.say.coin', { who: name(tile.coin) }) : t('conqueror.say.free'));
      parts.push(t('conqueror.say.island', { at: i.at, n: i.tiles.filter((x) => x.coin).length }));
    }
  }
  let s = parts.join(', ');
  if (play?.targets.includes(at)) {
    const p = play.walk(at);
    s +=
      '. ' +
      (!p
        ? t('conqueror.say.start')
        : p.length > 2
          ? t('conqueror.say.walk', { n: p.length - 1, over: p.slice(1, -1).join(', ') })
          : t('conqueror.say.step'));
  }
  return s;
}

/** Why a tile is worth it, in a few words for the list of choices. */
/** What landing on a tile brings, as a sentence or, where rows are narrow, in two or three words. */
export function promise(v: ConquerorView, at: string, me: string, from: string | null, brief = false): string {
  const say = (k: 'win' | 'winTurn' | 'broke' | 'open' | 'same' | 'hold', of?: Record<string, number>): string =>
    brief ? t(`conqueror.s.${k}`, of) : t(`conqueror.p.${k}`, of);
  const i = islandOf(v, at);
  if (!i) return '';
  const coins = i.tiles.filter((x) => x.coin).length;
  const own = i.tiles.filter((x) => x.coin === me).length;
  if (coins === 3 && v.options.last_tile !== 'landing') return say('winTurn');
  if (coins === 3) return say(v.seats.find((x) => x.seat === me)?.coins ? 'win' : 'broke');
  if (coins === 0) return say(islandOf(v, from ?? '')?.at === i.at ? 'same' : 'open');
  return say('hold', { n: own + 1, of: coins + 1 });
}

/** Why the game is over; empty where the usual words say it. */
export function endWords(v: ConquerorView, why: string): string {
  if (why === 'islands' || why === 'stuck' || why === 'coins') return t(`conqueror.over.${why}`);
  if (why !== 'last one in' || v.options.forfeit === 'out') return '';
  // Where all are counted, the last one in need not be the winner; those who gave up are behind, whatever the count.
  const gone = v.seats.filter((s) => s.left === 'resign' || s.left === 'timeout').length;
  if (gone === v.seats.length - 1) return '';
  return [t('conqueror.over.counted'), gone ? t('conqueror.over.gone') : ''].filter(Boolean).join(' ');
}

export function tell(e: ConquerorEvent, name: (seat: string) => string): string {
  const who = name(e.seat ?? '');
  const at = str(e, 'tile');
  switch (e.kind) {
    case 'order':
      return t('conqueror.w.order', { list: str(e, 'order').split(' ').map(name).join(', ') });
    case 'start':
      return t('conqueror.w.start', { who, at });
    case 'claim':
      return t('conqueror.w.claim', { who, at });
    case 'broke':
      return t('conqueror.w.broke', { who });
    case 'win':
      return t(e.landing ? 'conqueror.w.winLanding' : 'conqueror.w.win', { who, at: str(e, 'island') });
    case 'remove':
      return t('conqueror.w.remove', { at: str(e, 'island') });
    case 'roll':
      return t('conqueror.w.roll', { who, die: num(e, 'die') });
    case 'move':
      return t('conqueror.w.move', { to: str(e, 'to'), n: num(e, 'steps') });
    case 'pass':
      return t('conqueror.w.pass', { who });
    case 'forfeit':
      return t('conqueror.w.forfeit', { who });
    case 'tie':
      return tieWords(str(e, 'island'), str(e, 'dice'), name);
    case 'award':
      return t('conqueror.w.award', { who, at: str(e, 'island') });
    case 'end':
      return t('conqueror.w.end', {
        list: str(e, 'islands')
          .replace(/([A-D])(\d+)/g, (_, s: string, n: string) => `${name(s)} ${n},`)
          .replace(/,$/, ''),
      });
    default:
      return common(e, name);
  }
}

/** Who rolled what for an island, and what came of it. */
function tieWords(at: string, dice: string, name: (seat: string) => string): string {
  const rolls = rollsOf(dice);
  const list = rolls.map((r) => `${name(r.seat)} ${r.dice.join(', ')}`).join('; ');
  return `${t('conqueror.w.tie', { at, list })} ${tieEnd(rolls, name)}`;
}

/** What came of it alone: who has the best die, or that the best roll again. */
export function tieEnd(rolls: ReturnType<typeof rollsOf>, name: (seat: string) => string): string {
  const best = Math.max(...rolls.flatMap((r) => r.dice));
  const first = rolls.filter((r) => r.dice.includes(best));
  return first.length > 1
    ? t('conqueror.w.tieAgain', { n: best })
    : t('conqueror.w.tieWon', { who: name(first[0]!.seat), n: best });
}

const landing = (e: ConquerorEvent | undefined): boolean => e?.kind === 'win' && e.landing;

export function lines(events: readonly ConquerorEvent[], name: (seat: string) => string): Line[] {
  const out: Line[] = [];
  let n = 0;
  let open: string | null = null;
  // What is open in the end goes to many: one line for all of it, each player once.
  let awards: Map<string, string[]> | null = null;
  for (const [i, e] of events.entries()) {
    // The sentence on the island says it: a coin on its last tile ends the turn that walked there, and begins none.
    if (e.kind === 'claim' && landing(events[i + 1])) continue;
    const text = tell(e, name);
    if (!text) continue;
    const last = out[out.length - 1];
    if (e.kind === 'award') {
      if (!awards) out.push({ no: '', text: '' });
      awards ??= new Map<string, string[]>();
      const who = name(e.seat ?? '');
      awards.set(who, [...(awards.get(who) ?? []), str(e, 'island')]);
      out[out.length - 1]!.text = t('conqueror.w.awards', {
        list: [...awards].map(([w, l]) => t('conqueror.w.awardTo', { at: l.join(', '), who: w })).join('; '),
      });
      continue;
    }
    awards = null;
    // A turn is claim, roll and walk of the same player.
    if (last && open === e.seat && ['win', 'remove', 'roll', 'move', 'pass'].includes(e.kind)) {
      last.text +=
        ' ' + (e.kind === 'roll' ? t('conqueror.w.rolls', { who: name(e.seat ?? ''), die: num(e, 'die') }) : text);
      if (e.kind === 'move' || e.kind === 'pass') open = null;
      continue;
    }
    if (last && (e.kind === 'remove' || (landing(e) && last.seat === e.seat))) {
      last.text += ' ' + text;
      continue;
    }
    const turn = e.kind === 'claim' || e.kind === 'roll' || e.kind === 'broke';
    if (turn) {
      n++;
      open = e.seat ?? null;
    } else open = null;
    out.push({ no: turn ? String(n) : '', text, seat: e.seat });
  }
  return out;
}
