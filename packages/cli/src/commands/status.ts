import {
  getChaos,
  getClock,
  getHealth,
  getScript,
  listDeliveries,
  listSessions,
  sessionState,
} from '@svc-simulator/contract';
import { getNotice } from '@svc-simulator/contract/operator/operator.ts';
import { fetchTrace } from '../connection/session-filter.ts';
import { causeEventTypes, causeLine, causesIn, traceLine } from '../rendering/causes.ts';
import { formatNamedRows, printable, relativeTime } from '../rendering/text.ts';
import { cellText } from '../rendering/view-lines.ts';
import { requestCommand } from '../request-command.ts';
import { traceTexts } from '../texts/trace-texts.ts';
import { clockLines } from './simulation/clock.ts';

const MAX_FAILURES = 3;
const MAX_COUNTED_DELIVERIES = 1000;
/** Number of failures to read: more than are shown, because failures of `sim doctor` are left out. */
const READ_FAILURES = 50;
/** Number of attempts to read: enough to include those of the shown failures, except under heavy traffic. */
const READ_ATTEMPTS = 200;
const failureTypes = 'webhook.gave_up,session.failed,session.accreditation_failed,pos.pairing_refused';

export const status = requestCommand({
  call: async ({ t, connection }) => {
    const latestEvents = (type: string, limit: number) =>
      fetchTrace(connection, { type, limit, order: 'desc' });
    const deliveriesIn = (state: 'delivered' | 'gave_up') =>
      connection.call(listDeliveries, { query: { state, limit: MAX_COUNTED_DELIVERIES } });
    const [health, clock, chaos, script, sessions, delivered, gaveUp, relays, failed, attempts, notice] =
      await Promise.all([
        connection.call(getHealth),
        connection.call(getClock),
        connection.call(getChaos),
        connection.call(getScript),
        connection.call(listSessions, { query: { limit: 1 } }),
        deliveriesIn('delivered'),
        deliveriesIn('gave_up'),
        latestEvents('relay.connected,relay.disconnected', 1),
        latestEvents(failureTypes, READ_FAILURES),
        // The attempts are read, because only they contain the responses that explain the failures.
        latestEvents(causeEventTypes, READ_ATTEMPTS),
        // Simulators without an operator refuse this call.
        connection.call(getNotice).catch(() => null),
      ]);
    const latestFailures = failed.data.filter(({ data }) => data.by !== 'examination').slice(0, MAX_FAILURES);
    const ids = new Set(latestFailures.map((event) => event.data.delivery_id));
    const relevantEvents = [...attempts.data, ...latestFailures].filter((event) =>
      ids.has(event.data.delivery_id),
    );
    const causes = causesIn(
      t,
      relevantEvents.toSorted((a, b) => a.id - b.id),
    ).toReversed();
    return {
      data: {
        url: connection.url,
        ...(notice?.data.notice && { notice: notice.data.notice }),
        account: connection.account?.short_name ?? null,
        ...health.data,
        clock: clock.data,
        chaos: chaos.data,
        script_rules: script.data.rules.length,
        latest_session: sessions.data[0] ?? null,
        deliveries: {
          delivered: delivered.data.length,
          gave_up: gaveUp.data.length,
          complete: delivered.nextCursor === null && gaveUp.nextCursor === null,
        },
        relay_connected: relays.data[0]?.type === 'relay.connected',
        latest_failures: latestFailures,
        causes,
      },
    };
  },
  lines: (status, style, nowMs) => {
    const { t } = style;
    const { latest_session: session, latest_failures: latestFailures, causes } = status;
    const { data_directory, account, clock, chaos, script_rules, deliveries } = status;
    const startText = relativeTime(t, nowMs - status.uptime_s * 1000, nowMs);
    const startFacts = { url: status.url, version: printable(status.version), begunMs: startText };
    const sessionText = session && `${session.id} ${cellText(sessionState, session, style, { nowMs })}`;
    const seed = chaos.active && style.yellow(t('cli.status.seed', { seed: String(chaos.seed) }));
    const rules = script_rules > 0 && traceTexts(t.lang)('event.rules', { count: script_rules });
    const webhooks = {
      delivered: deliveries.delivered,
      abandoned: deliveries.gave_up,
      complete: String(deliveries.complete),
    };
    const relay = status.relay_connected && style.green(t('cli.status.connected'));
    const notice = 'notice' in status && status.notice ? printable(status.notice[t.lang]) : '';
    return [
      ...(notice === '' ? [] : [style.yellow(notice), '']),
      ...formatNamedRows(
        [
          [t('cli.status.simulator'), t('cli.status.version_started', startFacts)],
          [t('cli.status.data'), data_directory && printable(data_directory)],
          [t('cli.status.account'), account && printable(account)],
          [t('cli.status.clock'), clockLines(clock, style).join(' ')],
          [t('cli.status.chaos'), seed || t('cli.common.off')],
          [t('cli.status.script'), rules || t('cli.status.none')],
          ['relay', relay || t('cli.status.none')],
          ['webhooks', t('cli.status.webhook_counts', webhooks)],
          [t('cli.status.last_session'), sessionText ?? t('cli.status.none_yet')],
        ],
        style,
      ),
      ...(latestFailures.length === 0 ? [] : ['', t('cli.status.latest_failures')]),
      ...latestFailures.map((event) => traceLine(event, style)),
      ...causes.map((cause) => style.bold(causeLine(cause))),
    ];
  },
});
