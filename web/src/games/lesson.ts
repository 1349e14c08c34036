// Lessons: positions, and what is to be reached on them. The words are with the game's.
import type { GameEvent, View } from './wire';

export interface LessonStep {
  /** Part of the keys of its words. */
  id: string;
  position: string;
  me: string;
  /** What the other seats do at the same time. */
  others?: { seat: string; action: string }[];
  /** What follows without the player, such as a roll. */
  then?: { seat: string; action: string }[];
  goal: (events: readonly GameEvent[], view: View) => boolean;
  /** An action that reaches the goal; empty for steps that are only read. */
  show: string;
}

/** Goals by what has happened: an event of a kind, and perhaps a test of it. */
export const hasOf =
  <E extends GameEvent>() =>
  <K extends E['kind']>(kind: K, test: (e: Extract<E, { kind: K }>) => boolean = () => true) =>
  (events: readonly GameEvent[]): boolean =>
    events.some((e) => e.kind === kind && test(e as Extract<E, { kind: K }>));
export const look = (): boolean => true;

const loaders = import.meta.glob<readonly LessonStep[]>('./*/lesson.ts', { import: 'default' });

export const hasLesson = (id: string): boolean => `./${id}/lesson.ts` in loaders;
export const loadLesson = async (id: string): Promise<readonly LessonStep[]> =>
  (await loaders[`./${id}/lesson.ts`]?.()) ?? [];
