import { MediaQuery } from 'svelte/reactivity';

/** Wide enough for columns beside the board; TableLayout's style sheet asks the same. */
export const columns = new MediaQuery('(min-width: 1200px) and (min-height: 600px) and (orientation: landscape)');
/** Higher than wide: one thing below the other. */
export const upright = new MediaQuery('(orientation: portrait)');
