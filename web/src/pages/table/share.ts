import { openShare } from '../share/open';
import { partLost } from '$lib/parts.svelte';

/** Offers the ways to pass a game on. */
export const share = (table: string): void => void openShare(table).catch(() => void partLost());
