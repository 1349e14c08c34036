// What the server says, in the language of the page. It speaks English, in sentences made from formats; a catalogue has
// the same formats in other languages, and whatever it lacks stays English. A test of the server's sources keeps it whole.
import { lang } from './index.svelte';

type Formats = Record<string, string>;
const files = import.meta.glob<Formats>('./refusals.*.json', { import: 'default' });

interface Form {
  test: RegExp;
  said: string;
  /** How much of the format is text: the one that says most fits best. */
  plain: number;
}

const verbs = /%[-+ #.\d]*([a-zA-Z%])/g;

export function compile(formats: Formats): Form[] {
  return Object.entries(formats)
    .map(([format, said]) => {
      let pattern = '';
      let plain = 0;
      let last = 0;
      for (const m of format.matchAll(verbs)) {
        const text = format.slice(last, m.index);
        pattern += escape(text) + (m[1] === '%' ? '%' : m[1] === 'd' ? '(-?\\d+)' : '(.+?)');
        plain += text.length;
        last = m.index + m[0].length;
      }
      plain += format.length - last;
      return { test: new RegExp(`^${pattern}${escape(format.slice(last))}$`, 's'), said, plain };
    })
    .sort((a, b) => b.plain - a.plain);
}

/** No sentence of the server is longer; what people paste can be, and would take long to look through. */
const longest = 1500;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A sentence by the forms; what fills their places is translated too, where it can be. */
export function render(forms: readonly Form[], text: string, depth = 0): string {
  if (depth > 4 || text.length > longest) return text;
  for (const f of forms) {
    const m = f.test.exec(text);
    if (m) return f.said.replace(/\{(\d)\}/g, (_, n: string) => render(forms, m[Number(n)] ?? '', depth + 1));
  }
  return text;
}

const known = new Map<string, Promise<Form[]>>();

/** What the server said, in the language of the page. */
export async function translated(text: string): Promise<string> {
  const code = lang();
  const load = files[`./refusals.${code}.json`];
  if (!load || !text) return text;
  try {
    if (!known.has(code)) known.set(code, load().then(compile));
    const said = render((await known.get(code)) ?? [], text);
    // Sentences of the server begin small, as part of a longer one; here they stand alone.
    return said === text ? text : said.charAt(0).toUpperCase() + said.slice(1);
  } catch {
    known.delete(code);
    return text;
  }
}
