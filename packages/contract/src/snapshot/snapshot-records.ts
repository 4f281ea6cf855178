import * as z from 'zod';
import { currencies } from '../fields/amounts.ts';
import { encodeFault } from '../fields/faults.ts';
import {
  choice,
  encodeMustBe,
  exactly,
  flag,
  integer,
  lazyExactly,
  mustBe,
  optionalText,
  TEXT_LIMIT,
  text,
} from '../fields/fields.ts';
import { isObject, membersOf } from '../fields/objects.ts';
import { faultOfWebhookUrl } from '../fields/urls.ts';
import { toolNames } from '../made-by.ts';
import { lazy } from '../operation.ts';
import { transactionStatuses } from '../pos/transaction-data.ts';
import { traceTypes, webhookEvents } from '../webhooks/events.ts';
import { FUTURE_EVENT, probeKinds } from '../webhooks/probes.ts';
import { ATTEMPTS_MAX } from '../webhooks/retry-ladder.ts';
import { webhookHeaders } from '../webhooks/webhook-headers.ts';
import { snapshotDeliveryChaos } from './snapshot-control.ts';
import { moment, uuidText, withConsistency } from './snapshot-parts.ts';

const COUNTER_MAX = Number.MAX_SAFE_INTEGER;
const deliveryRoutes = ['loopback', 'relay', 'direct'] as const;
const counter = () => integer(0, COUNTER_MAX);
const optionalFault = encodeFault('fault.snapshot.absent_or_text');
const absentOrText = () =>
  z.string({ error: optionalFault }).max(TEXT_LIMIT, { error: optionalFault }).exactOptional();

const target = () =>
  text(2048).refine((value) => faultOfWebhookUrl(value) === null, {
    error: ({ input }) => faultOfWebhookUrl(String(input)) ?? '',
  });

/** A delivery in a snapshot; `emission` is the id of its event `webhook.emitted` in `trace`. */
export const snapshotDelivery = lazy(() =>
  withConsistency(
    exactly({
      id: uuidText(),
      sessionId: uuidText(),
      event: choice([...webhookEvents, FUTURE_EVENT]),
      url: target(),
      route: choice(deliveryRoutes),
      idempotencyKey: uuidText(),
      emission: integer(1, COUNTER_MAX).nullable(),
      /** `probed`: a test webhook whose result is known. */
      state: choice(['open', 'delivered', 'gave_up', 'probed']),
      attempts: integer(0, ATTEMPTS_MAX),
      nextAttemptAt: moment().nullable(),
      createdAt: moment(),
      updatedAt: moment(),
      /** Set for a test webhook, which has only one attempt. */
      probe: choice(probeKinds).exactOptional(),
      resendOf: uuidText().exactOptional(),
      chaos: snapshotDeliveryChaos().exactOptional(),
      by: choice(toolNames).exactOptional(),
    }),
    ({ state, nextAttemptAt, attempts, probe }) => ({
      nextAttemptAt: (state === 'open') !== (nextAttemptAt !== null),
      attempts: state === 'open' && attempts === (probe === undefined ? ATTEMPTS_MAX : 1),
    }),
  ),
);

/** A completed practice; `event` is the id of its proof in `trace`. */
export const snapshotPractice = lazyExactly(() => ({
  practiceId: text(100),
  completedAt: moment(),
  evidence: exactly({
    event: integer(1, COUNTER_MAX).nullable(),
    type: choice(traceTypes),
    session_id: uuidText().exactOptional(),
  }),
}));

export const snapshotMerchant = lazyExactly(() => ({
  id: uuidText(),
  legalName: text(),
  taxId: text(),
  /** Stored as sent, although the merchant login ignores its case. */
  email: text(),
  phone: optionalText(),
  address: optionalText(),
  status: choice(['ACTIVE']),
  createdAt: moment(),
}));

export const snapshotTerminal = lazyExactly(() => ({
  id: uuidText(),
  serial: text(),
  state: choice(['unlinked', 'linked']),
  paidSinceClosing: counter(),
  createdAt: moment(),
  updatedAt: moment(),
}));

const batchLabelMember = () =>
  z.union([z.int(), z.string().min(1).max(TEXT_LIMIT)], { error: mustBe('fault.wanted.integer_or_text') });

const confirmation = lazyExactly(() => ({
  authorizationCode: text(),
  processCode: absentOrText(),
  committedAt: moment(),
  amountMinor: integer(1, COUNTER_MAX),
  terminalNumber: absentOrText(),
  trace: absentOrText(),
  utcDate: absentOrText(),
  cardTypeForRpt: absentOrText(),
  visOrMccCard: absentOrText(),
  batchNumber: batchLabelMember().exactOptional(),
}));

export const snapshotTransaction = lazy(() =>
  withConsistency(
    exactly({
      id: uuidText(),
      orderId: text(),
      status: choice(transactionStatuses),
      amountMinor: integer(1, COUNTER_MAX),
      currencyReference: choice(currencies),
      allowAmountChange: flag(),
      clientIdentification: absentOrText(),
      /** Absent if every terminal of the merchant can charge the transaction. */
      terminalSerial: absentOrText(),
      deeplinkConfig: exactly({
        returnPackage: absentOrText(),
        returnActivity: absentOrText(),
      }).exactOptional(),
      /** The payment; it stays set after a void. */
      confirmation: confirmation().nullable(),
      /** Time of the cancellation or void. If a canceled transaction is then paid, it is null again. */
      cancelledAt: moment().nullable(),
      by: choice(toolNames).exactOptional(),
      createdAt: moment(),
      updatedAt: moment(),
    }),
    ({ status, confirmation: confirmationValue }) => ({
      confirmation: (status === 'PENDING' || status === 'CANCELED') !== (confirmationValue === null),
    }),
  ),
);

export const snapshotSettlement = lazyExactly(() => ({
  terminalId: uuidText(),
  serial: text(),
  batchNumber: batchLabelMember(),
  transactionCount: counter(),
  closedAt: moment(),
  currencyReference: choice(currencies),
  terminal: z
    .union(
      [
        text(),
        exactly({
          id: absentOrText(),
          affiliateCode: absentOrText(),
          number: absentOrText(),
          serial: absentOrText(),
        }),
      ],
      { error: mustBe('fault.wanted.text_or_texts') },
    )
    .exactOptional(),
  debitBatch: batchLabelMember().exactOptional(),
  createdAt: moment(),
}));

const headerNames: readonly string[] = Object.values(webhookHeaders);

export const snapshotEvent = lazy(() =>
  exactly({
    id: integer(1, COUNTER_MAX),
    at: moment(),
    type: choice(traceTypes),
    session_id: uuidText().exactOptional(),
    data: z.record(z.string(), z.unknown(), { error: mustBe('fault.wanted.object') }),
  }).superRefine(({ type, data }, context) => {
    const fault = type === 'webhook.emitted' ? faultOfEmission(data) : faultOfData(data);
    if (fault) context.addIssue({ code: 'custom', path: ['data', fault[0]], message: fault[1], input: data });
  }),
);

const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Checks the members whose types pages rely on. With a value of another type, a page would fail. */
function faultOfData({ chaos, injected, headers }: Readonly<Record<string, unknown>>) {
  if (chaos !== undefined && !isTexts(chaos)) return ['chaos', encodeMustBe('fault.wanted.texts')] as const;
  if (injected !== undefined && !isObject(injected))
    return ['injected', encodeMustBe('fault.wanted.object')] as const;
  return headers !== undefined && !isObject(headers)
    ? (['headers', encodeMustBe('fault.wanted.object')] as const)
    : null;
}

/** Checks a webhook that the simulator might send after loading, so that its body and headers can be sent. */
function faultOfEmission(data: Readonly<Record<string, unknown>>): readonly [string, string] | null {
  const { raw_body, headers, delivery_id, event, idempotency_key } = data;
  if (typeof raw_body !== 'string') return ['raw_body', encodeMustBe('fault.wanted.body_text')];
  const headerEntries = Object.entries(membersOf(headers));
  const isSendableHeader = ([name, value]: readonly [string, unknown]) =>
    headerNames.includes(name) && typeof value === 'string' && /^[\x20-\x7e]{0,500}$/.test(value);
  if (headerEntries.length === 0 || !headerEntries.every(isSendableHeader))
    return ['headers', encodeFault('fault.snapshot.headers', { names: headerNames.join(', ') })];
  if (delivery_id !== null && typeof delivery_id !== 'string')
    return ['delivery_id', encodeMustBe('fault.wanted.text_or_null')];
  if (typeof event !== 'string') return ['event', encodeMustBe('fault.wanted.text')];
  return typeof idempotency_key === 'string'
    ? faultOfData(data)
    : ['idempotency_key', encodeMustBe('fault.wanted.text')];
}
