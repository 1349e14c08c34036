// Options of the games in German. The games describe them in English; what is missing here is shown so.
export const options: Record<string, readonly [name: string, help: string]> = {
  'epigo.variant': ['Variante', 'Das Grundspiel oder die offizielle Variante Islanders.'],
  'epigo.variant=core': ['Grundspiel', 'Sieben Epigonen auf jeder Seite, sonst nichts.'],
  'epigo.variant=islanders': [
    'Islanders',
    'Jeder hat auch eine Insel, auf der bis zu drei Epigonen sicher sind, und einen Befehl SLAM!, der sie rückt.',
  ],
  'epigo.island_exit': [
    'Die Insel verlassen',
    'Wohin ein Epigon von seiner Insel treten darf, wenn sein Befehl handelt.',
  ],
  'epigo.island_exit=any': ['Zu jeder Seite', 'Über jedes Feld neben der Insel, was der Pfeil auch sagt.'],
  'epigo.island_exit=arrow': [
    'Zur Seite des Pfeils',
    'Nur über die zwei Felder, zu denen der Pfeil des Befehls zeigt.',
  ],
  'epigo.island_priority': [
    'Inselvorrang',
    'Ein Epigon auf seiner Insel handelt mit seiner Nummer plus eins: eine 3 gilt dort als 4, eine 7 so viel wie SLAM!.',
  ],
  'epigo.quiet_limit': [
    'Stille Züge bis zum Remis',
    'Nach so vielen Zügen in Folge ohne Gefangenen ist das Spiel remis.',
  ],
  'evo.setup': ['Aufstellung', 'Wo die acht Steine zu Beginn stehen.'],
  'evo.setup=guard': ['Wache', 'Um die Burg, in zwei Reihen zu vier.'],
  'evo.setup=line': ['Linie', 'Eine Reihe zu acht vor der Burg. Für zwei Spieler.'],
  'evo.quiet_limit': ['Stille Züge', 'Nach so vielen Zügen in Folge ohne Schlagen ist das Spiel remis.'],
  'conqueror.layout': ['Brett', 'Wie die sechzehn Inseln liegen.'],
  'conqueror.layout=basic': ['Einfach', 'Ein Quadrat aus 8×8 Feldern.'],
  'conqueror.layout=custom': [
    'Eigenes',
    'Ein Kern aus 6×6 Feldern und sieben Inseln ringsum, von dir gezeichnet oder ausgelost. Alles muss über Feldkanten zusammenhängen.',
  ],
  'conqueror.coins': ['Münzen', 'Mit wie vielen Münzen jeder beginnt.'],
  'conqueror.coins=even': [
    'Alle verteilt',
    'Die 48 Münzen werden gleich verteilt: je 24 zu zweit, 16 zu dritt, 12 zu viert.',
  ],
  'conqueror.coins=12': ['Je 12', 'Immer 12 für jeden; zu zweit oder dritt werden sie knapp.'],
  'conqueror.tiebreak': [
    'Gleichstand auf Inseln',
    'Wer am Ende eine unfertige Insel bekommt, wenn mehrere dort die meisten Münzen haben.',
  ],
  'conqueror.tiebreak=last_claim': ['Letzte Münze', 'Wer von ihnen dort die letzte Münze gelegt hat.'],
  'conqueror.tiebreak=dice': ['Würfel', 'Sie würfeln für jede Münze dort; der beste einzelne Wurf bekommt die Insel.'],
  'conqueror.forfeit': ['Wer ausscheidet', 'Ob jemand, der nicht mehr ziehen kann, seine Inseln behält.'],
  'conqueror.forfeit=keep_score': ['Behält die Wertung', 'Spielt nicht weiter, aber Inseln und Münzen zählen am Ende.'],
  'conqueror.forfeit=out': [
    'Ist draußen',
    'Steht hinter allen, die noch im Spiel sind, und der Letzte im Spiel gewinnt.',
  ],
};
