import type { GameCard } from '../card.svelte';
import Picture from './Picture.svelte';

const card: GameCard = {
  Picture,
  depths: ['13', '8', '6', '11'],
  settings: [{ key: 'flat', name: 'earthquake.setFlat' }],
};

export default card;
