import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadGames } from './lib/catalogue.svelte';
import { lang, preferred, useLanguage } from './lib/i18n/index.svelte';
import { apply } from './lib/settings.svelte';

apply();
// Asked ahead: nearly every page shows games.
void loadGames().catch(() => undefined);
await useLanguage(preferred());
// Another tab may have chosen another one.
window.addEventListener('storage', () => preferred() !== lang() && void useLanguage(preferred()));
mount(App, { target: document.getElementById('app')! });
