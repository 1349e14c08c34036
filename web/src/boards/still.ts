// A board that is only looked at has no cells for hands and keyboards, however many of them a page shows.
import { getContext, setContext } from 'svelte';

const key = Symbol('still');
/** Says so of every board inside this component. */
export const beStill = (): void => void setContext(key, true);
export const isStill = (): boolean => getContext(key) === true;
