export const words = {
  'look.board': 'Colores',
  'look.chart': 'Carta náutica',
  'look.contrast': 'Alto contraste',
  'look.safe': 'Para daltónicos',
  'look.driftwood': 'Madera de mar',
  'look.pieces': 'Piezas',
  'look.carved': 'Talladas',
  'look.plain': 'Lisas',
};
