import { beforeAll, describe, expect, it } from 'vitest';
import { YOU } from '$lib/i18n/index.svelte';
import { loadWords } from '../lang';
import type { GameEvent } from '../wire';
import { explain } from './explain';
import { island } from './island.test-helper';
import type { QuakeView } from './model';

beforeAll(() => loadWords('earthquake'));

const judge = (before: QuakeView, played: string, best: string | null, events: Record<string, string>[] = []) =>
  explain({
    before,
    after: null,
    seat: '1',
    played,
    best,
    events: events as unknown as GameEvent[],
    name: (s) => (s === '1' ? YOU : 'Kaya'),
  });

describe('why a choice went as it did', () => {
  it('the water without a way out', () => {
    const v = island('c4:1C c5:2R', ['c4 1', 'a1 2']);
    expect(judge(v, 'stay', 'move c5')[0]).toMatchObject({
      kind: 'drown',
      head: 'You were left in the water on c4 with no way out',
      better: 'Better: Go to c5.',
    });
  });
  it('a way out given to a swimmer', () => {
    const v = island('c4:3C0 c5:2R c3:3H', ['c4 1', 'd6 2']);
    expect(judge(v, 'stay', 'move c3').map((r) => r.kind)).toContain('helps');
  });
  it('a volcano that came up is no fault, but told', () => {
    const v = island('c4:2S c5:2R', ['c4 1', 'a1 2'], { phase: 'keep' });
    expect(judge(v, 'keep', 'discard', [{ kind: 'volcano', hex: 'c4', explorer: '1', text: '' }])[0]?.head).toBe(
      'A volcano came up under you on c4',
    );
  });
  it('a rival who could have been put into the water', () => {
    const v = island('c4:3D c5:1R c3:3R', ['c4 1 D', 'c5 2']);
    const r = judge(v, 'move c3', 'dynamite c5').find((x) => x.kind === 'missedHit');
    expect(r?.head).toBe('Kaya could have been hit');
    expect(r?.better).toContain('Kaya falls into the water');
  });
  it('standing low beside dynamite', () => {
    const v = island('c4:2C c5:3D b3:3R c3:3H', ['c4 1', 'c5 2 D']);
    expect(judge(v, 'stay', 'move c3').map((r) => r.kind)).toContain('exposed');
  });
});

describe('why a place to start was a poor one', () => {
  const start = (stacks: string, played: string, best: string) =>
    judge(island(stacks, ['a1 2'], { phase: 'place' }), `place ${played}`, `place ${best}`);
  it('a low stack with few steps on', () => {
    const rs = start('b2:1C c2:1R d4:5C d5:4R c4:3R', 'b2', 'd4');
    expect(rs.map((r) => r.kind)).toEqual(['low', 'narrow']);
    expect(rs[0]).toMatchObject({
      head: 'You started low: the stack on b2 was 1 high',
      better: 'd4 was 5 high, with 2 steps on.',
    });
    expect(rs[1]?.head).toBe('Only 1 step leads on from b2');
  });
  it('no way on at all comes first', () => {
    expect(start('b2:1C c2:3R d4:5C d5:4R', 'b2', 'd4').map((r) => r.kind)).toEqual(['noWay', 'low']);
  });
  it('a tool on top of the better place', () => {
    expect(start('b2:3C c2:3R d4:3D d5:3R', 'b2', 'd4')).toMatchObject([
      { kind: 'startTool', why: 'It lay on top of d4, to be kept on the first turn.' },
    ]);
  });
  it('says nothing where neither is higher nor freer', () => {
    expect(start('b2:3C c2:3R d4:3H d5:3R', 'b2', 'd4')).toEqual([]);
  });
});
