import { describe, expect, it } from 'vitest';
import { YOU } from '$lib/i18n/index.svelte';
import type { GameEvent } from '$games/wire';
import { plainVerb, tell } from './words';

describe('the story of a game in its own words', () => {
  const e = { kind: 'take', seat: '1', text: '1 takes 2 from heap A.' } as unknown as GameEvent;
  it('names whoever moved, and the reader You', () => {
    expect(tell(e, () => 'Mara')).toBe('**Mara** takes 2 from heap A.');
    expect(tell(e, () => YOU)).toBe('**You** take 2 from heap A.');
    const end = { ...e, text: '1 takes the last one and wins.' };
    expect(tell(end, () => YOU)).toBe('**You** take the last one and win.');
    expect(tell({ ...e, text: '1 places stones and coins.' }, () => YOU)).toBe('**You** place stones and coins.');
  });
  it('says to the reader what others do', () => {
    const verbs = [
      'bites',
      'passes',
      'pushes',
      'catches',
      'goes',
      'tries',
      'ties',
      'plays',
      'loses',
      'is',
      'has',
      'said',
    ];
    expect(verbs.map(plainVerb).join(' ')).toBe('bite pass push catch go try tie play lose are have said');
  });
});
