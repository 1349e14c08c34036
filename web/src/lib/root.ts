/** The path that all of Atoll lies below: / on a server, perhaps another one on a web space. Scripts lie in a folder there. */
export const root = import.meta.env.DEV ? '/' : new URL('../', import.meta.url).pathname;
