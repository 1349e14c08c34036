import { describe, expect, it } from 'vitest';
import { YOU } from '$lib/i18n/index.svelte';
import type { GameEvent } from '$games/wire';
import { tell } from './words';

describe('the story of a game in its own words', () => {
  const e = { kind: 'take', seat: '1', text: '1 takes 2 from heap A.' } as unknown as GameEvent;
  it('names whoever moved, and the reader You', () => {
    expect(tell(e, () => 'Mara')).toBe('**Mara** takes 2 from heap A.');
    expect(tell(e, () => YOU)).toBe('**You:** takes 2 from heap A.');
  });
});
