import { describe, expect, it } from 'vitest';
import type { Frame, View } from '$games/wire';
import { FramePlayer } from './player.svelte';

const frames = [
  { view: {} as View, ms: 0 },
  { view: {} as View, ms: 0 },
] as Frame[];

describe('a story', () => {
  it('that was paused and dropped does not hold up the next one', () => {
    const p = new FramePlayer();
    p.add(frames);
    p.pause();
    p.stop();
    p.add(frames);
    expect(p.paused).toBe(false);
    p.stop();
  });
});
