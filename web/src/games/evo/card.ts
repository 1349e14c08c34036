import type { GameCard } from '../card.svelte';
import Picture from './Picture.svelte';

const card: GameCard = {
  Picture,
  depths: ['8', '11', '14', '6'],
  sand: true,
};

export default card;
