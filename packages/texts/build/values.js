import { parse } from '@messageformat/parser';

/** Returns the names and types of a message's values. */
export function valuesOf(message) {
  const values = new Map();
  collect(parse(message), values);
  return values;
}

function collect(tokens, values) {
  for (const token of tokens) {
    if (token.type === 'argument') values.set(token.arg, values.get(token.arg) ?? 'string | number');
    if (token.type === 'function') values.set(token.arg, token.key === 'number' ? 'number' : 'number | Date');
    if (token.type === 'plural' || token.type === 'selectordinal') values.set(token.arg, 'number');
    if (token.type === 'select')
      values.set(
        token.arg,
        token.cases.map(({ key }) => (key === 'other' ? 'string' : `'${key}'`)).join(' | '),
      );
    for (const { tokens: inner } of token.cases ?? []) collect(inner, values);
  }
}
