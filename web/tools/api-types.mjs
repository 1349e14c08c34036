// Makes src/lib/api/types.ts from the server's OpenAPI document:
//   node tools/api-types.mjs openapi.json > src/lib/api/types.ts
// or with the address of a running server. A changed message then fails the type check.
import { readFile } from 'node:fs/promises';

const from = process.argv[2] ?? 'http://127.0.0.1:8080/api/v1/openapi.json';
const doc = from.startsWith('http') ? await (await fetch(from)).json() : JSON.parse(await readFile(from, 'utf8'));

const ref = (r) => r.split('/').pop();

function type(s) {
  if (s.$ref) return ref(s.$ref);
  if (s.enum) return s.enum.map((v) => JSON.stringify(v)).join(' | ');
  const kinds = Array.isArray(s.type) ? s.type : [s.type];
  const out = kinds.map((k) => {
    switch (k) {
      case 'string':
        return 'string';
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'null':
        return 'null';
      case 'array': {
        const t = type(s.items ?? {});
        return /[ |]/.test(t) ? `(${t})[]` : `${t}[]`;
      }
      case 'object':
        return s.additionalProperties && s.additionalProperties !== true
          ? `Record<string, ${type(s.additionalProperties)}>`
          : 'Record<string, unknown>';
      default:
        return 'unknown';
    }
  });
  return [...new Set(out)].join(' | ');
}

const lines = ['// Made from the OpenAPI document by tools/api-types.mjs; do not edit.', ''];
for (const [name, s] of Object.entries(doc.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))) {
  lines.push(`export interface ${name} {`);
  const need = new Set(s.required ?? []);
  for (const [key, p] of Object.entries(s.properties ?? {})) {
    if (key === '$schema') continue;
    if (p.description) lines.push(`  /** ${p.description.replaceAll('*/', '* /')} */`);
    lines.push(`  ${key}${need.has(key) ? '' : '?'}: ${type(p)}${need.has(key) ? '' : ' | undefined'};`);
  }
  lines.push('}', '');
}
process.stdout.write(lines.join('\n'));
