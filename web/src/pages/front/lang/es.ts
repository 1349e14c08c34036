import type { Words } from '../t';

export const words: Words = {
  'off.here': 'En este dispositivo',
  'off.none': 'Aquí se guardan las partidas que juegas sin conexión.',
  'off.lives': 'guardada en este dispositivo',
  'off.over': 'terminada',
  'off.refused': 'el servidor no la aceptó: {why}',
  'off.joined': 'entre tus partidas',
  'off.joins': 'se suma a tus partidas cuando vuelvas a tener conexión',
  'off.signIn': 'se suma a tus partidas cuando inicies sesión',
  'off.works': 'Funciona sin conexión',
  'off.bot': 'Jugar con un bot',
  'off.botLine': 'Piensa en este dispositivo.',
  'off.hot': 'Dos o más en una pantalla',
  'off.learn': 'Lecciones y reglas',
  'off.learnLine': 'Cada paso, cada regla',
  'off.review': 'Repaso y análisis',
  'off.reviewLine': 'Abre una partida, una posición o un archivo.',
  'off.size': 'Atoll ocupa {size} MB aquí.',
};
