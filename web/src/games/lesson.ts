// Lessons: positions, and what is to be reached on them. They are data beside each game, which the
// terminal reads too.
import { addWords } from '$lib/i18n/index.svelte';
import type { GameEvent, View } from './wire';

/** What a fact must be: that, one of those, or a text with that in it. */
type Want = string | number | boolean | string[] | { starts: string } | { has: string };
type Where = Record<string, Want>;
/** An event that must or must not have happened, a list of the view without such an entry, or one of several. */
export type Goal =
  { event: string; where?: Where } | { never: string } | { free: string; where: Where } | { either: Goal[] };

export interface LessonStep {
  /** Part of the keys of its words. */
  id: string;
  position: string;
  me: string;
  /** What the other seats do at the same time. */
  others?: { seat: string; action: string }[];
  /** What follows without the player, such as a roll. */
  then?: { seat: string; action: string }[];
  /** All of it must hold. Steps without one are only read. */
  goal?: Goal[];
  /** An action that reaches the goal; steps that are only read have none. */
  show?: string;
}

function meets(fact: unknown, want: Want): boolean {
  if (Array.isArray(want)) return want.includes(String(fact));
  if (typeof want !== 'object') return fact === want;
  return 'starts' in want ? String(fact).startsWith(want.starts) : String(fact).includes(want.has);
}

const fits = (thing: Record<string, unknown>, where: Where = {}): boolean =>
  Object.entries(where).every(([name, want]) => meets(thing[name], want));

function holds(goal: Goal, events: readonly GameEvent[], view: View): boolean {
  if ('either' in goal) return goal.either.some((g) => holds(g, events, view));
  if ('never' in goal) return !events.some((e) => e.kind === goal.never);
  if ('event' in goal)
    return events.some((e) => e.kind === goal.event && fits(e as unknown as Record<string, unknown>, goal.where));
  const list = (view as unknown as Record<string, Record<string, unknown>[]>)[goal.free] ?? [];
  return !list.some((entry) => fits(entry, goal.where));
}

/** What nothing reaches: puzzles judge for themselves. */
export const endless: Goal[] = [{ either: [] }];

/** Whether a step's task is done. */
export const reached = (step: LessonStep, events: readonly GameEvent[], view: View): boolean =>
  (step.goal ?? []).every((g) => holds(g, events, view));

const loaders = import.meta.glob<readonly LessonStep[]>('./*/lesson.json', { import: 'default' });

export const hasLesson = (id: string): boolean => `./${id}/lesson.json` in loaders;
export const loadLesson = async (id: string): Promise<readonly LessonStep[]> =>
  (await loaders[`./${id}/lesson.json`]?.()) ?? [];

const english = import.meta.glob<Record<string, string>>('./*/lesson.en.json', { import: 'default' });

/** In English a lesson's words lie in a file that the terminal reads too; in other languages they come with the game's. */
export const loadLessonWords = (id: string): Promise<void> =>
  addWords(`${id}.lesson`, async (code) => (code === 'en' && (await english[`./${id}/lesson.en.json`]?.())) || {});
