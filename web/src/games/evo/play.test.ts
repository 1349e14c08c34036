import { describe, expect, it } from 'vitest';
import type { EvoView } from './model';
import { EvoPlay } from './play.svelte';
import { StillContext } from '../still.svelte';

const position = (position: string, ...at: string[]): EvoView =>
  ({
    position,
    acting: ['S'],
    pieces: at.map((sq) => ({ seat: 'S', at: sq, role: 'W' })),
    castles: {},
  }) as unknown as EvoView;

/** A table whose answer comes when it is told to. */
class Slow extends StillContext<EvoView> {
  answer: (taken: boolean) => void = () => undefined;
  override send(): Promise<boolean> {
    return new Promise((r) => (this.answer = r));
  }
}

/** Somebody who has sent a move, and hears nothing yet. */
function sent() {
  const table = new Slow(position('one', 'g2', 'h2'), 'S', ['g2-g3', 'h2-h3']);
  const play = new EvoPlay(table);
  play.refresh();
  play.press('g2');
  play.press('g3');
  const done = play.confirm();
  return {
    play,
    next: () => {
      table.view = position('two', 'g3', 'h2');
      play.refresh();
    },
    answer: (taken: boolean) => {
      table.answer(taken);
      return done;
    },
  };
}

describe('a choice on its way', () => {
  it('is laid down when it was taken', async () => {
    const { play, answer } = sent();
    play.refresh(); // the same position once more
    expect([play.from, play.to]).toEqual(['g2', 'g3']);
    await answer(true);
    expect(play.from).toBeNull();
  });

  it('stays in the hand when it was refused', async () => {
    const { play, answer } = sent();
    await answer(false);
    expect([play.from, play.to]).toEqual(['g2', 'g3']);
  });

  it('is laid down with the next position, and a late answer leaves alone what was taken up since', async () => {
    const { play, next, answer } = sent();
    next();
    expect(play.from).toBeNull();
    play.press('h2');
    await answer(true);
    expect(play.from).toBe('h2');
  });
});
