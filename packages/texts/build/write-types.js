/**
 * Writes `src/messages.d.ts`: the languages, and for each key of the English catalogue the types of its values.
 * The compiler then checks the keys and values of calls such as `t('relay.missed', { count })`.
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
