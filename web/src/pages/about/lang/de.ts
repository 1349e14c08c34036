// Words of the page about Atoll.
export const words = {
  'about.line': 'Brettspiele für Freunde, Fremde und Bots.',
  'about.1t': 'Spiele, wo du bist',
  'about.1': '{games}: im Browser, im Terminal oder mit deinem eigenen Programm. Ein Konto ist nicht nötig.',
  'about.2t': 'Geheimes bleibt geheim',
  'about.2': 'Was du wählst, bleibt verdeckt, bis es gespielt wird: Jede Ansicht wird für ein Paar Augen gemacht.',
  'about.3t': 'Zufall zum Nachprüfen',
  'about.3': 'Jede Ziehung wird vor dem Spiel versiegelt und lässt sich danach prüfen.',
  'about.4t': 'Freie Software',
  'about.4':
    'Unter der Apache-Lizenz 2.0. Die Regeln sind in eigenen Worten erklärt; was die Regelhefte offenlassen, ist als unsere Regelung gekennzeichnet.',
  'about.licences': 'Lizenzen',
  'about.5t': 'Wessen Spiele das sind',
  'about.5':
    'Atoll ist ein unabhängiges Werk und mit den Urhebern der Spiele nicht verbunden. Es erzählt die Regeln mit eigenen Worten und zeichnet eigene Bilder. Gefällt dir ein Spiel, dann frag seine Urheber nach einer Schachtel.',
  'about.play': 'Jetzt spielen',
};
