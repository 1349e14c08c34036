import type { Words } from '../t';

export const words: Words = {
  'embed.open': 'Auf Atoll öffnen',
  'embed.review': 'Rückblick öffnen',
  'embed.solve': 'Mehr Aufgaben',
  'embed.live': 'läuft gerade',
  'embed.over': 'Die Partie ist zu Ende.',
  'embed.step': 'Schritt {n} von {of}',
  'embed.none': 'Brett nicht gefunden oder privat.',
};
