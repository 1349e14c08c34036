import { describe, expect, it } from 'vitest';
import { compile, render } from './refusals';
import de from './refusals.de.json';
import es from './refusals.es.json';
import fr from './refusals.fr.json';

const forms = compile(de);
const say = (text: string): string => render(forms, text);

describe('refusals in German', () => {
  for (const [english, german] of [
    ['The game is over.', 'Die Partie ist zu Ende.'],
    [
      'S may not "g2-g9": A Warrior does not go from g2 to g9. It moves 1 square sideways, ahead or diagonally ahead.',
      'Krieger: kein Zug von g2 nach g9. So zieht diese Rolle: ein Feld seitwärts, voraus oder schräg voraus.',
    ],
    ['c3 is 2 steps away, and you rolled 3 steps.', 'c3 ist 2 Schritte entfernt, gewürfelt hast du 3 Schritte.'],
    ['impossible position: A has not claimed a1', 'unmögliche Stellung: A hat a1 noch nicht besetzt'],
    [
      'evo position: South has no pieces, and nobody won by that',
      'Süd hat keine Steine, und niemand hat dadurch gewonnen',
    ],
    ["it is not N's turn; to act: S and N.", 'N ist nicht am Zug; am Zug: S und N.'],
    ['c3 is not two hexes from a1 in a straight line.', 'c3 liegt nicht zwei Felder geradeaus von a1.'],
    ['e5 is 4 tiles higher; only 1 can be climbed.', 'e5 ist 4 Platten höher; steigen kann man nur eine.'],
    ['There is no bazooka in hand.', 'Das hast du nicht in der Hand: Bazooka.'],
    [
      'byte 11: format is "atoll/1", but only "atoll-record/1" is known',
      'Zeichen 11: das Format ist "atoll/1", bekannt ist nur "atoll-record/1"',
    ],
    ["byte 7: expected ':', found 'x'", "Zeichen 7: erwartet wurde ':'; gefunden wurde 'x'"],
    [
      'byte 2: a record is an object, the line ends',
      'Zeichen 2: die Aufzeichnung: hier gehören Einträge in geschweiften Klammern hin; der Text hört dort auf',
    ],
    ['event 3: no seat is called "Q"', 'Ereignis 3: kein Platz heißt "Q"'],
    ['name needs 3 or more characters', 'Name: mindestens 3 Zeichen sind nötig'],
    ['there is no field colour here', 'ein Feld colour gibt es hier nicht'],
    ['something nobody has written yet', 'something nobody has written yet'],
  ] as const) {
    it(english, () => expect(say(english)).toBe(german));
  }
  it('leaves what is longer than any sentence as it is', () => {
    const long = `${'a '.repeat(2000)}is not next to ${'b '.repeat(2000)}.`;
    expect(say(long)).toBe(long);
  });
});

describe('refusals in French', () => {
  const french = compile(fr);
  for (const [english, said] of [
    [
      'S may not "g2-g9": A Warrior does not go from g2 to g9. It moves 1 square sideways, ahead or diagonally ahead.',
      'Guerrier\u202f: pas de déplacement de g2 à g9. Ce rôle bouge ainsi\u202f: une case de côté, devant ou en diagonale avant.',
    ],
    ['c3 is 2 steps away, and you rolled 3 steps.', 'c3 est à 2 pas, et votre dé donne 3 pas.'],
    ['There is no bazooka in hand.', 'Cet outil n’est pas en main\u202f: Bazooka.'],
    ['sign in to play rated games', 'connectez-vous pour jouer des parties classées'],
  ] as const) {
    it(english, () => expect(render(french, english)).toBe(said));
  }
});

describe('refusals in Spanish', () => {
  const spanish = compile(es);
  for (const [english, said] of [
    [
      'S may not "g2-g9": A Warrior does not go from g2 to g9. It moves 1 square sideways, ahead or diagonally ahead.',
      'Guerrero: no va de g2 a g9. Este rol mueve 1 casilla de lado, hacia delante o en diagonal hacia delante.',
    ],
    ['c3 is 2 steps away, and you rolled 3 steps.', 'c3 está a 2 pasos, y has sacado 3 pasos.'],
    ['There is no bazooka in hand.', 'No tienes en la mano: Bazuca.'],
    ["it is not N's turn; to act: S and N.", 'no le toca a N; les toca a: S y N.'],
    ['name needs 3 or more characters', 'nombre: hacen falta al menos 3 caracteres'],
  ] as const)
    it(english, () => expect(render(spanish, english)).toBe(said));
});
