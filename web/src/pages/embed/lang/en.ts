// Words of boards that stand in other people's pages.
export const words = {
  'embed.open': 'Open on Atoll',
  'embed.review': 'Open the review',
  'embed.solve': 'More puzzles',
  'embed.live': 'on now',
  'embed.over': 'The game is over.',
  'embed.step': 'Step {n} of {of}',
  'embed.none': 'Board not found or private.',
};
