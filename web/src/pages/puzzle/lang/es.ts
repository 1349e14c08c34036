import type { Words } from '../t';

export const words: Words = {
  'puzzle.win':
    '{who|Juegas tú|Juega #}. Gana en {n|una decisión|# decisiones} como mucho, respondan lo que respondan.',
  'puzzle.escape': '{who|Juegas tú|Juega #}. Encuentra la única jugada que aguanta.',
  'puzzle.right': 'Eso es.',
  'puzzle.rightLine': 'Demostrado contra cualquier respuesta.',
  'puzzle.wrong': 'Legal, pero así no se gana o se tarda más.',
  'puzzle.wrongEscape': 'Legal, pero no aguanta. Prueba otra vez.',
  'puzzle.next': 'Puzle siguiente',
  'puzzle.reply': 'Su mejor respuesta',
  'puzzle.unsafe': 'No es segura: su mejor respuesta te deja en {n} %. Puedes asegurar {of} %.',
  'puzzle.safe': 'Ninguna respuesta te baja de {n} %, y ninguna mezcla es mejor.',
  'puzzle.checkNone': 'Da una parte a un plan, al menos',
  'puzzle.check': 'Comprobar la mezcla',
  'puzzle.more1': 'Plan {n}, más a menudo',
  'puzzle.less': 'Plan {n}, menos a menudo',
  'puzzle.parts': '{n|una parte|# partes}',
  'puzzle.plans': 'Planes a elegir',
  'puzzle.mixCan': 'La mejor mezcla vale {n} %, hagan lo que hagan.',
  'puzzle.mixLine':
    '{who} planea en secreto, y el otro bando también. Solo cuenta este turno: ganar es 100 %, perder 0 %, lo demás 50 %. Decide con qué frecuencia jugar cada plan para que ninguna respuesta te haga daño.',
  'puzzle.mix': 'Encuentra la mezcla segura',
  'puzzle.solved': '{n|uno resuelto|# resueltos}',
  'puzzle.at': '{n} de {of}',
  'puzzle.more': 'Más puzles',
  'puzzle.seen': 'Esa era la solución. Cuenta como visto, no como resuelto.',
  'puzzle.luck': 'Tus decisiones. Se defienden lo mejor posible y la suerte va en tu contra.',
  'puzzle.replies': 'Tus decisiones. Responden con su mejor defensa.',
};
