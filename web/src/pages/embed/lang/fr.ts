import type { Words } from '../t';

export const words: Words = {
  'embed.open': 'Ouvrir sur Atoll',
  'embed.review': 'Ouvrir le bilan',
  'embed.solve': 'D’autres problèmes',
  'embed.live': 'en cours',
  'embed.over': 'La partie est terminée.',
  'embed.step': 'Étape {n} sur {of}',
  'embed.none': 'Ce plateau n’existe pas, ou n’est pas public.',
};
