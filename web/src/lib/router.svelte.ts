// Routes are plain paths. A page is loaded when it is first visited.
import type { Component } from 'svelte';

export interface Route {
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
}

// eslint-disable-next-line -- a page takes its params as props, whatever they are called
export type Page = Component<any>;

export interface RouteDef {
  /** `/t/:id`; a last `*` takes the rest. */
  pattern: string;
  load: () => Promise<{ default: Page }>;
  /** Pages that fill the window draw their own bar. */
  bare?: boolean;
  /** There is nothing to see without a server. */
  online?: boolean;
}

/** Where one is; `again` if it was come back to, by the buttons of the browser. */
export const location = $state({ path: window.location.pathname, query: window.location.search, again: false });

export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  const url = new URL(to, window.location.origin);
  // Where one is already is no new place to come back from.
  if (how === 'replace' || url.href === window.location.href) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  const moved = location.path !== url.pathname;
  location.again = false;
  location.path = url.pathname;
  location.query = url.search;
  if (moved) window.scrollTo(0, 0);
}

window.addEventListener('popstate', () => {
  location.again = true;
  location.path = window.location.pathname;
  location.query = window.location.search;
});

/** Follows plain clicks on links of our own without loading a page. */
export function followLinks(e: MouseEvent): void {
  if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
  const a = (e.target as Element | null)?.closest('a');
  if (!a || a.target || a.hasAttribute('download') || a.origin !== window.location.origin) return;
  // To a place on this page: the browser scrolls there and moves the focus.
  if (a.hash && a.pathname === window.location.pathname && a.search === window.location.search) return;
  if (a.pathname.startsWith('/api/') || a.pathname.startsWith('/docs')) return;
  e.preventDefault();
  go(a.pathname + a.search + a.hash);
}

export function match(pattern: string, path: string): Record<string, string> | null {
  const want = pattern.replace(/\/+$/, '').split('/');
  const have = path.replace(/\/+$/, '').split('/');
  const params: Record<string, string> = {};
  for (let i = 0; i < Math.max(want.length, have.length); i++) {
    const w = want[i];
    const h = have[i];
    if (w === '*') return params;
    if (w === undefined || h === undefined) return null;
    if (w.startsWith(':')) {
      try {
        params[w.slice(1)] = decodeURIComponent(h);
      } catch {
        return null;
      }
    } else if (w !== h) return null;
  }
  return params;
}
