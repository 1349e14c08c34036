// The clocks that forms offer, by a short name.
import type { ClockSetup } from './api/types';

export const clocks: Record<string, ClockSetup> = {
  none: { kind: 'none' },
  '5+5': { kind: 'fischer', initial_s: 300, increment_s: 5 },
  '10+5': { kind: 'fischer', initial_s: 600, increment_s: 5 },
  '20+10': { kind: 'fischer', initial_s: 1200, increment_s: 10 },
  turn60: { kind: 'per_turn', turn_s: 60 },
  days3: { kind: 'correspondence', days: 3 },
};
