import type { Words } from '../t';

export const words: Words = {
  'share.title': 'Partager',
  'share.link': 'Lien',
  'share.linkLine': 'Montre une image du plateau là où les liens s’affichent.',
  'share.embed': 'Dans votre propre page',
  'share.embedLine': 'Collez ceci là où votre page accepte du HTML.',
  'share.noEmbed': 'Ce serveur n’autorise pas ses plateaux dans d’autres pages.',
  'share.gif': 'En animation',
  'share.turn': 'Ce tour',
  'share.last': 'Les derniers coups',
  'share.copy': 'Copier',
  'share.send': 'Envoyer à…',
  'share.save': 'Enregistrer l’animation',
};
