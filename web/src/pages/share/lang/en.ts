// Words of the dialog that passes a board on.
export const words = {
  'share.title': 'Share',
  'share.link': 'Link',
  'share.linkLine': 'Shows a picture of the board wherever links are shown.',
  'share.embed': 'In a page of your own',
  'share.embedLine': 'Paste this where your page takes HTML.',
  'share.noEmbed': 'Whoever runs this server has not allowed boards in other pages.',
  'share.gif': 'As an animation',
  'share.turn': 'This turn',
  'share.last': 'The last moves',
  'share.copy': 'Copy',
  'share.send': 'Send to…',
  'share.save': 'Save the animation',
};
