// Routes are plain paths. A page is loaded when it is first visited.
import type { Component } from 'svelte';
import { addressOf, site } from './root';

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

// Without a server there is one page, and paths stand behind its #.
const here = (): URL =>
  new URL(site ? window.location.hash.slice(1) || '/' : window.location.href, window.location.origin);

/** Where one is; `again` if it was come back to, by the buttons of the browser. */
export const location = $state({ path: here().pathname, query: here().search, again: false });

export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  const url = new URL(to, window.location.origin);
  const address = addressOf(url.href.slice(url.origin.length));
  // Where one is already is no new place to come back from.
  if (how === 'replace' || address === window.location.href) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  const moved = location.path !== url.pathname;
  location.again = false;
  location.path = url.pathname;
  location.query = url.search;
  if (moved) window.scrollTo(0, 0);
}

window.addEventListener('popstate', () => {
  location.again = true;
  location.path = here().pathname;
  location.query = here().search;
});

// A link that is opened in another window must say where it leads there.
if (site)
  for (const on of ['pointerover', 'focusin'])
    document.addEventListener(on, (e) => {
      const a = (e.target as Element).closest?.('a[href^="/"]') as HTMLAnchorElement | null;
      if (a && !a.hasAttribute('download')) a.href = addressOf(a.getAttribute('href')!);
    });

/** Follows plain clicks on links of our own without loading a page. */
export function followLinks(e: MouseEvent): void {
  if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
  const a = (e.target as Element | null)?.closest('a');
  if (!a || a.target || a.hasAttribute('download') || a.origin !== window.location.origin) return;
  if (site && a.getAttribute('href')?.startsWith('#')) {
    e.preventDefault();
    return document.getElementById(a.hash.slice(1))?.scrollIntoView();
  }
  if (site && a.hash.startsWith('#/')) {
    e.preventDefault();
    return go(a.hash.slice(1));
  }
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
