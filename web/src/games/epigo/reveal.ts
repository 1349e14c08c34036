// What the panel shows while Orders are turned over: the cards, and the questions that they raise.
export { default as Answer } from './Answer.svelte';
export { default as Cards } from './Cards.svelte';
export { default as Rounds } from './Rounds.svelte';
