import { describe, expect, it } from 'vitest';
import { inline, parse } from './markdown';

describe('markdown', () => {
  it('reads blocks', () => {
    const b = parse(
      '# Title\n\nText with **bold**\nand more.\n\n- one\n- two\n  goes on\n\n![alt](img/x.svg)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    );
    expect(b.map((x) => x.kind)).toEqual(['h', 'p', 'ul', 'img', 'table']);
  });
  it('keeps markup as text: nothing becomes HTML', () => {
    expect(inline('<b>x</b> `code` [to](evo.md)')).toEqual([
      { kind: 'text', text: '<b>x</b> ' },
      { kind: 'code', text: 'code' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'to', href: 'evo.md' },
    ]);
  });
});
