// Words of the pages, of people, and of the programs they bring.
import { type Key as PageKey, type Translate, word } from '$lib/i18n/index.svelte';
import type { words as programs } from '../programs/lang/en';
import type { words } from './lang/en';

export type Words = Record<keyof typeof words, string>;
export type Key = PageKey | keyof Words | keyof typeof programs;
export const t: Translate<Key> = word;
