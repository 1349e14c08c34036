// The little Markdown that our own rules pages use, as a tree to be drawn: nothing is ever inserted as HTML.
export type Inline =
  { kind: 'text' | 'bold' | 'code' | 'em'; text: string } | { kind: 'link'; text: string; href: string };
export type Block =
  | { kind: 'h'; level: number; text: Inline[]; id: string }
  | { kind: 'p'; text: Inline[] }
  | { kind: 'ul' | 'ol'; items: Inline[][] }
  | { kind: 'img'; src: string; alt: string }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

export function inline(text: string): Inline[] {
  const out: Inline[] = [];
  const re = /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)|\*([^*\s][^*]*)\*/g;
  let at = 0;
  for (let m = re.exec(text); m; m = re.exec(text)) {
    if (m.index > at) out.push({ kind: 'text', text: text.slice(at, m.index) });
    if (m[1] !== undefined) out.push({ kind: 'bold', text: m[1] });
    else if (m[2] !== undefined) out.push({ kind: 'code', text: m[2] });
    else if (m[3] !== undefined) out.push({ kind: 'link', text: m[3], href: m[4] ?? '' });
    else out.push({ kind: 'em', text: m[5] ?? '' });
    at = m.index + m[0].length;
  }
  if (at < text.length) out.push({ kind: 'text', text: text.slice(at) });
  return out;
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9äöüß]+/g, '-')
    .replace(/^-|-$/g, '');

export function parse(source: string): Block[] {
  const out: Block[] = [];
  const lines = source.split('\n');
  let i = 0;
  const cells = (l: string): Inline[][] =>
    l
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((c) => inline(c.trim()));
  while (i < lines.length) {
    const l = lines[i]!;
    if (!l.trim()) i++;
    else if (l.startsWith('```')) {
      const text: string[] = [];
      for (i++; i < lines.length && !lines[i]!.startsWith('```'); i++) text.push(lines[i]!);
      i++;
      out.push({ kind: 'code', text: text.join('\n') });
    } else if (/^#{1,4} /.test(l)) {
      const level = l.indexOf(' ');
      const text = l.slice(level + 1);
      out.push({ kind: 'h', level, text: inline(text), id: slug(text) });
      i++;
    } else if (/^!\[/.test(l)) {
      const m = /^!\[([^\]]*)\]\(([^)]+)\)/.exec(l);
      if (m) out.push({ kind: 'img', alt: m[1]!, src: m[2]! });
      i++;
    } else if (l.startsWith('|')) {
      const head = cells(l);
      const rows: Inline[][][] = [];
      for (i += 2; i < lines.length && lines[i]!.startsWith('|'); i++) rows.push(cells(lines[i]!));
      out.push({ kind: 'table', head, rows });
    } else if (/^(-|\d+\.) /.test(l)) {
      const kind = l.startsWith('-') ? 'ul' : 'ol';
      const items: string[] = [];
      for (; i < lines.length && lines[i]!.trim(); i++) {
        const m = /^(?:-|\d+\.) (.*)/.exec(lines[i]!);
        if (m) items.push(m[1]!);
        else items[items.length - 1] += ' ' + lines[i]!.trim();
      }
      out.push({ kind, items: items.map(inline) });
    } else {
      const text: string[] = [];
      for (; i < lines.length && lines[i]!.trim() && !/^(#|!\[|\||```)/.test(lines[i]!); i++)
        text.push(lines[i]!.trim());
      out.push({ kind: 'p', text: inline(text.join(' ')) });
    }
  }
  return out;
}
