import { expect, it } from 'vitest';
import { regional } from './index.svelte';

it('dates and times are those of the reader’s region, if it has the language of the page', () => {
  expect(regional('en', ['en-GB', 'de'])).toBe('en-GB');
  expect(regional('de', ['en-GB', 'de-AT', 'de-DE'])).toBe('de-AT');
  expect(regional('fr', ['en-GB'])).toBe('fr');
  expect(regional('en', ['en'])).toBe('en');
  const at = new Date(Date.UTC(2026, 10, 18, 19));
  const time = (code: string): string =>
    at.toLocaleTimeString(code, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  expect(time(regional('en', ['en-GB']))).toBe('19:00');
});
