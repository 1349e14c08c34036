// The first minute at a newcomer's table, loaded for newcomers alone.
export { default as Goal } from './Goal.svelte';
export { default as Leaders } from './Leaders.svelte';
export { default as Marks } from './Marks.svelte';
export { Minute } from './minute.svelte';
