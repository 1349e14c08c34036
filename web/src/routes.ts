import type { RouteDef } from '$lib/router.svelte';

export const routes: RouteDef[] = [
  { pattern: '/gallery', load: () => import('./pages/gallery/Gallery.svelte'), bare: true },
  { pattern: '*', load: () => import('./pages/NotFound.svelte') },
];
