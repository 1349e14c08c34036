// Les mots des réglages qui viennent avec leur partie de la page.
export const words = {
  'look.board': 'Couleurs',
  'look.chart': 'Carte marine',
  'look.contrast': 'Contraste élevé',
  'look.safe': 'Pour daltoniens',
  'look.driftwood': 'Bois flotté',
  'look.pieces': 'Pièces',
  'look.carved': 'Sculptées',
  'look.plain': 'Simples',
};
