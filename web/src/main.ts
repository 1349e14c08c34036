import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadGames } from './lib/catalogue.svelte';
import { lang, preferred, useLanguage } from './lib/i18n/index.svelte';
import { doubt, net } from './lib/net.svelte';
import { apply } from './lib/settings.svelte';
import { site } from './lib/root';
import { provide, startHere } from './lib/tables';

apply();
// The rules come to this browser when a table of its own is first asked for.
provide(async () => (await import('./lib/tables/core')).openTables());
if (site) startHere(); // there is nobody else to ask
// Asked ahead: nearly every page shows games.
void loadGames().catch(() => undefined);
await useLanguage(preferred());
// Another tab may have chosen another one.
window.addEventListener('storage', () => preferred() !== lang() && void useLanguage(preferred()));
// For those who have Atoll on their device; nobody else pays for it.
const device = (): Promise<typeof import('./lib/device.svelte')> => import('./lib/device.svelte');
window.addEventListener('appinstalled', () => void device().then((d) => d.keep()));
window.addEventListener('offline', () => void doubt());
if (net.kept || navigator.serviceWorker?.controller) void device().then((d) => d.watch());
else if (matchMedia('(display-mode: standalone)').matches) void device().then((d) => d.keep());
mount(App, { target: document.getElementById('app')! });
