// Keeps what a page shows of other people fresh.
import { onDestroy, onMount } from 'svelte';
import { Lobby } from './lobby.svelte';

/** Loads at once, whenever the lobby has news, and every half a minute while somebody looks. */
export function keepFresh(load: () => Promise<void>): void {
  let lobby: Lobby | null = null;
  const again = setInterval(() => void (document.hidden || load()), 30_000);
  onMount(() => {
    void load();
    lobby = new Lobby(() => void load());
  });
  onDestroy(() => {
    clearInterval(again);
    lobby?.close();
  });
}
