import { durationTextOf, type TraceEvent } from '@svc-simulator/contract';
import { attemptError, language, t } from '@svc-simulator/core';

type Data = TraceEvent['data'];

/**
 * What happened to a session and why, as indented text: each call or state, beneath it the webhooks that it made, beneath
 * those their attempts with the answers. Times are since the first event.
 */
export function storyOf(sessionId: string, events: readonly TraceEvent[]): string {
  if (events.length === 0) return t`session ${sessionId}: this account has no such session`;
  const began = Date.parse(events[0]?.at ?? '');
  const after = (event: TraceEvent) => sinceOf(Date.parse(event.at) - began);
  const lines = [t`session ${sessionId}`];
  for (const event of events) {
    if (isPartOfDelivery(event)) continue;
    if (event.type !== 'webhook.emitted') lines.push(`  ${after(event).padEnd(9)} ${stepOf(event)}`);
    else {
      const attempts = events.filter((other) => isAbout(event, other));
      lines.push(`      ${emittedOf(event.data)}`);
      lines.push(...attempts.map((attempt) => `        ${attemptOf(attempt, after(attempt))}`));
      if (event.data.url !== null && attempts.length === 0)
        lines.push(`        ${t`no attempt has ended yet`}`);
    }
  }
  return lines.join('\n');
}

/** To the millisecond while that can be read; a clock that was advanced, or set back, goes by days. */
function sinceOf(ms: number): string {
  const length = Math.abs(ms);
  return `${ms < 0 ? '-' : '+'}${length < 60_000 ? `${length} ms` : durationTextOf(length)}`;
}

/** What is told beneath the webhook that it belongs to; the simulator's own receivers answer the attempts that are there too. */
function isPartOfDelivery({ type }: TraceEvent): boolean {
  return /^(webhook\.(attempted|delivered|gave_up|probed|received)|chaos\.injected)$/.test(type);
}

function isAbout(emitted: TraceEvent, { type, data }: TraceEvent): boolean {
  return (
    type !== 'webhook.emitted' &&
    data.delivery_id !== undefined &&
    data.delivery_id === emitted.data.delivery_id
  );
}

function emittedOf({ event, url, route, probe, resend_of }: Data): string {
  const kind =
    probe === undefined
      ? resend_of === undefined
        ? 'webhook'
        : t`webhook, sent again,`
      : t`probe ${probe}:`;
  const target =
    url === null
      ? t`made and signed, not sent: the session has no webhook_url`
      : // Whether a relay takes it says its attempt.
        `→ ${url}${route === 'relay' ? '' : ` (${route})`}`;
  return `${kind} ${event} ${target}`;
}

function attemptOf({ type, data }: TraceEvent, after: string): string {
  switch (type) {
    case 'webhook.attempted':
      return t`attempt ${data.attempt} ${after}, ${data.via}: ${answerOf(data)}`;
    case 'chaos.injected':
      return `${t`chaos: ${data.fault}`}${data.attempt === undefined ? '' : t`, attempt ${data.attempt}`}`;
    case 'webhook.delivered':
      return t`delivered`;
    case 'webhook.gave_up':
      return t`given up after ${data.attempts} attempts`;
    default:
      return `${type} ${quoted(data)}`;
  }
}

function answerOf({ status, error, duration_ms, response_body }: Data): string {
  if (status === null) return t`no answer: ${attemptError(String(error), language())}`;
  const body = response_body === null || response_body === '' ? '' : ` ${quoted(response_body)}`;
  return t`answered ${status} in ${Math.round(Number(duration_ms))} ms${body}`;
}

function stepOf({ type, data }: TraceEvent): string {
  const tell = steps.get(type);
  return tell ? tell(data) : `${type} ${quoted(data)}`;
}

const by = (source: unknown) => sources().get(source) ?? String(source);
const sources = () =>
  new Map<unknown, string>([
    ['page', t`on the payment page`],
    ['control', t`forced through the API`],
    ['script', t`as the script says`],
    ['schedule', t`by itself, as scheduled`],
    ['operation', t`by an API call`],
    ['duration', t`by itself, when its time was over`],
    ['due_date', t`by itself, at its due date`],
  ]);

const steps = new Map<string, (data: Data) => string>([
  [
    'session.created',
    (data) =>
      t`API call: ${data.origin} created, ${data.amount_reference} ${data.currency_reference}, identifier ${quoted(data.identifier)}`,
  ],
  [
    'script.matched',
    ({ rule, step, name, on, ...outcome }) =>
      t`script: outcome ${step} of rule ${rule}${name === undefined ? '' : ` ${quoted(name)}`}, ${quoted(outcome)}`,
  ],
  ['session.paid', (data) => t`paid ${by(data.source)}: ${data.method}, ${data.amount_ves} VES`],
  ['session.payment_failed', (data) => t`payment failed ${by(data.source)}: ${data.method}, ${data.reason}`],
  ['session.failed', (data) => t`failed ${by(data.source)}: ${data.reason}`],
  ['session.expired', (data) => t`expired ${by(data.reason)}`],
  ['session.accredited', (data) => t`accredited ${by(data.source)}: ${data.total_amount_ves_credited} VES`],
  ['session.accreditation_failed', (data) => t`accreditation failed ${by(data.source)}`],
  ['session.status_queried', (data) => t`API call: status asked, answered ${data.status}`],
  ['control.clock', (data) => t`API call: clock ${data.change}, ${data.from} → ${data.to}`],
  [
    'control.outcome',
    (data) =>
      t`API call: leg ${data.leg} forced to ${data.outcome}${data.admitted === false ? t`, refused: ${data.reason}` : ''}`,
  ],
]);

/** In quotes and on one line, its control characters escaped, no longer than a line or two. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
