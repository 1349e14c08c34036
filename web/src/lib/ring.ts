import { ringsFor } from './rings';
import { sound } from './sound';

/** A sound for news of a kind, if the page about notices has it so. */
export function ring(kind: string, name: 'bell' | 'tick' = 'bell'): void {
  if (ringsFor(kind)) sound(name);
}
