import type { GameCard } from '../card.svelte';
import Chip from './Chip.svelte';
import Picture from './Picture.svelte';

const card: GameCard = {
  Picture,
  depths: ['12', '9', '7', '15'],
  sand: true,
  Chip,
};

export default card;
