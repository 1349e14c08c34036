// Who sits where, as the first line of a story.
import type { Chair, SeatInfo, TableInfo } from './api/types';
import { seatLabel, seatName } from './describe';
import { has, t, YOU } from './i18n/index.svelte';

interface Seated {
  readonly seats: readonly SeatInfo[];
  readonly chairs: readonly Chair[];
  readonly hotSeat: boolean;
  readonly info: TableInfo | null;
  name(seat: string): string;
}

export function seating(at: Seated): string {
  const who = at.seats.map((s) => {
    const chair = 1 + at.chairs.findIndex((c) => c.seat === s.seat);
    const name = at.hotSeat && s.mine ? t('story.player', { n: chair }) : s.mine ? YOU : seatName(s);
    // Where seats are but letters, nobody plays one.
    return has(`seat.${s.seat}`)
      ? t('story.plays', { name, seat: seatLabel(s.seat) })
      : t('story.sits', { name, seat: s.seat });
  });
  const late = at.chairs.filter((c) => c.commit && !c.nonce).map((c) => t('story.withheld', { name: at.name(c.seat) }));
  const drawn = at.info?.draw_seats ? t('story.drawn') + ' ' : '';
  return [drawn + who.join(', ') + '.', ...late].join(' ');
}
