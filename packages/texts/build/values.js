import { parse } from '@messageformat/parser';

/** Returns the names and types of a message's values. */
export function valuesOf(message) {
  const found = new Map();
  collect(parse(message), found);
  return found;
}

function collect(tokens, found) {
  for (const token of tokens) {
    if (token.type === 'argument') found.set(token.arg, found.get(token.arg) ?? 'string | number');
    if (token.type === 'function') found.set(token.arg, token.key === 'number' ? 'number' : 'number | Date');
    if (token.type === 'plural' || token.type === 'selectordinal') found.set(token.arg, 'number');
    if (token.type === 'select')
      found.set(
        token.arg,
        token.cases.map(({ key }) => (key === 'other' ? 'string' : `'${key}'`)).join(' | '),
      );
    for (const { tokens: inner } of token.cases ?? []) collect(inner, found);
  }
}
