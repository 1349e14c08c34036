// A puzzle's board: right choices are answered by the best defence, a wrong one ends the try.
import { LessonBoard } from '../learn/context.svelte';
import { endless } from '$games/lesson';
import type { LinePuzzle, Step } from '$games/puzzle';

export class PuzzleBoard extends LessonBoard {
  /** How many right choices have been made. */
  made = $state(0);
  private steps: readonly Step[] = [];

  override get acting(): boolean {
    return !this.wrong && super.acting;
  }

  /** Begins a puzzle. */
  async begin(game: string, p: LinePuzzle): Promise<void> {
    this.made = 0;
    await this.from(game, p.t, p.p, p.s);
  }

  /** Takes the wrong choice back. */
  async again(game: string, p: LinePuzzle): Promise<void> {
    const had = this.shown;
    const position = this.made ? this.last : p.p;
    await this.from(game, this.made ? this.steps : p.t, position, p.s);
    this.shown = had;
  }
  private last = '';

  private async from(game: string, steps: readonly Step[], position: string, me: string): Promise<void> {
    this.steps = steps;
    await this.load(game, { id: '', position, me, show: steps[0]?.[0] ?? '', goal: endless });
  }

  private found(text: string): Step | undefined {
    return this.steps.find((s) => s[0] === text);
  }

  protected override follow(text: string): readonly { seat: string; action: string }[] {
    return (this.found(text)?.[1] ?? []).map((r) => {
      const cut = r.indexOf(' ');
      return { seat: r.slice(0, cut), action: r.slice(cut + 1) };
    });
  }

  override show(): void {
    this.shown = true;
    void this.send(this.steps[0]?.[0] ?? '');
  }

  protected override judge(): void {
    const right = this.found(this.tried);
    if (!right) this.wrong = true;
    else {
      this.made++;
      this.steps = right[2] ?? [];
      this.last = this.view.position;
      if (!this.steps.length) this.done = true;
    }
    this.play?.refresh();
  }
}
