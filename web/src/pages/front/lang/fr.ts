// Words of the games on this device: they come with the page that lists them.
import type { Words } from '../t';

export const words: Words = {
  'off.here': 'Sur cet appareil',
  'off.none': 'Les parties jouées sans réseau sont gardées ici.',
  'off.lives': 'gardée sur cet appareil',
  'off.over': 'terminée',
  'off.refused': 'refusée par le serveur : {why}',
  'off.joined': 'parmi vos parties',
  'off.joins': 'rejoindra vos parties quand vous serez en ligne',
  'off.signIn': 'rejoindra vos parties quand vous vous connecterez',
  'off.remove': 'Supprimer cette partie',
  'off.removeSure': 'Supprimer cette partie de cet appareil ?',
  'off.removeLine': 'Il n’en existe pas d’autre copie.',
  'off.removeJoined': 'Le serveur l’a aussi : elle reste parmi vos parties.',
  'off.works': 'Marche hors ligne',
  'off.bot': 'Jouer contre un bot',
  'off.botLine': 'Il réfléchit sur cet appareil.',
  'off.hot': 'À plusieurs sur un écran',
  'off.learn': 'Leçons et règles',
  'off.learnLine': 'Chaque étape, chaque règle',
  'off.review': 'Bilan et analyse',
  'off.reviewLine': 'Ouvrez une partie, une position ou un fichier.',
  'off.size': 'Atoll occupe {size} Mo ici.',
};
