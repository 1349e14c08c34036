import type { Words } from '../t';

export const words: Words = {
  'embed.open': 'Abrir en Atoll',
  'embed.review': 'Abrir el repaso',
  'embed.solve': 'Más puzles',
  'embed.live': 'en directo',
  'embed.over': 'La partida ha terminado.',
  'embed.step': 'Paso {n} de {of}',
  'embed.none': 'Este tablero no existe o no es público.',
};
