// Web Push at this browser. Permission is asked for from a control only.
import { subscribe, unsubscribe } from './api/notices';
import { register } from './device.svelte';

/** Whether this browser can be told things while no page is open. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && window.isSecureContext;

const current = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

/** Whether this browser is told. */
export const pushed = async (): Promise<boolean> => canPush() && (await current()) !== null;

/** Asks for permission and subscribes. Says what stands in the way: the person, or the browser. */
export async function startPush(key: string): Promise<'' | 'denied' | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    await register();
    const { pushManager } = await navigator.serviceWorker.ready;
    const sub = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await subscribe(sub.toJSON());
    return '';
  } catch {
    return 'failed';
  }
}

export async function endPush(): Promise<void> {
  const sub = canPush() ? await current() : null;
  if (!sub) return;
  await unsubscribe(sub.endpoint).catch(() => undefined);
  await sub.unsubscribe();
}
