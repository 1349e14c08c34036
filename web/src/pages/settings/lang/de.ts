// Wörter der Einstellungen, die mit ihrem Teil der Seite kommen.
export const words = {
  'look.board': 'Farben',
  'look.chart': 'Seekarte',
  'look.contrast': 'Hoher Kontrast',
  'look.safe': 'Für Farbenblinde',
  'look.driftwood': 'Treibholz',
  'look.pieces': 'Steine',
  'look.carved': 'Geschnitzt',
  'look.plain': 'Schlicht',
};
