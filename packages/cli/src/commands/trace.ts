import { type Followed, followStream } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import { jsonLine } from '@svc-simulator/core';
import type { Connection } from '../connection/connection.ts';
import { filterOf, parseTypes, traceOf } from '../connection/session-filter.ts';
import { refusal } from '../failures.ts';
import { parseLimit, parseWholeNumber } from '../input/values.ts';
import { type Call, runCommand } from '../plain-command.ts';
import { causeLine, causesIn, timeOf, traceLine, traceTeller } from '../rendering/causes.ts';
import { type Colours, coloursFor, type ReportOptions } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';
import { factLines } from '../rendering/view-lines.ts';
import { untilStopped } from '../start/stop-signal.ts';

export const trace = runCommand({
  takes: {
    '--type <type>': { text: 'cli.trace.type', parse: parseTypes },
    '--session <id>': 'cli.common.of_session',
    '--limit <n>': { text: 'cli.common.limit', parse: parseLimit, fallback: 50 },
    '-f, --follow': 'cli.common.follow',
  },
  json: 'cli.common.json_followed',
  run: async (at) => {
    const connection = await at.connect();
    const { type, limit } = at.given;
    const session = await filterOf(at.t, connection, at.given.session);
    const query = { type, session_id: session };
    const { data } = await traceOf(connection, { ...query, limit, order: 'desc' });
    await reportLatest(at, connection, {
      operation: api.getTrace,
      query,
      latest: data,
      lineOf: at.given.follow ? traceTeller(at.t) : traceLine,
      closing: (events, colours) => causesIn(at.t, events).map((cause) => colours.bold(causeLine(cause))),
    });
  },
});

export const calls = runCommand({
  takes: {
    '[request-id]': 'cli.calls.request_id',
    '--errors': 'field.errors',
    '--status <status>': { text: 'cli.calls.status', parse: parseWholeNumber },
    '--session <id>': 'field.session_id.call',
    '--by <who>': { text: 'cli.calls.by', choices: api.byFilters },
    '--q <text>': 'field.q',
    '--since <time>': 'cli.calls.since',
    '--limit <n>': { text: 'cli.common.limit', parse: parseLimit, fallback: 50 },
    '-f, --follow': 'cli.common.follow',
  },
  json: 'cli.common.json_followed',
  run: async (at) => {
    const { t } = at;
    const connection = await at.connect();
    const { requestId, errors, status, by, q, since, limit } = at.given;
    const session = await filterOf(t, connection, at.given.session);
    const span = since === undefined ? null : api.durationMsOf(since);
    const query = {
      errors: errors ? String(errors) : undefined,
      status,
      session_id: session,
      request_id: requestId,
      by,
      q,
      since: span === null ? since : new Date(at.context.now() - span).toISOString(),
    };
    const { data } = await connection.callUnchecked(api.listCalls, { query: { ...query, limit } });
    const [call] = data;
    if (requestId === undefined) {
      await reportLatest(at, connection, { operation: api.listCalls, query, latest: data, lineOf: callLine });
      if (!at.given.follow && !call)
        at.hint(
          Object.values(query).some((value) => value !== undefined)
            ? t('cli.calls.no_call_like')
            : t('cli.calls.no_call_programs_use'),
        );
    } else if (call) at.report(call, (colours) => callLines(call, colours));
    else throw refusal(t('cli.calls.no', { requestId: plain(requestId) }));
  },
});

interface Latest<T> extends Followed {
  readonly latest: readonly T[];
  readonly lineOf: (item: T, colours: Colours) => string;
  readonly closing?: (items: readonly T[], colours: Colours) => readonly string[];
}

type At = Pick<Call, 'context' | 'report'> & {
  readonly given: ReportOptions & { readonly follow?: boolean };
};

/** Prints the latest items; with `--follow`, also each new one until Ctrl+C. */
export async function reportLatest<T extends { readonly id: number }>(
  at: At,
  connection: Connection,
  { latest, closing = () => [], ...followed }: Latest<T>,
): Promise<void> {
  const past = latest.toReversed();
  if (at.given.follow) await printFollowed(at, connection, { past, ...followed });
  else {
    const { lineOf } = followed;
    at.report(past, (colours) => [...past.map((item) => lineOf(item, colours)), ...closing(past, colours)]);
  }
}

/** Prints existing items, then new ones, and reports when the simulator disconnects and reconnects. */
async function printFollowed<T extends { readonly id: number }>(
  { context, given }: At,
  connection: Connection,
  { past, lineOf, ...followed }: Omit<Latest<T>, 'latest' | 'closing'> & { readonly past: readonly T[] },
): Promise<void> {
  const { stdout, stderr } = context;
  const colours = coloursFor(stdout, context);
  const print = (item: T) => stdout.write(`${given.json ? jsonLine(item) : lineOf(item, colours)}\n`);
  // Before the first line, since the reader may leave right after it.
  const unread = new AbortController();
  const forgetReader = context.onReaderGone(() => unread.abort());
  past.forEach(print);
  let isLost = false;
  const options = {
    ...connection.at,
    token: connection.consoleToken(),
    after: past.at(-1)?.id ?? 0,
    onOpen: () => {
      if (isLost) stderr.write(`${colours.t('cli.common.simulator_back')}\n`);
      isLost = false;
    },
    onLoss: () => {
      if (!isLost) stderr.write(`${colours.t('cli.common.simulator_gone_waiting_come')}\n`);
      isLost = true;
    },
  };
  try {
    await untilStopped(context, async (stopped) => {
      const signal = AbortSignal.any([stopped, unread.signal]);
      for await (const item of followStream<T>(followed, { ...options, signal })) print(item);
    });
  } finally {
    forgetReader();
  }
}

/** Characters of a value in one line. */
const VALUE_LIMIT = 80;

/**
 * Formats a call: local time, status, method, path and duration; below it the error, the advice and the
 * ignored fields.
 */
export function callLine(call: api.CallData, colours: Colours): string {
  const { at, status, method, path, duration_ms, origin } = call;
  const colour = status < 400 ? colours.green : status < 500 ? colours.red : colours.magenta;
  const head = [
    colours.dim(timeOf(at)),
    colour(String(status)),
    `${plain(method)} ${plain(path)}`,
    colours.dim(`${duration_ms} ms`),
    ...(origin === null ? [] : [colours.dim(colours.t('cli.calls.page', { origin: plain(origin) }))]),
  ].join('  ');
  return [head, ...callCauseLines(call, colours).map((line) => `  ${line}`)].join('\n');
}

export function callLines(call: api.CallData, colours: Colours): string[] {
  const { t } = colours;
  return [
    callLine(call, colours),
    ...(call.status < 400 && call.origin !== null ? adviceLines(call, colours) : []).map(
      (line) => `  ${line}`,
    ),
    ...factLines(api.callView, call, colours, 0),
    ...callBodyLines(t('cli.calls.request'), call.request, colours),
    ...callBodyLines(t('cli.calls.answer'), call.response, colours),
  ];
}

function callCauseLines(call: api.CallData, colours: Colours): string[] {
  const { t } = colours;
  const { faults, detail, status } = call;
  // Calls of a page are marked as such; its advice is shown only for a single call.
  if (status < 400) return call.origin === null ? adviceLines(call, colours) : [];
  const causes =
    faults.length > 0
      ? faults.map(({ pointer, detail: fault, value }) => {
          if (value === null && pointer === '') return plain(fault);
          if (value === null && call.request === null) return `${plain(pointer)} ${plain(fault)}`;
          const valueText =
            value === null
              ? t('cli.calls.nothing_sent')
              : t('cli.calls.sent', { value: plain(value, VALUE_LIMIT) });
          return `${plain(pointer) || '/'} ${plain(fault)} (${valueText})`;
        })
      : [plain(detail, 400)];
  return [...causes, ...adviceLines(call, colours)];
}

function adviceLines({ what_to_do: advice }: api.CallData, colours: Colours): string[] {
  return advice ? [colours.bold(`→ ${plain(advice, 400)}`)] : [];
}

function callBodyLines(name: string, body: api.CallData['request'], colours: Colours): string[] {
  if (!body) return [];
  const { text, characters, cut } = body;
  const size = cut
    ? ` (${colours.t('cli.calls.first_characters', { length: text.length, characters })})`
    : '';
  return [
    '',
    colours.dim(`${name}${size}`),
    ...api
      .prettyJson(text)
      .split('\n')
      .map((line) => plain(line, 2000)),
  ];
}
