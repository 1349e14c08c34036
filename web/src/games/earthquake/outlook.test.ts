import { describe, expect, it } from 'vitest';
import { island } from './island.test-helper';
import { parse, type QuakeView } from './model';
import { outlook } from './outlook';

const chips = (v: QuakeView, text: string) => outlook(v, parse(text), '1').chips.map((c) => `${c.kind} ${c.what}`);

describe('what a choice brings', () => {
  it('a tool on the last tile: discarding it drowns its player, keeping a lifebelt floats', () => {
    const v = island('c4:1L d4:3C0 c5:4C0', ['c4 1 D', 'f6 2'], { phase: 'keep' });
    expect(chips(v, 'discard')).toEqual(['danger drownTool']);
    expect(chips(v, 'keep')).toEqual(['warn wet', 'warn loseTool', 'ok floats']);
    expect(chips(island('c4:1L d4:3C0', ['c4 1'], { phase: 'keep' }), 'discard')).toEqual(['danger drown']);
  });
  it('a stack one high beside the water is a way out, two high is none without a rope', () => {
    const low = island('c4:1C c5:1R', ['c4 1', 'f6 2']);
    expect(outlook(low, parse('stay'), '1').chips[0]).toEqual({ kind: 'warn', what: 'wetOut', list: ['c5'] });
    expect(chips(island('c4:1C c5:2R', ['c4 1', 'a1 2']), 'stay')[0]).toBe('danger drown');
    expect(chips(island('c4:1C c5:2R', ['c4 1 R', 'a1 2']), 'stay')[0]).toBe('warn wetOut');
  });
  it('cracks lower a stack to a way out, for oneself and for whoever swims', () => {
    const v = island('c4:1C0 c5:2R c7:3R', ['c4 1', 'd6 2']);
    expect(outlook(v, parse('stay'), '1')).toMatchObject({
      loses: ['c5', 'c4'],
      chips: [
        { what: 'wetOut', list: ['c5'] },
        { what: 'helps', seat: '2', at: 'c5' },
      ],
    });
  });
  it('the tile below is unknown: volcanoes are counted among the unseen', () => {
    const v = island('c4:2S', ['c4 1', 'g6 2'], { phase: 'keep' });
    expect(outlook(v, parse('keep'), '1').chips[0]).toEqual({ kind: 'warn', what: 'below', n: 3, of: 61 });
    expect(outlook(v, parse('discard'), '1').chips[0]).toMatchObject({ what: 'uncovers', at: 'c4', n: 3, of: 61 });
  });
  it('nothing below a top is read, even where the view holds it', () => {
    const v = island('c4:2S', ['c4 1', 'g6 2'], { phase: 'keep' });
    const told = structuredClone(v);
    told.cells.find((c) => c.hex === 'c4')!.tiles = ['V', 'S'];
    for (const text of ['keep', 'discard'])
      expect(outlook(told, parse(text), '1')).toEqual(outlook(v, parse(text), '1'));
  });
  it('rivals on falling tops are named', () => {
    const v = island('c4:3C01 c5:1R d5:2R b3:3R', ['c4 1', 'c5 2', 'd5 3']);
    expect(outlook(v, parse('stay'), '1').harmed).toEqual(['2', '3']);
    expect(chips(v, 'stay')).toEqual(['warn uncovers', 'ok sinks', 'ok lowers']);
  });
  it('a sandbag in hand may save your tile, so nothing is said to be lost', () => {
    expect(outlook(island('c4:1C c5:3R', ['c4 1 S', 'a1 2']), parse('stay'), '1').loses).toEqual([]);
  });
  it('a sandbag that is dropped saves nothing: the hole or the cracks go as if let go', () => {
    for (const [phase, top] of [
      ['hole', 'H'],
      ['crack', 'C0'],
    ] as const) {
      const low = island(`c4:1${top} c5:3R`, ['c4 1 S', 'a1 2'], { phase, cracks: phase === 'crack' ? 'c4' : null });
      expect(chips(low, 'remove')).toEqual(['danger drown']);
      expect(chips(low, 'drop')).toEqual(['danger drown', 'warn loseTool']);
      expect(outlook(low, parse('drop'), '1').loses).toEqual(['c4']);
      const high = island(`c4:2${top} c5:3R`, ['c4 1 S', 'a1 2'], { phase, cracks: phase === 'crack' ? 'c4' : null });
      expect(chips(high, 'drop')).toEqual([...chips(high, 'remove'), 'warn loseTool']);
    }
    // Elsewhere the same question stands.
    expect(outlook(island('c4:2D', ['c4 1 S', 'a1 2'], { phase: 'keep' }), parse('drop'), '1').loses).toEqual([]);
  });
  it('dynamite beside a low stack is a danger that is told', () => {
    const v = island('c4:2C c5:3D b3:1R', ['c4 1', 'c5 2 D']);
    expect(outlook(v, parse('stay'), '1').chips).toContainEqual({
      kind: 'warn',
      what: 'exposed',
      seat: '2',
      tool: 'D',
    });
  });
  it('nobody near: only if no next step of a rival ends within two hexes', () => {
    expect(chips(island('a1:3R a2:3R g7:3R', ['a1 1', 'g7 2']), 'move a2')).toContain('ok alone');
    expect(chips(island('a1:3R a2:3R a3:3R a4:3R', ['a1 1', 'a4 2']), 'move a2')).not.toContain('ok alone');
    // Three hexes away, and a step would bring it nearer.
    expect(chips(island('a1:3R a2:3R b4:3R b3:3R', ['b4 2', 'a1 1']), 'stay')).not.toContain('ok alone');
  });
  it('a push into the water is a gain, a swimmer hit drowns', () => {
    expect(chips(island('c4:3P c5:2R', ['c4 1 P', 'c5 2']), 'push c5')).toContain('ok pushedWet');
    expect(chips(island('c4:3D', ['c4 1 D', 'c5 2']), 'dynamite c5')).toContain('ok drowns');
  });
  it('a tool that opens no way off a volcano is the end, one that does is not', () => {
    const v = island('c4:1V c5:5R b3:4R', ['c4 1 D', 'g6 2'], { phase: 'flee' });
    expect(chips(v, 'dynamite c5')).toContain('danger lost');
    expect(chips(island('c4:1V c5:3R', ['c4 1 D', 'g6 2'], { phase: 'flee' }), 'dynamite c5')).not.toContain(
      'danger lost',
    );
    // Whoever steals a tool that may still open one has not lost yet.
    expect(chips(island('c4:1V c5:5R', ['c4 1 T', 'g6 2 D'], { phase: 'flee' }), 'thief 2')).not.toContain(
      'danger lost',
    );
  });
  it('a tool used on a volcano says nothing of a hex that must be left', () => {
    const far = island('c4:2V c5:2R', ['c4 1 D', 'g7 2'], { phase: 'flee' });
    expect(chips(far, 'dynamite c5')).not.toContain('ok alone');
    expect(chips(far, 'move c5')).toContain('ok alone');
    const near = island('c4:1V c5:1R b3:3R', ['c4 1 B', 'b3 2 D'], { phase: 'flee' });
    expect(chips(near, 'bazooka e6')).not.toContain('warn exposed');
  });
  it('where one flees to in the turn of another nothing is played', () => {
    const v = island('c4:3V c5:1C', ['c4 1', 'a1 2'], { phase: 'flee', turn: '2' });
    expect(outlook(v, parse('move c5'), '1').loses).toEqual([]);
  });
});
