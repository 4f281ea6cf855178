import { type FollowedList, followStream } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import { jsonLine } from '@svc-simulator/core';
import type { Connection } from '../connection/connection.ts';
import { fetchTrace, parseTypes, resolveSessionFilter } from '../connection/session-filter.ts';
import { refusal } from '../failures.ts';
import { parseLimit, parseWholeNumber } from '../input/values.ts';
import { causeLine, causesIn, createTraceFormatter, traceLine } from '../rendering/causes.ts';
import { type ReportOptions, type Style, styleFor } from '../rendering/report.ts';
import { localTime, printable } from '../rendering/text.ts';
import { factLines } from '../rendering/view-lines.ts';
import { type CommandCall, runCommand } from '../request-command.ts';
import { untilStopped } from '../start/stop-signal.ts';

export const trace = runCommand({
  parameters: {
    '--type <type>': { text: 'cli.trace.type', parse: parseTypes },
    '--session <id>': 'cli.common.session_filter',
    '--limit <n>': { text: 'cli.common.limit', parse: parseLimit, fallback: 50 },
    '-f, --follow': 'cli.common.follow',
  },
  json: 'cli.common.json_followed',
  run: async (call) => {
    const connection = await call.connect();
    const { type, limit } = call.values;
    const session = await resolveSessionFilter(call.t, connection, call.values.session);
    const query = { type, session_id: session };
    const { data } = await fetchTrace(connection, { ...query, limit, order: 'desc' });
    await reportLatest(call, connection, {
      operation: api.getTrace,
      query,
      latest: data,
      formatLine: call.values.follow ? createTraceFormatter(call.t) : traceLine,
      closingLines: (events, style) => causesIn(call.t, events).map((cause) => style.bold(causeLine(cause))),
    });
  },
});

export const calls = runCommand({
  parameters: {
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
  run: async (call) => {
    const { t } = call;
    const connection = await call.connect();
    const { requestId, errors, status, by, q, since, limit } = call.values;
    const session = await resolveSessionFilter(t, connection, call.values.session);
    const sinceAgoMs = since === undefined ? null : api.parseDurationMs(since);
    const query = {
      errors: errors ? String(errors) : undefined,
      status,
      session_id: session,
      request_id: requestId,
      by,
      q,
      since: sinceAgoMs === null ? since : new Date(call.context.now() - sinceAgoMs).toISOString(),
    };
    const { data } = await connection.callUnchecked(api.listCalls, { query: { ...query, limit } });
    const [firstCall] = data;
    if (requestId === undefined) {
      await reportLatest(call, connection, {
        operation: api.listCalls,
        query,
        latest: data,
        formatLine: callLine,
      });
      if (!call.values.follow && !firstCall)
        call.hint(
          Object.values(query).some((value) => value !== undefined)
            ? t('cli.calls.no_match')
            : t('cli.calls.none_from_programs'),
        );
    } else if (firstCall) call.report(firstCall, (style) => callLines(firstCall, style));
    else throw refusal(t('cli.calls.not_found', { requestId: printable(requestId) }));
  },
});

interface LatestItems<T> extends FollowedList {
  readonly latest: readonly T[];
  readonly formatLine: (item: T, style: Style) => string;
  readonly closingLines?: (items: readonly T[], style: Style) => readonly string[];
}

type FollowCall = Pick<CommandCall, 'context' | 'report'> & {
  readonly values: ReportOptions & { readonly follow?: boolean };
};

export async function reportLatest<T extends { readonly id: number }>(
  call: FollowCall,
  connection: Connection,
  { latest, closingLines = () => [], ...source }: LatestItems<T>,
): Promise<void> {
  const past = latest.toReversed();
  if (call.values.follow) await printFollowed(call, connection, { past, ...source });
  else {
    const { formatLine } = source;
    call.report(past, (style) => [
      ...past.map((item) => formatLine(item, style)),
      ...closingLines(past, style),
    ]);
  }
}

/**
 * Prints past items, then new ones as they happen. Reports on stderr when the connection is lost and restored.
 */
async function printFollowed<T extends { readonly id: number }>(
  { context, values }: FollowCall,
  connection: Connection,
  {
    past,
    formatLine,
    ...source
  }: Omit<LatestItems<T>, 'latest' | 'closingLines'> & { readonly past: readonly T[] },
): Promise<void> {
  const { stdout, stderr } = context;
  const style = styleFor(stdout, context);
  const print = (item: T) => stdout.write(`${values.json ? jsonLine(item) : formatLine(item, style)}\n`);
  // The listener is added before the first line is printed, because the reader can close stdout right after
  // that line.
  const readerGone = new AbortController();
  const removeListener = context.onReaderGone(() => readerGone.abort());
  past.forEach(print);
  let isLost = false;
  const options = {
    ...connection.clientOptions,
    token: connection.consoleToken(),
    after: past.at(-1)?.id ?? 0,
    onOpen: () => {
      if (isLost) stderr.write(`${style.t('cli.common.simulator_back')}\n`);
      isLost = false;
    },
    onLoss: () => {
      if (!isLost) stderr.write(`${style.t('cli.common.simulator_stopped')}\n`);
      isLost = true;
    },
  };
  try {
    await untilStopped(context, async (stopSignal) => {
      const signal = AbortSignal.any([stopSignal, readerGone.signal]);
      for await (const item of followStream<T>(source, { ...options, signal })) print(item);
    });
  } finally {
    removeListener();
  }
}

const VALUE_LIMIT = 80;

export function callLine(call: api.CallData, style: Style): string {
  const { at, status, method, path, duration_ms, origin } = call;
  const color = status < 400 ? style.green : status < 500 ? style.red : style.magenta;
  const head = [
    style.dim(localTime(at)),
    color(String(status)),
    `${printable(method)} ${printable(path)}`,
    style.dim(`${duration_ms} ms`),
    ...(origin === null ? [] : [style.dim(style.t('cli.calls.page', { origin: printable(origin) }))]),
  ].join('  ');
  return [head, ...callCauseLines(call, style).map((line) => `  ${line}`)].join('\n');
}

export function callLines(call: api.CallData, style: Style): string[] {
  const { t } = style;
  return [
    callLine(call, style),
    ...(call.status < 400 && call.origin !== null ? adviceLines(call, style) : []).map((line) => `  ${line}`),
    ...factLines(api.callView, call, style, 0),
    ...callBodyLines(t('cli.calls.request'), call.request, style),
    ...callBodyLines(t('cli.calls.answer'), call.response, style),
  ];
}

function callCauseLines(call: api.CallData, style: Style): string[] {
  const { t } = style;
  const { faults, detail, status } = call;
  // Successful calls of web pages (with `origin`) show their advice only in the details of a single call.
  if (status < 400) return call.origin === null ? adviceLines(call, style) : [];
  const causes =
    faults.length > 0
      ? faults.map(({ pointer, detail: fault, value }) => {
          if (value === null && pointer === '') return printable(fault);
          if (value === null && call.request === null) return `${printable(pointer)} ${printable(fault)}`;
          const valueText =
            value === null
              ? t('cli.calls.nothing_sent')
              : t('cli.calls.sent', { value: printable(value, VALUE_LIMIT) });
          return `${printable(pointer) || '/'} ${printable(fault)} (${valueText})`;
        })
      : [printable(detail, 400)];
  return [...causes, ...adviceLines(call, style)];
}

function adviceLines({ what_to_do: advice }: api.CallData, style: Style): string[] {
  return advice ? [style.bold(`→ ${printable(advice, 400)}`)] : [];
}

function callBodyLines(name: string, body: api.CallData['request'], style: Style): string[] {
  if (!body) return [];
  const { text, characters, cut } = body;
  const size = cut ? ` (${style.t('cli.calls.first_characters', { length: text.length, characters })})` : '';
  return [
    '',
    style.dim(`${name}${size}`),
    ...api
      .prettyJson(text)
      .split('\n')
      .map((line) => printable(line, 2000)),
  ];
}
