import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { lang, preferred, useLanguage } from './lib/i18n/index.svelte';
import { apply } from './lib/settings.svelte';

apply();
await useLanguage(preferred());
// Another tab may have chosen another one.
window.addEventListener('storage', () => preferred() !== lang() && void useLanguage(preferred()));
mount(App, { target: document.getElementById('app')! });
