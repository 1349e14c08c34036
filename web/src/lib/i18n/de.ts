import type { Catalogue } from './index.svelte';
import { en } from './en';
export const de: Catalogue = { ...en };
