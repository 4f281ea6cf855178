import * as z from 'zod';
import { currencies } from '../fields/amounts.ts';
import { issue } from '../fields/faults.ts';
import {
  choice,
  exactly,
  flag,
  integer,
  isNot,
  lazyExactly,
  mustBe,
  optionalText,
  TEXT_LIMIT,
  text,
} from '../fields/fields.ts';
import { isObject, membersOf } from '../fields/objects.ts';
import { faultOfWebhookUrl } from '../fields/urls.ts';
import { tools } from '../made-by.ts';
import { lazy } from '../operation.ts';
import { transactionStatuses } from '../pos/transaction-data.ts';
import { traceTypes, webhookEvents } from '../webhooks/events.ts';
import { FUTURE_EVENT, probeKinds } from '../webhooks/probes.ts';
import { ATTEMPTS_MAX } from '../webhooks/retry-ladder.ts';
import { webhookHeaders } from '../webhooks/webhook-headers.ts';
import { snapshotDeliveryChaos } from './snapshot-control.ts';
import { consistent, moment, uuid } from './snapshot-parts.ts';

const COUNT_MAX = Number.MAX_SAFE_INTEGER;
const routes = ['loopback', 'relay', 'direct'] as const;
const whole = () => integer(0, COUNT_MAX);
const absent = issue('fault.snapshot.absent_or_text');
const optional = () => z.string({ error: absent }).max(TEXT_LIMIT, { error: absent }).exactOptional();

const target = () =>
  text(2048).refine((value) => faultOfWebhookUrl(value) === null, {
    error: ({ input }) => faultOfWebhookUrl(String(input)) ?? '',
  });

/** A webhook's delivery in a snapshot; `emission` is the number of its event in the list `trace`. */
export const snapshotDelivery = lazy(() =>
  consistent(
    exactly({
      id: uuid(),
      sessionId: uuid(),
      event: choice([...webhookEvents, FUTURE_EVENT]),
      url: target(),
      route: choice(routes),
      idempotencyKey: uuid(),
      emission: integer(1, COUNT_MAX).nullable(),
      /** `probed`: a finished probe with its verdict. */
      state: choice(['open', 'delivered', 'gave_up', 'probed']),
      attempts: integer(0, ATTEMPTS_MAX),
      nextAttemptAt: moment().nullable(),
      createdAt: moment(),
      updatedAt: moment(),
      /** Kind of a probe, which is sent once and judged by its response. */
      probe: choice(probeKinds).exactOptional(),
      /** The delivery that a resend repeats. */
      resendOf: uuid().exactOptional(),
      chaos: snapshotDeliveryChaos().exactOptional(),
      /** Same as its session's. */
      by: choice(tools).exactOptional(),
    }),
    ({ state, nextAttemptAt, attempts, probe }) => ({
      nextAttemptAt: (state === 'open') !== (nextAttemptAt !== null),
      attempts: state === 'open' && attempts === (probe === undefined ? ATTEMPTS_MAX : 1),
    }),
  ),
);

/** A completed practice in a snapshot; `event` is the number of its proof in the list `trace`. */
export const snapshotPractice = lazyExactly(() => ({
  practiceId: text(100),
  completedAt: moment(),
  evidence: exactly({
    event: integer(1, COUNT_MAX).nullable(),
    type: choice(traceTypes),
    session_id: uuid().exactOptional(),
  }),
}));

export const snapshotMerchant = lazyExactly(() => ({
  id: uuid(),
  legalName: text(),
  taxId: text(),
  /** As sent; the merchant login ignores its case. */
  email: text(),
  phone: optionalText(),
  address: optionalText(),
  status: choice(['ACTIVE']),
  createdAt: moment(),
}));

export const snapshotTerminal = lazyExactly(() => ({
  id: uuid(),
  serial: text(),
  state: choice(['unlinked', 'linked']),
  /** Payments confirmed since its last settlement. */
  paidSinceClosing: whole(),
  createdAt: moment(),
  updatedAt: moment(),
}));

const label = () =>
  z.union([z.int(), z.string().min(1).max(TEXT_LIMIT)], { error: mustBe('fault.wanted.integer_or_text') });

/** Bank confirmation of a payment (specification, Transaction, `confirmData`). */
const confirmation = lazyExactly(() => ({
  authorizationCode: text(),
  processCode: optional(),
  committedAt: moment(),
  /** Minor units of the transaction's currency. */
  amountMinor: integer(1, COUNT_MAX),
  terminalNumber: optional(),
  trace: optional(),
  utcDate: optional(),
  cardTypeForRpt: optional(),
  visOrMccCard: optional(),
  batchNumber: label().exactOptional(),
}));

export const snapshotTransaction = lazy(() =>
  consistent(
    exactly({
      id: uuid(),
      orderId: text(),
      status: choice(transactionStatuses),
      amountMinor: integer(1, COUNT_MAX),
      currencyReference: choice(currencies),
      allowAmountChange: flag(),
      clientIdentification: optional(),
      /** Absent if every terminal of the merchant sees it. */
      terminalSerial: optional(),
      deeplinkConfig: exactly({ returnPackage: optional(), returnActivity: optional() }).exactOptional(),
      /** Kept after a void. */
      confirmation: confirmation().nullable(),
      /** Time of the cancellation or void; null again once a cancelled one is paid. */
      cancelledAt: moment().nullable(),
      by: choice(tools).exactOptional(),
      createdAt: moment(),
      updatedAt: moment(),
    }),
    ({ status, confirmation: confirmed }) => ({
      confirmation: (status === 'PENDING' || status === 'CANCELED') !== (confirmed === null),
    }),
  ),
);

export const snapshotSettlement = lazyExactly(() => ({
  terminalId: uuid(),
  serial: text(),
  batchNumber: label(),
  transactionCount: whole(),
  closedAt: moment(),
  currencyReference: choice(currencies),
  terminal: z
    .union(
      [
        text(),
        exactly({ id: optional(), affiliateCode: optional(), number: optional(), serial: optional() }),
      ],
      { error: mustBe('fault.wanted.text_or_texts') },
    )
    .exactOptional(),
  debitBatch: label().exactOptional(),
  createdAt: moment(),
}));

const headerNames: readonly string[] = Object.values(webhookHeaders);

/** A trace event in a snapshot; its id is its number in the list. */
export const snapshotEvent = lazy(() =>
  exactly({
    id: integer(1, COUNT_MAX),
    at: moment(),
    type: choice(traceTypes),
    session_id: uuid().exactOptional(),
    data: z.record(z.string(), z.unknown(), { error: mustBe('fault.wanted.object') }),
  }).superRefine(({ type, data }, context) => {
    const fault = type === 'webhook.emitted' ? faultOfEmission(data) : faultOfData(data);
    if (fault) context.addIssue({ code: 'custom', path: ['data', fault[0]], message: fault[1], input: data });
  }),
);

const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Pages iterate over these members, so their types must be right. */
function faultOfData({ chaos, injected, headers }: Readonly<Record<string, unknown>>) {
  if (chaos !== undefined && !isTexts(chaos)) return ['chaos', isNot('fault.wanted.texts')] as const;
  if (injected !== undefined && !isObject(injected))
    return ['injected', isNot('fault.wanted.object')] as const;
  return headers !== undefined && !isObject(headers)
    ? (['headers', isNot('fault.wanted.object')] as const)
    : null;
}

/** Restricts the emission of an open delivery, because it will be sent from this simulator. */
function faultOfEmission(data: Readonly<Record<string, unknown>>): readonly [string, string] | null {
  const { raw_body, headers, delivery_id, event, idempotency_key } = data;
  if (typeof raw_body !== 'string') return ['raw_body', isNot('fault.wanted.body_text')];
  const sent = Object.entries(membersOf(headers));
  const isPlain = ([name, value]: readonly [string, unknown]) =>
    headerNames.includes(name) && typeof value === 'string' && /^[\x20-\x7e]{0,500}$/.test(value);
  if (sent.length === 0 || !sent.every(isPlain))
    return ['headers', issue('fault.snapshot.headers', { names: headerNames.join(', ') })];
  if (delivery_id !== null && typeof delivery_id !== 'string')
    return ['delivery_id', isNot('fault.wanted.text_or_null')];
  if (typeof event !== 'string') return ['event', isNot('fault.wanted.text')];
  return typeof idempotency_key === 'string'
    ? faultOfData(data)
    : ['idempotency_key', isNot('fault.wanted.text')];
}
