import { describe, expect, it } from 'vitest';
import { type Goal, reached } from './lesson';
import type { GameEvent, View } from './wire';

const events = [{ kind: 'move', seat: 'S', to: 'c5', path: 'c3 d3 c5', steps: 2 }] as unknown as GameEvent[];
const view = { threats: [{ at: 'j1' }] } as unknown as View;
const done = (...goal: Goal[]): boolean => reached({ id: '1', position: '', me: 'S', goal }, events, view);

describe('goals of lessons', () => {
  it('look at what has happened', () => {
    expect(done({ event: 'move', where: { seat: 'S', steps: 2 } })).toBe(true);
    expect(done({ event: 'move', where: { steps: 3 } })).toBe(false);
    expect(done({ event: 'move' }, { event: 'rotate' })).toBe(false);
    expect(done({ event: 'move' }, { never: 'rotate' })).toBe(true);
    expect(done({ never: 'move' })).toBe(false);
  });
  it('take one of several texts, or a part of one', () => {
    expect(done({ event: 'move', where: { to: ['e3', 'c5'] } })).toBe(true);
    expect(done({ event: 'move', where: { to: ['e3'] } })).toBe(false);
    expect(done({ event: 'move', where: { path: { has: 'd3' } } })).toBe(true);
    expect(done({ event: 'move', where: { path: { starts: 'd3' } } })).toBe(false);
    expect(done({ either: [{ event: 'win' }, { event: 'move' }] })).toBe(true);
  });
  it('look at the position', () => {
    expect(done({ free: 'threats', where: { at: 'j1' } })).toBe(false);
    expect(done({ free: 'threats', where: { at: 'c12' } })).toBe(true);
  });
  it('are none where a step is only read', () => expect(done()).toBe(true));
});
