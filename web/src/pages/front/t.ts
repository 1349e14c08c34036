// Words of the games on this device, and of the choice of a bot.
import { type Key as PageKey, type Translate, word } from '$lib/i18n/index.svelte';
import type { words } from './lang/en';

export type Words = Record<keyof typeof words, string>;
export type Key = PageKey | keyof Words;
export const t: Translate<Key> = word;
