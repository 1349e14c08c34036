import { expect, it, vi } from 'vitest';
import type { Moment } from '$lib/api/types';
import { Replay } from './replay.svelte';

const answers = vi.hoisted(() => new Map<number, (m: Moment) => void>());
vi.mock('$lib/api/client', () => ({
  ApiError: class extends Error {},
  moment: (_id: string, step: number) => new Promise((answer) => answers.set(step, answer)),
}));

const at = (step: number): Moment => ({ step, position: { step } }) as unknown as Moment;

it('a moment that comes late does not replace the one asked for after it', async () => {
  const r = new Replay('x');
  r.steps = [1, 2, 3, 4];
  const going = [r.go(3), r.go(1)];
  answers.get(2)!(at(2));
  answers.get(4)!(at(4));
  await Promise.all(going);
  expect(r.index).toBe(1);
  expect(r.now).toEqual(at(2));
});

it('whoever goes elsewhere has it play no longer', async () => {
  const r = new Replay('x');
  r.steps = [1, 2];
  r.running = true;
  const going = r.go(0);
  answers.get(1)!(at(1));
  await going;
  expect(r.running).toBe(false);
});
