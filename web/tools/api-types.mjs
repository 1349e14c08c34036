// Makes src/lib/api/types.ts from the server's OpenAPI document, which it reads from its input: `make types` runs it.
// With --check it only says whether the file is what it would write.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const file = new URL('../src/lib/api/types.ts', import.meta.url);

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const text = Buffer.concat(chunks);
const doc = JSON.parse(text.toString('utf8'));

// Requests are made by hand, from these types: the routes would be two thirds of the file.
doc.paths = {};
const options = { rootTypes: true, rootTypesNoSchemaPrefix: true, rootTypesKeepCasing: true, silent: true };
const hash = createHash('sha256').update(text).digest('hex');
const head = `// Made by \`make types\` from the document of the API; do not edit.\n// sha256 ${hash}\n\n`;
const config = await resolveConfig(file);
const types = await format(head + astToString(await openapiTS(doc, options)), {
  ...config,
  plugins: [],
  parser: 'typescript',
});

if (!process.argv.includes('--check')) await writeFile(file, types);
else if ((await readFile(file, 'utf8')) !== types) {
  console.error('src/lib/api/types.ts is not what the document of the API says: run `make types`');
  process.exit(1);
}
