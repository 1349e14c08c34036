import type { RouteDef } from '$lib/router.svelte';

export const routes: RouteDef[] = [
  { pattern: '/', load: () => import('./pages/front/Front.svelte') },
  { pattern: '/t/:id', load: () => import('./pages/table/Table.svelte'), bare: true },
  { pattern: '/gallery', load: () => import('./pages/gallery/Gallery.svelte'), bare: true },
  { pattern: '*', load: () => import('./pages/NotFound.svelte') },
];
