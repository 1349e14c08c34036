// The screen at the end of a game. Loaded when a game is over.
export { default as End } from './End.svelte';
export { loadEnding } from '$games/ending';
