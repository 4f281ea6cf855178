import { type CallData, callView, prettyJson } from '@svc-simulator/contract';
import type { Colours } from './report.ts';
import { plain } from './text.ts';
import { timeOf } from './trace-line.ts';
import { factLines } from './view-lines.ts';

/** Characters of a line about what was sent. */
const VALUE_LIMIT = 80;

/** A call: time of day here, status, method and path, how long it took; below it why it was refused, what to do, and what nobody read of it. */
export function callLine(call: CallData, colours: Colours): string {
  const { at, status, method, path, duration_ms, origin } = call;
  const colour = status < 400 ? colours.green : status < 500 ? colours.red : colours.magenta;
  const head = [
    colours.dim(timeOf(at)),
    colour(String(status)),
    `${plain(method)} ${plain(path)}`,
    colours.dim(`${duration_ms} ms`),
    ...(origin === null ? [] : [colours.dim(colours.t('cli.calls.page', { origin: plain(origin) }))]),
  ].join('  ');
  return [head, ...causeLines(call, colours).map((line) => `  ${line}`)].join('\n');
}

/** One call with its ids and bodies. */
export function callLines(call: CallData, colours: Colours): string[] {
  const { t } = colours;
  return [
    callLine(call, colours),
    ...(call.status < 400 && call.origin !== null ? adviceLines(call, colours) : []).map(
      (line) => `  ${line}`,
    ),
    ...factLines(callView, call, colours, 0),
    ...bodyLines(t('cli.calls.request'), call.request, colours),
    ...bodyLines(t('cli.calls.answer'), call.response, colours),
  ];
}

function causeLines(call: CallData, colours: Colours): string[] {
  const { t } = colours;
  const { faults, detail, status } = call;
  // What a page called is marked as such; how it may call is said where the call stands alone.
  if (status < 400) return call.origin === null ? adviceLines(call, colours) : [];
  const causes =
    faults.length > 0
      ? faults.map(({ pointer, detail: fault, value }) => {
          // Of a body that nobody could read, or that is not kept, there is no value.
          if (value === null && pointer === '') return plain(fault);
          if (value === null && call.request === null) return `${plain(pointer)} ${plain(fault)}`;
          const sent =
            value === null
              ? t('cli.calls.nothing_sent')
              : t('cli.calls.sent', { value: plain(value, VALUE_LIMIT) });
          return `${plain(pointer) || '/'} ${plain(fault)} (${sent})`;
        })
      : [plain(detail, 400)];
  return [...causes, ...adviceLines(call, colours)];
}

function adviceLines({ what_to_do: advice }: CallData, colours: Colours): string[] {
  return advice ? [colours.bold(`→ ${plain(advice, 400)}`)] : [];
}

function bodyLines(name: string, body: CallData['request'], colours: Colours): string[] {
  if (!body) return [];
  const { text, characters, cut } = body;
  const size = cut
    ? ` (${colours.t('cli.calls.first_characters', { length: text.length, characters })})`
    : '';
  return [
    '',
    colours.dim(`${name}${size}`),
    ...prettyJson(text)
      .split('\n')
      .map((line) => plain(line, 2000)),
  ];
}
