// Plays a story frame by frame, at the chosen speed; can pause, step and skip.
import type { Frame, View } from '$games/wire';
import { duration } from './settings.svelte';
import { sound } from './sound';

export class FramePlayer<V extends View = View, S = unknown> {
  frames: Frame<V, S>[] = $state.raw([]);
  index = $state(-1);
  paused = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private done: (() => void) | null = null;

  /** Something is being told, or waits to be. */
  get busy(): boolean {
    return this.frames.length > 0;
  }

  get frame(): Frame<V, S> | null {
    return this.frames[this.index] ?? null;
  }

  /** Adds a story behind what is being told. */
  add(frames: Frame<V, S>[]): void {
    if (!frames.length) return;
    this.frames = [...this.frames, ...frames];
    if (this.index < 0) this.go(0);
  }

  private go(i: number): void {
    clearTimeout(this.timer);
    const f = this.frames[i];
    if (!f) {
      this.finish();
      return;
    }
    this.index = i;
    if (f.sound) sound(f.sound);
    if (!this.paused) this.timer = setTimeout(() => this.go(i + 1), duration(f.ms));
  }

  private finish(): void {
    clearTimeout(this.timer);
    this.frames = [];
    this.index = -1;
    this.paused = false;
    this.done?.();
  }

  onfinish(f: () => void): void {
    this.done = f;
  }

  pause(): void {
    this.paused = true;
    clearTimeout(this.timer);
  }

  resume(): void {
    this.paused = false;
    if (this.busy) this.go(this.index + 1);
  }

  step(by: number): void {
    if (!this.busy) return;
    this.paused = true;
    const i = this.index + by;
    if (i >= this.frames.length) this.finish();
    else this.go(Math.max(0, i));
  }

  /** Jumps to the end of the story. */
  skip(): void {
    if (this.busy) this.finish();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.frames = [];
    this.index = -1;
    this.paused = false;
  }
}
