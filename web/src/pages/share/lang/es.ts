import type { Words } from '../t';

export const words: Words = {
  'share.title': 'Compartir',
  'share.link': 'Enlace',
  'share.linkLine': 'Muestra una imagen del tablero allí donde se vean enlaces.',
  'share.embed': 'En una página tuya',
  'share.embedLine': 'Pega esto donde tu página acepte HTML.',
  'share.noEmbed': 'Quien lleva este servidor no permite tableros en otras páginas.',
  'share.gif': 'Como animación',
  'share.turn': 'Este turno',
  'share.last': 'Las últimas jugadas',
  'share.copy': 'Copiar',
  'share.send': 'Enviar a…',
  'share.save': 'Guardar la animación',
};
