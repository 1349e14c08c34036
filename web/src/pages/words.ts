// Words of pages that few visit first: they come with the page, not with the program.
import { addWords } from '$lib/i18n/index.svelte';
import type { Page } from '$lib/router.svelte';

const files = import.meta.glob<Record<string, string>>('./*/lang/*.ts', { import: 'words' });

export function loadPageWords(part: string): Promise<void> {
  return addWords(`page ${part}`, async (code) => {
    const load = files[`./${part}/lang/${code}.ts`] ?? files[`./${part}/lang/en.ts`];
    return (await load?.()) ?? {};
  });
}

/** A page together with its words, which may be of several parts. */
export const worded =
  (parts: string, load: () => Promise<{ default: Page }>) => async (): Promise<{ default: Page }> => {
    const [page] = await Promise.all([load(), ...parts.split(' ').map(loadPageWords)]);
    return page;
  };
