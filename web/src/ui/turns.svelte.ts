/**
 * Counts the turns in which a page is drawn, from 0 to the last, a task for each: all at once would hold it up for longer
 * than three frames. The last is 0 while there is nothing to draw, and may grow.
 */
export function inTurns(last: () => number): () => number {
  let turn = $state(0);
  $effect(() => {
    if (turn >= last()) return;
    const soon = setTimeout(() => turn++);
    return () => clearTimeout(soon);
  });
  return () => turn;
}
