// Words of the settings that come with their part of the page.
export const words = {
  'look.board': 'Colours',
  'look.chart': 'Sea chart',
  'look.contrast': 'High contrast',
  'look.safe': 'Colour-blind safe',
  'look.driftwood': 'Driftwood',
  'look.pieces': 'Pieces',
  'look.carved': 'Carved',
  'look.plain': 'Plain',
};
