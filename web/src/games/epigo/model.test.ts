import { describe, expect, it } from 'vitest';
import { planning, reveal } from './gallery';
import { epigoFrames } from './frames';
import { count, project, step, turned } from './model';

describe('epigo', () => {
  it('counts along the row and stops where it is blocked', () => {
    expect(count(reveal, 'N', 'f6', 'W')).toMatchObject({ counts: ['1', '1:1', '1:2'], blocked: 2 });
    expect(count(reveal, 'S', 'c4', 'E')).toMatchObject({ counts: ['1', '2', '2:1', '2:2'], blocked: -1 });
  });
  it('projects your plan one Order after the other', () => {
    const g = project(planning, 'S', [{ number: 7, dir: 'N' }, { number: 3, dir: 'E' }, null]);
    expect(g.map((x) => [x.from, x.to, x.again])).toEqual([
      ['d4', 'd5', null],
      ['c4', 'd4', 'e4'],
    ]);
  });
  it('turns directions for a player in the north', () => {
    expect(turned('N', true)).toBe('S');
    expect(step('d4', 'W')).toBe('c4');
  });
  it('moves every pushed tile in the last picture and none when blocked', () => {
    const push = epigoFrames(reveal, [
      { kind: 'push', seat: 'S', epigon: 2, dir: 'E', tiles: 'S2@c4 S7@d4 N5@e4 N1@f4', count: '2:2', text: '' },
    ]);
    const at = (v: typeof reveal, s: string, n: number): string | null | undefined =>
      v.epigons.find((e) => e.seat === s && e.number === n)?.at;
    const last = push[push.length - 1]!;
    expect([at(last.view, 'S', 2), at(last.view, 'S', 7), at(last.view, 'N', 5), at(last.view, 'N', 1)]).toEqual([
      'd4',
      'e4',
      'f4',
      'g4',
    ]);
    const block = epigoFrames(reveal, [
      {
        kind: 'block',
        seat: 'N',
        epigon: 6,
        dir: 'W',
        tiles: 'N6@f6 S3@e6 S1@d6',
        at: 'd6',
        count: '1:2',
        why: 'outnumbered',
        text: '',
      },
    ]);
    expect(at(block[block.length - 1]!.view, 'N', 6)).toBe('f6');
    expect(block[block.length - 1]!.spot?.bar).toEqual({ at: 'd6', dir: 'W' });
  });
  it('counts a capture for its captor', () => {
    const f = epigoFrames(planning, [
      { kind: 'capture', seat: 'N', epigon: 4, by: 'S', from: 'c6', captures: 2, text: '' },
    ]);
    expect(f[f.length - 1]!.view.captures.S).toBe(2);
  });
});
