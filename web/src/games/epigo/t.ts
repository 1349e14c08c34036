// Words of the pages and of this game.
import { type Key as PageKey, type Translate, word } from '$lib/i18n/index.svelte';
import type { words } from './lang/en';
import type lesson from './lesson.en.json';

export type Words = Record<keyof typeof words | keyof typeof lesson, string>;
export type Key = PageKey | keyof Words;
export const t: Translate<Key> = word;
