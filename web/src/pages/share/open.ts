// The dialog comes when it is asked for: few share, and those who do can wait for it.
import { mount, unmount } from 'svelte';
import { loadPageWords } from '../words';

/** Opens the dialog for a table, or for one moment of it. Its link is the review's. */
export async function openShare(table: string, at?: number): Promise<void> {
  const [{ default: Share }] = await Promise.all([import('./Share.svelte'), loadPageWords('share')]);
  const dialog = mount(Share, {
    target: document.body,
    props: {
      table,
      at: at ?? 0,
      onclose: () => void unmount(dialog),
    },
  });
}
