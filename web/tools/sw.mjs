// Writes the service worker again, once all that belongs to a release lies in its folder: node web/tools/sw.mjs
import { fileURLToPath } from 'node:url';
import { writeServiceWorker } from './offline.js';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
writeServiceWorker(at('../dist/app'), at('../sw/sw.ts'));
