import type { GameCard } from '../card.svelte';
import Picture from './Picture.svelte';

const card: GameCard = {
  Picture,
  depths: ['10', '17', '5', '9'],
  settings: [{ key: 'pins', name: 'conqueror.setPins' }],
  given: { when: (options) => options.layout === 'custom', load: () => import('./LayoutEditor.svelte') },
};

export default card;
