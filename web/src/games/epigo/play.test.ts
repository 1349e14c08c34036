import { describe, expect, it } from 'vitest';
import { StillContext } from '../still.svelte';
import { first } from './first';
import { deploy, planning } from './gallery';
import { EpigoPlay } from './play.svelte';

describe('an Order of a captured tile', () => {
  it('needs no direction from the board: it is given one, and the plan can be locked in', () => {
    const ctx = new StillContext(planning, 'S'); // S has lost its 4
    const play = new EpigoPlay(ctx);
    play.choose(4);
    expect(play.slots[0]).toEqual({ number: 4, dir: 'N' });
    expect(play.picked).toBeNull();
    play.choose(7);
    expect(play.picked).toBe(7);
    play.direct('W');
    play.put(6, 2);
    play.direct('N');
    expect(play.ready).toBe(true);
    expect(play.planText).toBe('plan 4N 7W 6N');
  });
});

describe('the marks of the first line-up', () => {
  it('are ticked by the deeds alone', () => {
    const play = new EpigoPlay(new StillContext(deploy, 'S'));
    const done = (): boolean[] => first(deploy, play, false)!.marks.map((m) => m.done);
    expect(done()).toEqual([false, false, false]);
    play.press('b4');
    expect(done()).toEqual([true, false, false]);
    play.press('f4');
    expect(done()).toEqual([true, true, false]);
  });
});
