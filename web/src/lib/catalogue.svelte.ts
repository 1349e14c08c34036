// The games of this server, in its own words or those of the page's language. Pages list what is here and nothing else.
import { type Card, loadCardWords } from '$games/lang';
import { catalogue } from './api/client';
import type { GameInfo, OptionInfo } from './api/types';
import { lang, t } from './i18n/index.svelte';

let list: readonly GameInfo[] = $state.raw([]);
let cards: Record<string, Card> = $state.raw({});
const asked = new Set<string>();

/** The games, in the order in which they are shown; none before the server has answered. */
export const games = (): readonly GameInfo[] => list;
export const gameInfo = (id: string): GameInfo | undefined => list.find((g) => g.id === id);

export async function loadGames(): Promise<readonly GameInfo[]> {
  const c = await catalogue();
  list = c.games ?? [];
  return list;
}

/** What the page's language says of a game; English comes from the server. */
function card(id: string): Card | undefined {
  const code = lang();
  if (code === 'en') return undefined;
  const key = `${code}.${id}`;
  if (!asked.has(key)) {
    asked.add(key);
    loadCardWords(id, code).then(
      (c) => c && (cards = { ...cards, [key]: c }),
      () => asked.delete(key),
    );
  }
  return cards[key];
}

export const gameName = (id: string): string => card(id)?.name ?? gameInfo(id)?.name ?? '';
export const gameLine = (id: string): string => card(id)?.line ?? gameInfo(id)?.tagline ?? '';

/** Whose game it is, in sentences. */
export function gameCredit(id: string): string {
  const c = gameInfo(id)?.credit;
  if (!c) return '';
  const names = (all: string[]): string => new Intl.ListFormat(lang()).format(all);
  return [
    c.designers?.length ? t('credit.designed', { names: names(c.designers) }) : '',
    c.developers?.length ? t('credit.developed', { names: names(c.developers) }) : '',
    c.publisher ? t('credit.published', { names: c.publisher }) : '',
    ...(card(id)?.credit ?? [c.about ?? '', c.box]),
  ]
    .filter(Boolean)
    .join(' ');
}
export const gameSummary = (id: string): string => card(id)?.summary ?? gameInfo(id)?.summary ?? '';

/** Name and help of an option, or of `option=value`. */
export const optionWords = (id: string, key: string, name: string, help = ''): readonly [string, string] =>
  card(id)?.options?.[key] ?? [name, help];

/** A game that goes by another name with an option of that kind, as "Islanders". */
export function variantName(id: string, options: Record<string, unknown> | undefined): string {
  const o = gameInfo(id)?.options?.find((x) => x.key === 'variant');
  const value = options?.variant;
  if (!o || value === undefined || value === o.default) return '';
  const v = o.values?.find((x) => x.value === value);
  return v ? optionWords(id, `variant=${String(value)}`, v.name, v.help)[0] : '';
}

/** The options of a table that are not as usual, in words. */
export function changedOptions(
  id: string,
  options: Record<string, unknown> | undefined,
): { key: string; name: string; value: string; help: string }[] {
  return (gameInfo(id)?.options ?? []).flatMap((o) => {
    const value = options?.[o.key];
    if (value === undefined || value === o.default) return [];
    const [name, help] = optionWords(id, o.key, o.name, o.help);
    const v = o.values?.find((x) => x.value === value);
    const [word, more] = v ? optionWords(id, `${o.key}=${String(value)}`, v.name, v.help) : ['', ''];
    return [{ key: o.key, name, value: word || (value === true ? '' : String(value)), help: more || help }];
  });
}

export const gameTitle = (info: { game: string; options?: Record<string, unknown> | undefined }): string =>
  [gameName(info.game), variantName(info.game, info.options)].filter(Boolean).join(': ');

/** Whether an option plays a part with what the others say. */
export function matters(o: OptionInfo, values: Record<string, unknown>): boolean {
  const is = (text: string): boolean => {
    const [k = '', v] = text.split('=');
    return String(values[k]) === v;
  };
  return (!o.needs || is(o.needs)) && !(o.idle && is(o.idle));
}
