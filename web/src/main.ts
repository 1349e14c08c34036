import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { preferred, useLanguage } from './lib/i18n/index.svelte';
import { apply } from './lib/settings.svelte';

apply();
await useLanguage(preferred());
mount(App, { target: document.getElementById('app')! });
