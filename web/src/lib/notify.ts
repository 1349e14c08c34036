// Tells somebody who looks elsewhere that it is their turn.
import { badge } from './badge';
import { t } from './i18n/index.svelte';
import { settings } from './settings.svelte';

export function yourTurn(game: string, id: string): void {
  if (!document.hidden) return;
  if ('vibrate' in navigator && settings.notify) navigator.vibrate(120);
  if (settings.notify && 'Notification' in window && Notification.permission === 'granted') {
    const n = new Notification(t('table.yourTurn'), { body: game, tag: `turn table:${id}`, icon: '/icon-192.png' });
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

let title = '';
/** Shows how many games wait: on the icon of the page and of the app, and in the title while nobody looks. */
export function showWaiting(n: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = icon.href.replace(/mark(-dot)?\.svg/, n ? 'mark-dot.svg' : 'mark.svg');
  badge(n);
  if (document.hidden && n) {
    title ||= document.title;
    document.title = `(${n}) ${t('table.yourTurn')}`;
  } else if (title) {
    document.title = title;
    title = '';
  }
}

/** The notice about a table that is being looked at goes. */
export function seenTable(id: string): void {
  void navigator.serviceWorker
    ?.getRegistration()
    .then((r) => r?.active?.postMessage({ seen: id }))
    .catch(() => undefined);
}
