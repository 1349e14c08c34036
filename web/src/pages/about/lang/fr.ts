// Words of the page about Atoll.
export const words = {
  'about.line': 'Des jeux de plateau pour amis, inconnus et bots.',
  'about.1t': 'Jouez où vous êtes',
  'about.1': '{games} : dans le navigateur, dans un terminal ou avec votre propre programme. Sans compte.',
  'about.2t': 'Les secrets restent secrets',
  'about.2': 'Votre choix reste caché jusqu’à ce qu’il soit joué : chaque vue est faite pour une seule paire d’yeux.',
  'about.3t': 'Un hasard vérifiable',
  'about.3': 'Chaque tirage est scellé avant la partie et se vérifie après.',
  'about.4t': 'Logiciel libre',
  'about.4':
    'Sous licence Apache 2.0. Les règles sont expliquées avec nos mots ; là où les livrets laissent un doute, notre réponse est marquée comme notre interprétation.',
  'about.licences': 'Licences',
  'about.5t': 'À qui sont ces jeux',
  'about.5':
    'Atoll est indépendant et sans lien avec les auteurs de ses jeux. Il explique les règles avec ses mots et dessine ses propres images. Si un jeu vous plaît, demandez-en une boîte à ses auteurs.',
  'about.play': 'Jouer',
};
