import { toast } from '$lib/announce.svelte';
import { t } from '$lib/i18n/index.svelte';
import { addressOf } from '$lib/root';

/** Hands the address of a game's review to whatever this device shares with. */
export async function share(table: string): Promise<void> {
  const url = addressOf(`/r/${table}`);
  try {
    if (typeof navigator.share === 'function') await navigator.share({ title: 'Atoll', url });
    else {
      await navigator.clipboard.writeText(url);
      toast('ok', t('table.copied'), url, 3000);
    }
  } catch {
    toast('ok', url);
  }
}
