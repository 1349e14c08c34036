/** The menus of a table: what more there is, its keys, whether one really resigns. */
export type Menu = '' | 'more' | 'keys' | 'resign';
