// Words of the pages for those who bring a program.
export const words = {
  'programs.title': 'Programmes',
  'programs.line': 'Un programme joue avec son propre compte et sa propre clé, aux mêmes tables que les humains.',
  'programs.how': 'Comment ça marche',
  'programs.how1': 'Créez un compte pour votre programme. Son nom apparaît à la table, signalé comme programme.',
  'programs.how2': 'Copiez sa clé ; elle n’est montrée qu’une fois. Le programme se connecte avec elle.',
  'programs.how3': 'Il prend des places libres ou des invitations, lit les coups légaux et envoie celui qu’il choisit.',
  'programs.how4': 'Il peut guetter son tour, ou être prévenu à une adresse que vous donnez.',
  'programs.needAccount':
    'Les programmes appartiennent à des comptes. Créez-en un d’abord : un nom et un mot de passe suffisent.',
  'programs.name': 'Nom du programme',
  'programs.make': 'Créer son compte',
  'programs.none': 'Pas encore de programme.',
  'programs.tokenOf': 'Clé de {name}',
  'programs.secretOf': 'Secret de {name}',
  'programs.once': 'Elle n’est montrée qu’une fois. Gardez-la là où votre programme la trouve, et personne d’autre.',
  'programs.secretLine': 'Il signe les messages envoyés à cette adresse. Il n’est montré qu’une fois.',
  'programs.copy': 'Copier',
  'programs.renew': 'Nouvelle clé',
  'programs.revoke': 'Révoquer',
  'programs.revokeSure': 'Révoquer la clé de {name} ?',
  'programs.revokeLine':
    'Le programme est aussitôt déconnecté. Ses parties et sa cote restent. Une nouvelle clé le laisse revenir.',
  'programs.revoked': 'La clé de {name} ne marche plus.',
  'programs.hook': 'Adresse à prévenir de ses tours',
  'programs.hookLine': 'https seulement. Laissez vide pour ne rien envoyer.',
  'programs.api.title': 'L’API',
  'programs.api.line':
    'Tout ce que fait ce navigateur, votre programme peut le faire : JSON sur HTTP, nouvelles en direct par Server-Sent Events ou WebSocket.',
  'programs.api.begin': 'Deux requêtes pour jouer',
  'programs.api.beginLine':
    'La première crée un invité et rend une clé, la seconde ouvre une table contre un bot. La réponse donne la table ; sa position et ses coups légaux sont à un GET de là.',
  'programs.api.doc': 'Document OpenAPI',
  'programs.api.index': 'Requêtes par thème',
  'programs.api.request': 'Requête',
  'programs.api.about': 'Ce qu’elle fait',
};
