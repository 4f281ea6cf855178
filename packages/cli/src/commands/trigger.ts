import {
  expireSession,
  forceOutcome,
  namesOf,
  type TraceEvent,
  withoutUndefined,
} from '@svc-simulator/contract';
import type { Connection } from '../connection/connection.ts';
import { fetchTrace } from '../connection/session-filter.ts';
import { timeoutParameters } from '../expectations/condition.ts';
import { CommandError, refusal } from '../failures.ts';
import { parseAmount, parseWebhookUrl } from '../input/values.ts';
import { causeDetails, causesIn, traceLine } from '../rendering/causes.ts';
import { spinWhile } from '../rendering/report.ts';
import { runCommand } from '../request-command.ts';
import { wordIn } from '../texts/view-texts.ts';
import { createSession } from './session/session.ts';

const outcomesByEnd = {
  created: [],
  paid: ['paid'],
  accredited: ['paid', 'accredited'],
  accreditation_to_recipient_failed: ['paid', 'accreditation_to_recipient_failed'],
  failed: ['failed'],
  expired: ['expired'],
} as const;

type TriggerEnd = keyof typeof outcomesByEnd;

export const trigger = runCommand({
  parameters: {
    '<end>': { text: 'cli.trigger.end', choices: namesOf(outcomesByEnd), acceptsEventNames: true },
    '--amount <n>': { text: 'field.amount_reference', parse: parseAmount },
    '--webhook-url <url>': { text: 'field.webhook_url', parse: parseWebhookUrl },
    ...timeoutParameters,
  },
  run: async ({ t, values, context, connect, report, hint }) => {
    const connection = await connect();
    const { end, amount, webhookUrl, timeout } = values;
    const session = await createSession(context, connection, withoutUndefined({ amount, webhookUrl }));
    await driveTo(connection, session.id, end);
    const settlement = followWebhooks(connection, session.id, context.deadline(timeout));
    const { events, isSettled } = await spinWhile(
      context,
      values,
      t('cli.common.waiting', { value: 'webhooks' }),
      settlement,
    );
    report({ session_id: session.id, end, events }, (style) => [
      `${style.bold(wordIn(t, 'webhook', `payment_session.${end}`))}  ${session.id}`,
      ...events.map((event) => traceLine(event, style)),
    ]);
    const causeNotes = causeDetails(causesIn(t, events));
    if (!isSettled)
      throw new CommandError('timeout', t('cli.trigger.timed_out', { timeout, id: session.id }), {
        details: causeNotes,
      });
    if ((end === 'failed' || end === 'expired') && !events.some(isEmissionOf(`payment_session.${end}`)))
      hint(t('cli.trigger.needs_extra_events', { end: wordIn(t, 'status', end), program: context.program }));
    if (webhookUrl === undefined) hint(t('cli.trigger.needs_webhook_url', { program: context.program }));
    if (events.some(({ type }) => type === 'webhook.gave_up'))
      throw refusal(t('cli.trigger.webhook_abandoned', { id: session.id }), causeNotes);
  },
});

const isEmissionOf =
  (event: string) =>
  ({ type, data }: TraceEvent) =>
    type === 'webhook.emitted' && data.event === event;

async function driveTo(connection: Connection, session_id: string, end: TriggerEnd): Promise<void> {
  for (const outcome of outcomesByEnd[end]) {
    if (outcome === 'expired') await connection.call(expireSession, { params: { session_id } });
    else {
      const leg = outcome === 'paid' || outcome === 'failed' ? 1 : 2;
      await connection.call(forceOutcome, { params: { session_id }, body: { leg, outcome } });
    }
  }
}

async function followWebhooks(
  connection: Connection,
  sessionId: string,
  signal: AbortSignal,
): Promise<{ readonly events: readonly TraceEvent[]; readonly isSettled: boolean }> {
  const events: TraceEvent[] = [];
  const openDeliveries = new Set<unknown>();
  const add = (event: TraceEvent) => {
    const { type, data } = event;
    if (type === 'webhook.emitted' && data.url !== null) openDeliveries.add(data.delivery_id);
    if (type === 'webhook.delivered' || type === 'webhook.gave_up') openDeliveries.delete(data.delivery_id);
    if (type.startsWith('webhook.')) events.push(event);
  };
  // The trace already contains all webhooks, because a change and its webhooks are stored in one
  // transaction.
  const { data } = await fetchTrace(connection, { session_id: sessionId, limit: 1000 });
  for (const event of data) add(event);
  if (openDeliveries.size === 0) return { events, isSettled: true };
  const after = data.at(-1)?.id ?? 0;
  for await (const event of connection.follow({ sessionId, after, signal })) {
    add(event);
    if (openDeliveries.size === 0) return { events, isSettled: true };
  }
  return { events, isSettled: false };
}
