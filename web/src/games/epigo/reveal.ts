// What the panel shows while Orders are turned over.
export { default as Cards } from './Cards.svelte';
export { default as Rounds } from './Rounds.svelte';
