/** Writes the type of what each message takes, from the English catalogue; the compiler then knows keys and values. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from '@messageformat/parser';
import { folder, messagesOf } from './catalogue.js';

const lines = Object.entries(await messagesOf('en')).map(([key, text]) => {
  const values = valuesIn(parse(text));
  const fields = [...values].map(([name, type]) => `${name}: ${type}`);
  return `  '${key}': ${fields.length === 0 ? 'undefined' : `{ ${fields.join('; ')} }`};`;
});
await writeFile(join(folder, 'src/messages.d.ts'), `export interface Messages {\n${lines.join('\n')}\n}\n`);

/** The values that a message takes, with the type of each. */
function valuesIn(tokens, found = new Map()) {
  for (const token of tokens) {
    if (token.type === 'argument') found.set(token.arg, found.get(token.arg) ?? 'string | number');
    if (token.type === 'function') found.set(token.arg, token.key === 'number' ? 'number' : 'number | Date');
    if (token.type === 'plural' || token.type === 'selectordinal') found.set(token.arg, 'number');
    if (token.type === 'select')
      found.set(
        token.arg,
        token.cases.map(({ key }) => (key === 'other' ? 'string' : `'${key}'`)).join(' | '),
      );
    for (const { tokens: inner } of token.cases ?? []) valuesIn(inner, found);
  }
  return found;
}
