// One tournament on a page: asked for as often as it can change, told only when it has.
import { ApiError, serverNow, setServerTime } from '$lib/api/client';
import { type Kind, lookAtTournament, type Standing, type TournamentPage } from '$lib/api/tournaments';
import { botName } from '$lib/describe';
import { number } from '$lib/i18n/index.svelte';
import { t } from './t';

const often = 2000;
const seldom = 15_000;

export class Tour {
  page: TournamentPage | null = $state.raw(null);
  problem: ApiError | null = $state.raw(null);
  /** Goes with the seconds, for whatever counts down. */
  now = $state(0);
  private tag = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private readonly tick: ReturnType<typeof setInterval>;

  constructor(readonly id: string) {
    this.now = serverNow();
    this.tick = setInterval(() => (this.now = serverNow()), 500);
    void this.look();
  }

  /** Looks now, and again when something may have changed. */
  async look(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const news = await lookAtTournament(this.id, this.tag);
      if (this.closed) return;
      this.problem = null;
      if (news) {
        this.tag = news.tag;
        this.page = news.page;
        setServerTime(news.page.time);
        this.now = serverNow();
      }
    } catch (e) {
      if (this.closed) return;
      if (e instanceof ApiError) this.problem = e;
    }
    if (this.closed || this.problem?.code === 'not_found') return;
    const p = this.page;
    const live = p?.status === 'running' || (p?.status === 'announced' && p.start - serverNow() < 60_000);
    if (p?.status === 'over' && !this.problem) return;
    this.timer = setTimeout(() => void this.look(), document.hidden ? seldom : live ? often : seldom);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.tick);
  }

  /** By the numbers with which games name entrants. */
  readonly rows: Map<number, Standing> = $derived(new Map((this.page?.standings ?? []).map((r) => [r.entrant, r])));
  name(entrant: number): string {
    const r = this.rows.get(entrant);
    return r ? nameOf(r) : '';
  }
  readonly mine: Standing | undefined = $derived(this.page?.me ? this.rows.get(this.page.me.entrant) : undefined);
  /** Milliseconds until it starts or, of an arena, until it ends. */
  readonly left: number | null = $derived.by(() => {
    const p = this.page;
    if (!p || p.status === 'over') return null;
    if (p.status === 'announced') return Math.max(0, p.start - this.now);
    if (p.kind !== 'arena') return null;
    return Math.max(0, (p.begun ?? p.start) + (p.minutes ?? 0) * 60_000 - this.now);
  });
}

/** House bots are called by their level, in the language of the page. */
export function nameOf(r: Standing): string {
  const level = r.kind === 'house' ? houseNames.indexOf(r.name) + 1 : 0;
  return level ? botName(level, r.name) : r.name;
}
const houseNames = ['Castaway', 'Beachcomber', 'Ferryman', 'Islander', 'Pilot', 'Navigator', 'Captain', 'Tidemaster'];

export const kindName = (k: Kind): string => t(`tour.kind.${k}`);

/** A time as a clock counts it. */
export function countdown(ms: number): string {
  const s = Math.ceil(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const h = Math.floor(s / 3600);
  if (h >= 48) return t('table.clockDays', { d: Math.floor(h / 24), h: h % 24 });
  return h ? `${h}:${two(Math.floor((s % 3600) / 60))}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** Points with halves and quarters as people write them. */
export function score(n: number): string {
  const whole = Math.floor(n);
  const part = { 0: '', 0.25: '¼', 0.5: '½', 0.75: '¾' }[n - whole];
  if (part === undefined) return number(n, 1);
  return part && !whole ? part : `${whole}${part}`;
}
