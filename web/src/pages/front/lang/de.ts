// Words of the games on this device: they come with the page that lists them.
import type { Words } from '../t';

export const words: Words = {
  'off.here': 'Auf diesem Gerät',
  'off.none': 'Partien, die du offline spielst, bleiben hier.',
  'off.lives': 'liegt auf diesem Gerät',
  'off.over': 'beendet',
  'off.refused': 'vom Server nicht angenommen: {why}',
  'off.joined': 'bei deinen Partien',
  'off.joins': 'kommt zu deinen Partien, wenn du wieder online bist',
  'off.signIn': 'kommt zu deinen Partien, wenn du dich anmeldest',
  'off.remove': 'Partie entfernen',
  'off.removeSure': 'Diese Partie von diesem Gerät entfernen?',
  'off.removeLine': 'Es gibt sie nur hier.',
  'off.removeJoined': 'Der Server hat sie auch: Sie bleibt bei deinen Partien.',
  'off.works': 'Geht offline',
  'off.bot': 'Gegen einen Bot',
  'off.botLine': 'Er denkt auf diesem Gerät.',
  'off.hot': 'Zu zweit oder mehr an einem Bildschirm',
  'off.learn': 'Lektionen und Regeln',
  'off.learnLine': 'Jeder Schritt, jede Regel',
  'off.review': 'Rückblick und Analyse',
  'off.reviewLine': 'Öffne eine Partie, eine Stellung oder eine Datei.',
  'off.size': 'Atoll belegt hier {size} MB.',
};
