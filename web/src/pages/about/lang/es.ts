// Words of the page about Atoll.
export const words = {
  'about.line': 'Juegos de mesa para amigos, desconocidos y bots.',
  'about.1t': 'Juega donde estés',
  'about.1': '{games}: en el navegador, en un terminal o con tu propio programa. No hace falta cuenta.',
  'about.2t': 'Lo secreto sigue secreto',
  'about.2': 'Lo que eliges queda oculto hasta que se juega: cada vista se hace para un solo par de ojos.',
  'about.3t': 'Un azar que puedes comprobar',
  'about.3': 'Cada sorteo se sella antes de la partida y puede comprobarse después.',
  'about.4t': 'Software libre',
  'about.4':
    'Con la licencia Apache 2.0. Las reglas se explican con nuestras palabras; donde el reglamento deja algo abierto, nuestra respuesta va marcada como nuestra regla.',
  'about.licences': 'Licencias',
  'about.5t': 'De quién son estos juegos',
  'about.5':
    'Atoll es independiente y no tiene relación con los autores de sus juegos. Explica las reglas con sus propias palabras y dibuja sus propias imágenes. Si te gusta un juego, pide un ejemplar a sus autores.',
  'about.play': 'Jugar ya',
};
