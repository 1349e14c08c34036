// Words of the pages and of the analysis board.
import { type Key as PageKey, type Translate, word } from '$lib/i18n/index.svelte';
import type { words } from './lang/en';

export type Words = Record<keyof typeof words, string>;
export type Key = PageKey | keyof Words;
export const t: Translate<Key> = word;
