import type { RouteDef } from '$lib/router.svelte';
import { worded } from './pages/words';

export const routes: RouteDef[] = [
  { pattern: '/', load: () => import('./pages/front/Front.svelte') },
  { pattern: '/t/:id', load: () => import('./pages/table/Table.svelte'), bare: true },
  { pattern: '/r/:id', load: worded('review', () => import('./pages/review/Review.svelte')), bare: true },
  // Boards inside of other people's pages.
  { pattern: '/embed/t/:id', load: worded('embed', () => import('./pages/embed/Watch.svelte')), bare: true },
  { pattern: '/embed/r/:id', load: worded('embed review', () => import('./pages/embed/Review.svelte')), bare: true },
  {
    pattern: '/embed/puzzles/:game/:n',
    load: worded(
      'puzzle',
      worded('embed', () => import('./pages/embed/Puzzle.svelte')),
    ),
    bare: true,
  },
  {
    pattern: '/analysis',
    load: worded('review analysis', () => import('./pages/analysis/Analysis.svelte')),
    bare: true,
  },
  { pattern: '/learn', load: () => import('./pages/learn/Learn.svelte') },
  { pattern: '/learn/:game', load: () => import('./pages/learn/Lesson.svelte'), bare: true },
  { pattern: '/puzzles', load: worded('puzzle', () => import('./pages/puzzle/Puzzles.svelte')), bare: true },
  { pattern: '/puzzles/:game', load: worded('puzzle', () => import('./pages/puzzle/Puzzles.svelte')), bare: true },
  { pattern: '/puzzles/:game/:n', load: worded('puzzle', () => import('./pages/puzzle/Puzzles.svelte')), bare: true },
  { pattern: '/rules', load: () => import('./pages/rules/Rules.svelte') },
  { pattern: '/rules/:game', load: () => import('./pages/rules/Rules.svelte') },
  { pattern: '/tournaments', load: worded('tournament', () => import('./pages/tournament/List.svelte')), online: true },
  {
    pattern: '/tournaments/new',
    load: worded('tournament', () => import('./pages/tournament/New.svelte')),
    online: true,
  },
  {
    pattern: '/tournaments/:id',
    load: worded('tournament', () => import('./pages/tournament/Tournament.svelte')),
    online: true,
  },
  { pattern: '/watch', load: () => import('./pages/people/Watch.svelte'), online: true },
  { pattern: '/you', load: worded('people programs', () => import('./pages/people/You.svelte')), online: true },
  { pattern: '/recover', load: worded('people', () => import('./pages/people/Recover.svelte')), online: true },
  { pattern: '/friends', load: worded('people', () => import('./pages/people/Friends.svelte')), online: true },
  { pattern: '/u/:id', load: worded('people', () => import('./pages/people/Person.svelte')), online: true },
  { pattern: '/leaderboards', load: () => import('./pages/people/Leaderboards.svelte'), online: true },
  { pattern: '/programs', load: worded('programs', () => import('./pages/people/Programs.svelte')), online: true },
  { pattern: '/api', load: worded('programs', () => import('./pages/Api.svelte')), online: true },
  { pattern: '/notices', load: worded('notices', () => import('./pages/notices/Notices.svelte')), online: true },
  { pattern: '/settings', load: worded('set', () => import('./pages/Settings.svelte')) },
  { pattern: '/about', load: worded('about', () => import('./pages/About.svelte')) },
  { pattern: '/gallery', load: () => import('./pages/gallery/Gallery.svelte'), bare: true },
  { pattern: '*', load: () => import('./pages/NotFound.svelte') },
];
