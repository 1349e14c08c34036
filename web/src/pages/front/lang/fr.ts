// Words of the games on this device: they come with the page that lists them.
import type { Words } from '../t';

export const words: Words = {
  'off.here': 'Sur cet appareil',
  'off.none': 'Les parties jouées sans réseau sont gardées ici.',
  'off.lives': 'vit sur cet appareil',
  'off.over': 'terminée',
  'off.refused': 'refusée par le serveur : {why}',
  'off.joined': 'parmi vos parties',
  'off.joins': 'rejoindra vos parties à votre retour',
  'off.signIn': 'rejoindra vos parties à la connexion',
  'off.works': 'Marche sans réseau',
  'off.bot': 'Jouer contre un bot',
  'off.botLine': 'Il réfléchit sur cet appareil.',
  'off.hot': 'À plusieurs sur un écran',
  'off.learn': 'Leçons, règles',
  'off.learnLine': 'Chaque étape, chaque règle',
  'off.review': 'Bilan et analyse',
  'off.reviewLine': 'Ouvrez une partie, une position ou un fichier.',
  'off.size': 'Atoll occupe {size} Mo ici.',
};
