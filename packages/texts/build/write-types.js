/**
 * Writes the types of all messages' values from the English catalogue, and the languages, so that the
 * compiler checks keys and values.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folder, listLanguages, messagesOf } from './catalogue.js';
import { valuesOf } from './values.js';

const lines = Object.entries(await messagesOf('en')).map(([key, text]) => {
  const fields = [...valuesOf(text)].map(([name, type]) => `${name}: ${type}`);
  return `  '${key}': ${fields.length === 0 ? 'undefined' : `{ ${fields.join('; ')} }`};`;
});
const languages = (await listLanguages()).map((code) => `'${code}'`).join(' | ');
await writeFile(
  join(folder, 'src/messages.d.ts'),
  `export type Language = ${languages};\nexport interface Messages {\n${lines.join('\n')}\n}\n`,
);
