import * as z from 'zod';
import { encodeFault } from '../fields/faults.ts';
import { choice, choices, decidedAs, decidedHere, LONG_TEXT_LIMIT, lazyObject } from '../fields/fields.ts';
import { byFilter, byFilters, makers } from '../made-by.ts';
import { consoleApi, lazy } from '../operation.ts';
import { cursor, limit, queryInteger, searchText, totalFlag } from '../pages.ts';
import {
  accreditationStates,
  sessionOrigins,
  sessionStatuses,
  statusSchema,
} from '../sessions/session-data.ts';
import { type RowOf, type ShownField, type Tone, viewOf, wordOf } from '../views/view.ts';
import { traceTypes } from '../webhooks/events.ts';
import { settingsBody, settingsData } from './account-settings.ts';

/** Receivers that the simulator itself offers to every account. The query of `captura` sets its response. */
export const receiverNames = ['paid', 'accredited', 'fail', 'captura'] as const;
export type ReceiverName = (typeof receiverNames)[number];
export const receiverStatus = { paid: 200, accredited: 200, fail: 500, captura: 200 } as const;

/**
 * Maximum bytes of a received body in the trace. If a body is longer, the trace also has its length and
 * digest.
 */
export const RECEIVED_BYTES = 64 * 1024;

/** Maximum `delay_ms`: twice the timeout of an attempt, so that a receiver can be too slow. */
const RECEIVER_DELAY_MAX_MS = 10_000;
const RECEIVER_FAILURES_MAX = 10;

export const getKeys = consoleApi.get('getKeys', '/console/keys', {
  provenance: 'spec',
  data: lazyObject(() => ({
    account_id: z.string().meta(decidedHere),
    merchant_id: z.uuid().nullable().meta(decidedAs('field.merchant_id')),
    keys: z
      .array(
        z.object({
          id: z.string(),
          token_hint: z.string(),
          created_at: z.iso.datetime(),
          revoked_at: z.iso.datetime().nullable().meta({ meaning: 'field.revoked_at' }),
        }),
      )
      .meta(decidedHere),
    receivers: z.object({ paid: z.url(), accredited: z.url(), fail: z.url(), captura: z.url() }),
  })),
  title: 'Keys',
});

export const traceEventSchema = lazyObject(() => ({
  id: z.int().min(1).meta(decidedAs('field.id.console')),
  at: z.iso.datetime().meta(decidedHere),
  type: z.string().meta({ meaning: 'field.type.console' }),
  session_id: z.string().meta(decidedHere).optional(),
  data: z.record(z.string(), z.unknown()).meta(decidedHere),
}));

export const getTrace = consoleApi.get('getTrace', '/console/trace', {
  provenance: 'spec',
  query: lazyObject(() => ({
    type: choices(traceTypes).exactOptional(),
    session_id: z
      .string()
      .max(100, { error: encodeFault('fault.too_long', { limit: 100 }) })
      .meta(decidedHere)
      .exactOptional(),
    after: queryInteger(0, Number.MAX_SAFE_INTEGER).meta(decidedHere).exactOptional(),
    limit: limit(),
    order: choice(['asc', 'desc']).meta(decidedHere).default('asc'),
    cursor: cursor(),
  })),
  requestHeaders: [{ name: 'Last-Event-ID', meaning: 'api.header.last_event_id' }],
  data: lazy(() => z.array(traceEventSchema())),
  title: 'Trace',
  paged: true,
  media: ['application/json', 'text/event-stream'],
});

export const sessionWebhookStates = ['delivered', 'open', 'gave_up'] as const;
export type SessionWebhookState = (typeof sessionWebhookStates)[number];

export const listSessions = consoleApi.get('listSessions', '/console/sessions', {
  provenance: 'spec',
  query: lazyObject(() => ({
    status: choice(sessionStatuses).meta(decidedHere).exactOptional(),
    origin: choice(sessionOrigins).meta(decidedHere).exactOptional(),
    webhooks: choice(sessionWebhookStates).meta(decidedAs('field.webhooks')).exactOptional(),
    by: byFilter(),
    q: searchText().meta({ meaning: 'field.q.console' }),
    limit: limit(),
    cursor: cursor(),
    total: totalFlag(),
  })),
  data: lazy(() =>
    z.array(
      statusSchema().extend({
        by: z.enum(makers).meta(decidedAs('field.by')),
        accreditation: z.enum(accreditationStates).meta(decidedAs('field.accreditation')),
        webhooks: z.enum(sessionWebhookStates).nullable().meta(decidedAs('field.webhook_state')),
      }),
    ),
  ),
  title: 'Sessions',
  paged: true,
  counted: 'asked',
});

export const getSettings = consoleApi.get('getSettings', '/console/settings', {
  data: settingsData,
  title: 'Settings',
});

export const updateSettings = consoleApi.put('updateSettings', '/console/settings', {
  body: settingsBody,
  // Null is a value of some settings: for example, it turns `throttle_per_minute` off.
  keepsNulls: true,
  example: { throttle_per_minute: 60, webhook_body: 'both' },
  data: settingsData,
  title: 'Settings changed',
});

export const receiveHook = consoleApi.post('receiveHook', '/console/hooks/{account_id}/{receiver}', {
  auth: 'none',
  provenance: 'spec',
  params: lazyObject(() => ({ account_id: z.string(), receiver: z.enum(receiverNames) })),
  query: lazyObject(() => ({
    answer_status: queryInteger(200, 599).meta(decidedAs('field.answer_status')).exactOptional(),
    answer_body: z
      .string()
      .max(LONG_TEXT_LIMIT, { error: encodeFault('fault.too_long', { limit: LONG_TEXT_LIMIT }) })
      .meta(decidedAs('field.answer_body'))
      .exactOptional(),
    delay_ms: queryInteger(0, RECEIVER_DELAY_MAX_MS).meta(decidedAs('field.delay_ms')).exactOptional(),
    fail_times: queryInteger(1, RECEIVER_FAILURES_MAX).meta(decidedAs('field.fail_times')).exactOptional(),
  })),
  rawBody: { mediaType: '*/*', schema: lazy(() => z.unknown()) },
  data: lazyObject(() => ({ receiver: z.enum(receiverNames), event_id: z.int() }), decidedHere),
  title: 'Webhook received',
  problems: [404, 429, 500],
  // With `answer_body`, the response is that text.
  media: ['application/json', 'text/plain'],
});

type SessionRow = Pick<RowOf<typeof listSessions>, 'status' | 'accreditation'>;

const sessionTones: Readonly<Record<SessionRow['status'], Tone>> = {
  pending: 'wait',
  paid: 'good',
  failed: 'bad',
  expired: 'plain',
};

const webhookTones = { delivered: 'good', open: 'wait', gave_up: 'bad' } as const;

const accreditationTones: Readonly<Record<SessionRow['accreditation'], Tone>> = {
  none: 'plain',
  scheduled: 'wait',
  accredited: 'good',
  failed: 'bad',
};

/** Returns the colors of a session's three steps: created, paid, accredited. */
export function sessionSteps({ status, accreditation }: SessionRow): readonly Tone[] {
  return ['good', sessionTones[status], accreditationTones[accreditation]];
}

export const sessionState = {
  field: 'status',
  kind: 'state',
  value: ({ status, accreditation }, t) =>
    [
      wordOf(t, 'status', status),
      ...(hasAccreditationEnded(accreditation) ? [wordOf(t, 'accreditation', accreditation)] : []),
    ].join(' · '),
  tone: ({ status, accreditation }) => (accreditation === 'failed' ? 'bad' : sessionTones[status]),
  steps: sessionSteps,
} as const satisfies ShownField<SessionRow>;

function hasAccreditationEnded(accreditation: SessionRow['accreditation']): boolean {
  return accreditation === 'accredited' || accreditation === 'failed';
}

export const sessionView = viewOf(listSessions, {
  noun: 'session',
  id: ({ id }) => id,
  to: ({ id }) => `/console/sessions/${id}`,
  columns: [
    { field: 'identifier', kind: 'text', beside: ({ description }) => description, layout: 'long' },
    sessionState,
    {
      field: 'amount_reference',
      kind: 'money',
      value: ({ amount_reference, currency_reference }) => [amount_reference, currency_reference],
    },
    {
      field: 'webhooks',
      kind: 'state',
      words: 'webhooks',
      tone: ({ webhooks }) => (webhooks ? webhookTones[webhooks] : 'plain'),
    },
    { field: 'created_at', kind: 'age' },
  ],
  filters: [
    { name: 'status', values: sessionStatuses, words: 'status' },
    { name: 'webhooks', values: sessionWebhookStates, words: 'webhooks' },
    { name: 'origin', values: sessionOrigins, words: 'origin' },
    { name: 'by', values: byFilters, words: 'by', emptyLabel: 'word.by.mine' },
  ],
  command: 'session create --webhook-url http://localhost:3000/webhooks',
});

export const eventView = viewOf(getTrace, {
  noun: 'event',
  id: ({ id }) => String(id),
  to: ({ id }) => `/console/trace/${id}`,
  columns: [
    { field: 'at', kind: 'instant' },
    { field: 'type', kind: 'code' },
  ],
  filters: [
    { name: 'type', values: traceTypes, acceptsSeveral: true },
    { name: 'session_id', as: 'session' },
  ],
  command: 'session create',
});
