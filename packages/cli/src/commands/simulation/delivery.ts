import type { DataOf } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import { attemptError, diagnosisTexts } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../../cli-context.ts';
import type { Connection } from '../../connection/connection.ts';
import {
  completeDeliveryId,
  completeSessionId,
  fetchTrace,
  resolveSessionFilter,
} from '../../connection/session-filter.ts';
import { exitCodes, ReportedError, refusal, wrongUsage } from '../../failures.ts';
import { receiverFrameworkIn } from '../../init/receiver-framework.ts';
import { targetText, traceLine } from '../../rendering/causes.ts';
import { type Style, spinWhile } from '../../rendering/report.ts';
import { alignColumns, formatNamedRows, printable, withLocalCommand } from '../../rendering/text.ts';
import { type ConnectedCall, fetchAllPages, pageQuery, requestCommand } from '../../request-command.ts';
import { traceTexts } from '../../texts/trace-texts.ts';
import { wordIn } from '../../texts/view-texts.ts';
import { viewCommand } from '../../view-command.ts';

const MAX_BODY_CHARACTERS = 4000;
const deliveryEventTypes = 'webhook.emitted,webhook.attempted,webhook.delivered,webhook.gave_up';

type ResendResult = DataOf<typeof api.resendDelivery> | DataOf<typeof api.resendDeliveries>;

const VERDICT_LIMIT = 1000;

export const deliveryCommands = {
  list: viewCommand(api.deliveryView, {
    parameters: {
      '--state <state>': { text: 'cli.common.status', choices: api.deliveryStates },
      '--event <event>': { text: 'cli.delivery.list.event', choices: api.webhookEvents },
      '--url <part>': 'field.url.deliverie',
      '--by <who>': { text: 'cli.common.by', choices: api.byFilters },
      '--q <text>': 'field.q.deliveries',
      '--session <id>': { text: 'cli.common.session_filter', conflicts: ['q'] },
    },
    call: async ({ t, connection, values }) => {
      const { state, event, url, by } = values;
      const q = (await resolveSessionFilter(t, connection, values.session)) ?? values.q;
      return connection.call(api.listDeliveries, {
        query: { state, event, url, by, q, ...pageQuery(values) },
      });
    },
  }),

  show: requestCommand({
    parameters: {
      '[delivery]': 'cli.delivery.show.delivery',
      '--session <id>': 'cli.delivery.show.session',
      '--raw': 'cli.delivery.show.raw',
    },
    call: async (call) => {
      const { connection } = call;
      const delivery = await findDelivery(call);
      const { delivery_id, session_id } = delivery;
      const events = await fetchAllPages((query) =>
        fetchTrace(connection, { ...query, session_id, type: deliveryEventTypes }),
      );
      return { data: { ...delivery, events: events.filter(({ data }) => data.delivery_id === delivery_id) } };
    },
    lines: ({ delivery_id, event, url, state, events, last_attempt: lastAttempt }, style, _nowMs, call) => [
      ...formatNamedRows(
        [
          [style.t('cli.delivery.delivery'), `${delivery_id} ${wordIn(style.t, 'delivery', state)}`],
          ['webhook', `${printable(event)} → ${printable(url)}`],
        ],
        style,
      ),
      ...events.flatMap((event) => [
        '',
        traceLine(event, style),
        ...Object.entries(api.membersOf(event.data.headers)).map(
          ([name, value]) => `${style.dim(`${name}:`)} ${printable(value)}`,
        ),
        ...[event.data.raw_body, event.data.response_body].flatMap((body) =>
          body ? deliveryBodyLines(body, call) : [],
        ),
      ]),
      ...deliveryCauseLines(style.t, lastAttempt),
    ],
    next: ({ delivery_id, state }, { context: { program } }) =>
      state === 'gave_up' ? `${program} delivery resend ${delivery_id}` : undefined,
  }),

  experiment: requestCommand({
    parameters: { '[delivery]': 'cli.delivery.show.delivery', '--session <id>': 'cli.delivery.show.session' },
    call: async (call) => {
      const { t, connection, values, context } = call;
      const { delivery_id } = await findDelivery(call);
      const framework = receiverFrameworkIn(context.directory, context.program);
      const request = connection.call(api.runExperiments, {
        body: { delivery_id, ...(framework && { framework }) },
      });
      return spinWhile(context, values, t('cli.delivery.experiment.waiting'), request);
    },
    lines: ({ code, why, fix, lines }, style, _nowMs, { context: { program }, values: { data } }) => [
      `${style.bold(printable(code))}  ${printable(why, VERDICT_LIMIT)}`,
      style.bold(printable(withLocalCommand(fix, { program, data }), VERDICT_LIMIT)),
      ...lines.map((line) => `  ${printable(line, VERDICT_LIMIT)}`),
    ],
  }),

  resend: requestCommand({
    parameters: {
      '[delivery]': 'cli.delivery.resend.delivery',
      '--given-up': 'cli.delivery.resend.given_up',
      '--since <when>': 'cli.delivery.resend.since',
      '--as-new': 'cli.delivery.resend.as_new',
    },
    call: async (call): Promise<{ data: ResendResult }> => {
      const { t, connection, values } = call;
      const { delivery, asNew = false, givenUp = false, since } = values;
      if (givenUp === (delivery !== undefined)) throw wrongUsage(t('cli.delivery.resend.id_missing'));
      if (delivery !== undefined) {
        const delivery_id = await completeDeliveryId(call, delivery);
        return connection.call(api.resendDelivery, { params: { delivery_id }, body: { as_new: asNew } });
      }
      const sinceQuery = since && { since: await parseSince(connection, since) };
      return connection.call(api.resendDeliveries, { body: { as_new: asNew, ...sinceQuery } });
    },
    lines: (data, style, _nowMs, { values }) => {
      const { t } = style;
      if (!('deliveries' in data)) {
        const { delivery_id, event, route, url, idempotency_key } = data;
        const key = `${idempotency_key}${values.asNew ? t('cli.delivery.resend.new') : ''}`;
        const webhook = `${printable(event)} ${targetText({ route, url })}`;
        const rows = { [t('cli.delivery.delivery')]: delivery_id, webhook, 'idempotency-key': key };
        return formatNamedRows(Object.entries(rows), style);
      }
      const { deliveries } = data;
      if (deliveries.length === 0) return [t('cli.delivery.resend.none_abandoned')];
      const rows = deliveries.map(({ delivery_id, event, route, url }) => [
        delivery_id,
        printable(event),
        targetText({ route, url }),
      ]);
      return [t('cli.delivery.resend.sent', { count: rows.length }), ...alignColumns(rows)];
    },
    next: (data, { t, context: { program } }) => {
      if ('session_id' in data) return `${program} trace --session ${data.session_id}`;
      if (!data.complete) return t('cli.delivery.resend.perhaps_more');
      return data.deliveries.length > 0 ? `${program} delivery list` : undefined;
    },
  }),
};

type DeliveryChoice = Pick<ConnectedCall, 't' | 'connection' | 'context'> & {
  readonly values: { readonly delivery?: string; readonly session?: string };
};

/**
 * Returns the named delivery, or the latest delivery of the named session. If the command names neither a
 * delivery nor a session, returns the latest delivery, preferably not a test webhook.
 * @throws CommandError if no delivery matches, or if the command names a delivery and a session
 */
async function findDelivery(call: DeliveryChoice): Promise<api.RowOf<typeof api.listDeliveries>> {
  const { t, connection, values, context } = call;
  if (values.delivery && values.session) throw wrongUsage(t('cli.delivery.show.delivery_or_session'));
  const { program } = context;
  const session = await resolveSessionFilter(t, connection, values.session);
  const q = session ?? (values.delivery && (await completeDeliveryId(call, values.delivery)));
  if (q === undefined) {
    const findLatest = async (by?: 'all') => {
      const { data } = await connection.call(api.listDeliveries, { query: { limit: 100, by } });
      return data.find(({ state }) => state !== 'probed') ?? data[0];
    };
    const latest = (await findLatest()) ?? (await findLatest('all'));
    if (latest === undefined) throw refusal(t('cli.delivery.show.none_yet', { program }));
    return latest;
  }
  const { data } = await connection.call(api.listDeliveries, { query: { by: 'all', limit: 1000, q } });
  const delivery = data.find(({ delivery_id, session_id }) => (session ? session_id : delivery_id) === q);
  if (delivery === undefined) throw refusal(t('cli.delivery.show.unknown', { id: printable(q), program }));
  return delivery;
}

function deliveryBodyLines(
  body: unknown,
  { values, context }: { readonly values: { readonly raw?: boolean }; readonly context: CliContext },
): readonly string[] {
  const isFormatted = typeof body === 'string' && context.stdout.isTerminal && !values.raw;
  return isFormatted
    ? api
        .prettyJson(body)
        .split('\n')
        .map((line) => printable(line, MAX_BODY_CHARACTERS))
    : [printable(body, MAX_BODY_CHARACTERS)];
}

type LastAttemptData = NonNullable<api.RowOf<typeof api.listDeliveries>['last_attempt']>;

/** Parses a time, or a duration such as `10m`, which is subtracted from the account's current time. */
async function parseSince(connection: Connection, text: string): Promise<string> {
  const ms = api.parseDurationMs(text);
  if (ms === null) return text;
  const { data } = await connection.call(api.getClock);
  return new Date(Date.parse(data.now) - ms).toISOString();
}

function deliveryCauseLines({ lang }: Texts, lastAttempt: LastAttemptData | null): readonly string[] {
  const texts = traceTexts(lang);
  const reason = api.attemptReason(lastAttempt, texts);
  return reason === undefined
    ? []
    : ['', reason, diagnosisTexts(texts, lastAttempt?.cause ?? '')?.advice ?? ''];
}

type Probe = DataOf<typeof api.sendProbe>;

export const probe = requestCommand({
  parameters: {
    '<session>': 'cli.probe.session',
    '--kind <kind>': { text: 'cli.probe.kind', choices: api.probeKinds, required: true },
  },
  call: async ({ t, connection, values, context }) => {
    const session_id = await completeSessionId(t, connection, values.session);
    const request = connection.call(api.sendProbe, { body: { session_id, kind: values.kind } });
    return spinWhile(context, values, t('cli.probe.waiting_receiver'), request);
  },
  lines: probeLines,
  next: ({ passed }) => {
    if (passed) return undefined;
    throw new ReportedError(passed === null ? exitCodes.timeout : exitCodes.refused);
  },
});

function answerText({ lang }: Texts, status: number | null, error: string | null): string {
  const t = traceTexts(lang);
  return status === null ? attemptError(error, t) : t('event.answered', { status });
}

function probeLines({ kind, expected, status, error, passed, why, fix }: Probe, style: Style): string[] {
  const { t } = style;
  const verdict =
    passed === null
      ? style.yellow(t('cli.probe.waiting'))
      : passed
        ? style.green(t('cli.common.passed'))
        : style.red(t('cli.common.failed'));
  const answer = passed === null ? t('cli.probe.no_answer_yet') : answerText(t, status, error);
  return [
    t('cli.probe.expected', { verdict, kind: wordIn(t, 'probe', kind), expected, answer }),
    printable(why, VERDICT_LIMIT),
    ...(fix === null ? [] : [style.bold(printable(fix, VERDICT_LIMIT))]),
  ];
}
