import { search, searchedKinds } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { plainCommand } from '../../plain-command.ts';
import { columns, distance, plain } from '../../rendering/text.ts';
import { traceWord } from '../../rendering/trace-words.ts';

export const declare = plainCommand({
  takes: {
    '<words...>':
      'of an identifier, an id, an amount, a payer, a URL, an event, a status or an error, whole or in part',
    '--kind <kind>': { text: 'only those', choices: searchedKinds },
    '--from <time>': 'only what was made at this time or later, such as 2027-01-31',
    '--until <time>': 'only what was made before this time',
  },
  call: ({ connection, given: { words, kind, from, until } }) =>
    connection.console().call(search, { query: { q: words.join(' '), kind, from, until } }),
  lines: (groups, colours, nowMs) =>
    groups.flatMap(({ kind, found, items, next_cursor }) => [
      colours.dim(
        next_cursor === null
          ? `${traceWord(kind)} ${found}`
          : t`${traceWord(kind)} ${found}, of the latest ones`,
      ),
      ...columns(
        items.map((item) => [
          `  ${plain(item.id)}`,
          plain(item.state ?? ''),
          colours.dim(distance(Date.parse(item.at), nowMs)),
          plain(item.title, 40),
          item.text === item.title || item.text === item.id
            ? ''
            : plain(`${traceWord(item.field)}: ${item.text}`, 80),
        ]),
      ),
    ]),
  next: (groups) => (groups.length === 0 ? t`nothing has all of these words` : undefined),
});
