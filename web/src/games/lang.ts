// The words of the games: one file a language in each game's folder.
import { addWords } from '$lib/i18n/index.svelte';

/** What lists and forms say of a game. The server says it in English; a language has its own words for it. */
export interface Card {
  name?: string;
  line: string;
  summary?: string;
  /** Where the game comes from, and whom to ask for it. */
  credit?: readonly [about: string, box: string];
  /** Name and help of `option` and of `option=value`. */
  options?: Record<string, readonly [name: string, help: string]>;
}

interface File {
  words: Record<string, string>;
  card?: Card;
}

const files = import.meta.glob<File>('./*/lang/*.ts');
const file = (id: string, code: string): Promise<File> | undefined => files[`./${id}/lang/${code}.ts`]?.();

/** Loads the words of a game's boards, and keeps them in the language of the page. */
export function loadWords(id: string): Promise<void> {
  return addWords(id, async (code) => (await (file(id, code) ?? file(id, 'en')))?.words ?? {});
}

export const loadCardWords = async (id: string, code: string): Promise<Card | undefined> =>
  (await file(id, code))?.card;
