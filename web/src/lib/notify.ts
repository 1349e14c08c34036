// Tells somebody who looks elsewhere that it is their turn.
import { t } from './i18n/index.svelte';
import { settings } from './settings.svelte';

export function yourTurn(game: string, id: string): void {
  if (!document.hidden) return;
  if ('vibrate' in navigator && settings.notify) navigator.vibrate(120);
  if (settings.notify && 'Notification' in window && Notification.permission === 'granted') {
    const n = new Notification(t('table.yourTurn'), { body: game, tag: `atoll-${id}`, icon: '/icon-192.png' });
    n.onclick = () => {
      window.focus();
      n.close();
    };
  }
}

export async function allowNotices(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
