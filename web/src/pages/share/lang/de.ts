import type { Words } from '../t';

export const words: Words = {
  'share.title': 'Teilen',
  'share.link': 'Link',
  'share.linkLine': 'Wo Links gezeigt werden, erscheint ein Bild des Bretts.',
  'share.embed': 'In einer eigenen Seite',
  'share.embedLine': 'Füge dies ein, wo deine Seite HTML annimmt.',
  'share.noEmbed': 'Wer diesen Server betreibt, hat Bretter in fremden Seiten nicht erlaubt.',
  'share.gif': 'Als Animation',
  'share.turn': 'Dieser Zug',
  'share.last': 'Die letzten Züge',
  'share.copy': 'Kopieren',
  'share.send': 'Senden an …',
  'share.save': 'Animation speichern',
};
