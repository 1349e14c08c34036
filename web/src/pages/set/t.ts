// Words of the pages and of the settings.
import { type Key as PageKey, type Translate, word } from '$lib/i18n/index.svelte';
import type { words } from './lang/en';

export const t: Translate<PageKey | keyof typeof words> = word;
