/** The path that all of Atoll lies below: / on a server, perhaps another one on a web space. Scripts lie in a folder there. */
export const root = import.meta.env.DEV ? '/' : new URL('../', import.meta.url).pathname;

/** Whether these are pages without a server behind them, as `atoll site` writes them. */
export const site = typeof document === 'object' && document.querySelector?.('meta[name=atoll-site]') != null;

/** The address of a page, to share. A web space knows none but the first; the rest is for the page itself. */
export const addressOf = (path: string): string => window.location.origin + (site ? `${root}#${path}` : path);
