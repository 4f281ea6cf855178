import type { TraceEvent } from '@svc-simulator/contract';
import { membersOf } from '@svc-simulator/contract';
import { attemptError, language, t, translatedForeign } from '@svc-simulator/core';
import { callsCounted, webhooksCounted } from './chaos-lines.ts';
import type { Colours } from './colours.ts';
import { creditsCounted } from './session-lines.ts';
import { money, plain } from './text.ts';

const TYPE_WIDTH = 29;
const BLANK_SESSION = ' '.repeat(8);

/** One event of the trace as a line: time of day here, type, the session's first eight characters, what happened. */
export function traceLine(event: TraceEvent, colours: Colours): string {
  const session = event.session_id === undefined ? BLANK_SESSION : plain(event.session_id, 40).slice(0, 8);
  const type = plain(event.type, 60).padEnd(TYPE_WIDTH);
  const line = [
    colours.dim(timeOf(event.at)),
    colourOf(event, colours)(type),
    colours.dim(session),
    summaryOf(event),
  ];
  return line.join('  ').trimEnd();
}

/** The time of day here, to the millisecond. */
export function timeOf(instant: string): string {
  const at = new Date(instant);
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

function colourOf({ type, data }: TraceEvent, colours: Colours): (text: string) => string {
  if (/(paid|accredited|delivered)$/.test(type)) return colours.green;
  if (/(failed|gave_up|expired)$/.test(type)) return colours.red;
  if (type === 'webhook.attempted' && !isSuccess(data.status)) return colours.yellow;
  if (type === 'control.outcome' && data.admitted === false) return colours.yellow;
  if (type.startsWith('chaos.')) return colours.magenta;
  return (text) => text;
}

function isSuccess(status: unknown): boolean {
  return typeof status === 'number' && status >= 200 && status < 300;
}

function summaryOf({ type, data }: TraceEvent): string {
  const summarise = summaries.get(type);
  if (summarise) return words(summarise(data));
  return (type.startsWith('pos.') && words(posParts(data))) || plain(data, 120);
}

type Data = TraceEvent['data'];
type Part = unknown;

function words(parts: readonly Part[]): string {
  const present = parts.filter((part) => part !== undefined && part !== null && part !== '');
  return present.map((part) => plain(part)).join(' ');
}

/** `payment_session.` begins every webhook's event, and says nothing in a line about a webhook. */
function eventName(event: unknown): string {
  return plain(event).replace(/^payment_session\./, '');
}

function ms(duration: unknown): string | undefined {
  return typeof duration === 'number' ? `${Math.round(duration)} ms` : undefined;
}

/** Where a relay told how long the receiver took, what the simulator measured stands beside it. */
function took({ duration_ms: local, simulator_duration_ms: measured }: Data): string | undefined {
  const whole = ms(measured);
  return whole === undefined || measured === local ? ms(local) : t`${ms(local)} (${whole} with the relay)`;
}

function attempts(count: unknown): string {
  return count === 1 ? t`after 1 attempt` : t`after ${plain(count)} attempts`;
}

/** What chaos did to the webhook or the attempt. */
function chaosIn({ chaos }: Data): string | undefined {
  return Array.isArray(chaos) ? t`chaos: ${chaos.map((fault) => plain(fault)).join(', ')}` : undefined;
}

/** Why an attempt got no answer. */
function errorIn({ error }: Data): string | undefined {
  return typeof error === 'string' ? attemptError(error, language()) : undefined;
}

/** Names and numbers, but for those that are not there. */
function amounts(data: Data): readonly Part[] {
  return Object.entries(data)
    .filter(([, value]) => value !== 0 && value !== null)
    .map(([name, value]) => `${plain(traceWord(name))} ${spanOf(value)}`);
}

/** A number, or a span as it is typed: `100-2000`. */
function spanOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('min' in value) || !('max' in value))
    return plain(value);
  return `${plain(value.min)}-${plain(value.max)}`;
}

/** Where a webhook goes. Whether a relay takes it to this machine says its attempt: a local simulator needs none. */
export function targetOf({ route, url }: { readonly route?: unknown; readonly url?: unknown }): string {
  return route === 'relay' ? `→ ${plain(url)}` : `${plain(route)} → ${plain(url)}`;
}

/** Of a transaction, a terminal or a merchant, what the event has. */
function posParts(data: Data): readonly Part[] {
  const { order_id, from, status, serial, batch_number, amount_reference: amount } = data;
  return [
    order_id,
    amount === undefined ? undefined : money(amount, data.currency_reference),
    status === undefined ? undefined : `${plain(from)} → ${plain(status)}`,
    serial,
    batch_number,
    data.authorization_code,
    data.email,
  ];
}

const partsOf: Record<string, (data: Data) => readonly Part[]> = {
  'account.registered': (data) => [data.short_name],
  'login.succeeded': (data) => [data.surface],
  'login.ended': (data) => [data.surface],
  'token.revoked': (data) => [data.kind, data.token_hint],
  'webhook_secret.replaced': ({ former_signs_until: until }) => [
    until ? t`the former one signs until ${plain(until)}` : undefined,
  ],
  'agreement.created': (data) => [data.agreement_id, data.title],
  'partner.created': (data) => [data.partner_id, data.name],
  'class.created': (data) => [data.class_id, data.title],
  'class.changed': (data) => [data.class_id, data.title],
  'class.joined': (data) => [data.class_id, data.title],
  'class.left': (data) => [data.class_id, data.by === 'trainer' && t`by the trainer`],
  'session.created': (data) => [
    traceWord(data.origin),
    money(data.amount_reference, data.currency_reference),
    data.identifier,
  ],
  'script.matched': (data) => [
    t`rule ${plain(data.rule)} outcome ${plain(data.step)}:`,
    data.leg1,
    data.leg2,
    data.after_ms === undefined ? undefined : t`after ${plain(data.after_ms)} ms`,
    data.name ? `“${plain(data.name)}”` : undefined,
  ],
  'session.paid': (data) => [
    traceWord(data.source),
    data.method,
    money(data.amount_ves, 'VES'),
    data.accreditation === 'none' ? t`never accredited` : undefined,
    data.script,
  ],
  'session.payment_failed': (data) => [traceWord(data.source), data.method, data.reason, data.script],
  'session.failed': (data) => [traceWord(data.source), data.reason, data.script],
  'session.expired': (data) => [traceWord(data.reason), data.script],
  'session.accredited': (data) => [
    traceWord(data.source),
    creditsCounted(data.total_credits),
    money(data.total_amount_ves_credited, 'VES'),
  ],
  'session.accreditation_failed': (data) => [traceWord(data.source)],
  'session.status_queried': (data) => [data.status],
  'webhook.emitted': (data) => [
    eventName(data.event),
    data.url ? targetOf(data) : t`(no webhook_url)`,
    data.probe ? t`probe: ${plain(data.probe)}` : undefined,
    data.resend_of ? t`sent again` : undefined,
    chaosIn(data),
  ],
  'webhook.attempted': (data) => [
    eventName(data.event),
    `#${plain(data.attempt)}`,
    data.via,
    data.status ?? errorIn(data),
    took(data),
    chaosIn(data),
  ],
  'webhook.delivered': (data) => [eventName(data.event), attempts(data.attempts), data.via],
  'webhook.gave_up': (data) => [eventName(data.event), attempts(data.attempts), errorIn(data) ?? data.status],
  'webhook.probed': (data) => [
    data.kind,
    data.passed === true ? t`passed` : t`failed`,
    t`expected ${plain(data.expected)}`,
    data.status ?? errorIn(data),
  ],
  'webhook.received': (data) => [data.receiver, eventName(membersOf(data.body).event ?? '')],
  'relay.connected': (data) => [data.relay_id],
  'relay.disconnected': (data) => [data.relay_id, data.reason],
  'control.outcome': (data) => [
    t`leg ${plain(data.leg)}`,
    data.outcome,
    data.admitted === false ? t`refused: ${translatedForeign(plain(data.reason))}` : undefined,
  ],
  'control.script': (data) => [
    traceWord(data.change),
    data.change === 'set' ? (data.rules === 1 ? t`1 rule` : t`${plain(data.rules)} rules`) : undefined,
    data.ready,
  ],
  'control.reset': () => [],
  'chaos.set': amounts,
  'chaos.cleared': (data) => [
    t`seed ${plain(data.seed)} after ${webhooksCounted(data.webhooks)}, ${callsCounted(data.calls)}`,
  ],
  'chaos.injected': (data) => [
    data.fault,
    data.event === undefined ? data.operation : eventName(data.event),
    data.attempt === undefined ? undefined : `#${plain(data.attempt)}`,
    data.status,
    ms(data.delay_ms ?? data.hold_ms ?? data.latency_ms),
  ],
  'control.snapshot': (data) => [t`saved ${plain(data.saved_at)}`, t`${plain(data.events)} events follow`],
  'control.clock': (data) => [
    traceWord(data.change),
    `${plain(data.from)} → ${plain(data.to)}`,
    data.frozen === true ? t`frozen` : undefined,
  ],
};

const summaries = new Map(Object.entries(partsOf));

/** What the API calls origins, causes, changes and kinds, as a line says it in Spanish. */
const spanish: Readonly<Record<string, string>> = {
  button: 'botón',
  request: 'solicitud',
  page: 'en la página',
  script: 'según el guion',
  control: 'forzada',
  schedule: 'a su tiempo',
  operation: 'por la API',
  duration: 'pasó su duración',
  due_date: 'llegó su fecha límite',
  seed: 'semilla',
  session: 'sesión',
  delivery: 'entrega',
  transaction: 'transacción',
  agreement: 'acuerdo',
  partner: 'socio',
  call: 'llamada',
  event: 'evento',
  amount: 'monto',
  identifier: 'identificador',
  description: 'descripción',
  cause: 'causa',
  set: 'puesto',
  cleared: 'quitado',
  reset: 'hora real',
  advanced: 'avanzó',
};

/** A word of the API for the reader of a line; in English, and where it is none of these, the word itself. */
function traceWord(word: unknown): unknown {
  const own = typeof word === 'string' && Object.hasOwn(spanish, word) ? spanish[word] : undefined;
  return language() === 'es' ? (own ?? word) : word;
}
