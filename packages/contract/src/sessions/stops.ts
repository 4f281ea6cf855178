import * as z from 'zod';
import { currencies } from '../fields/amounts.ts';
import { decidedHere, EXAMPLE_AGREEMENT_ID, fromField, lazyObject } from '../fields/fields.ts';
import { lazy, ofSessions, unprocessable } from '../operation.ts';

/** A stop: a permanent URL for recurring payments (contract section 12). */
const stopFields = lazy(() => ({
  stop_id: z.string().meta({ pattern: '^stp_[0-9a-f-]{36}$' }),
  stop_url: z.url().meta({ means: 'field.stop_url' }),
  stop_title: z.string(),
  empty_state_message: z.string(),
  status: z.enum(['active', 'inactive']).meta({ means: 'field.status.stop' }),
}));

export const stopData = lazyObject(
  () => ({
    ...stopFields(),
    internal_reference: z.string(),
    created_at: z.iso.datetime().meta(decidedHere),
    updated_at: z.iso.datetime().meta(decidedHere),
  }),
  fromField,
);

/** A payment that a stop has started. */
export const stopLinkData = lazyObject(
  () => ({
    stop_id: z.string(),
    session_id: z.uuid(),
    payment_url: z.url(),
    status: z.enum(['pending', 'paid', 'failed', 'expired']).meta({ means: 'field.status.session' }),
    amount_reference: z.number(),
    currency_reference: z.enum(currencies),
    created_at: z.iso.datetime(),
  }),
  decidedHere,
);

/** What became of each stop of a request. */
const stopResults = lazyObject(
  () => ({
    batch_id: z.uuid(),
    results: z.array(
      z.object({ internal_reference: z.string(), success: z.boolean(), data: z.object(stopFields()) }),
    ),
  }),
  fromField,
);

function pageOf<I extends z.ZodType>(items: I) {
  return z.object({ total: z.int(), limit: z.int(), offset: z.int(), items: z.array(items) }).meta(fromField);
}

export const stopBody = lazyObject(
  () => ({
    title: z.string(),
    description: z.string().optional(),
    agreement_id: z.string(),
    amount_reference: z.number(),
    currency_reference: z.enum(currencies),
    identifier_label: z.string().optional(),
    identifier: z.string().optional(),
    webhook_url: z.string().optional(),
  }),
  decidedHere,
);

const exampleStop = {
  title: 'Monthly membership',
  agreement_id: EXAMPLE_AGREEMENT_ID,
  amount_reference: 15,
  currency_reference: 'USD',
};

const json = 'application/json';
const shared = { provenance: 'field', simHeader: 'mock' } as const;

/** `GET /api/v1/ext/payment-stops`: a fixed example, as all nine (specification, Simulator-only surfaces). */
export const listStops = ofSessions.get('listStops', '/api/v1/ext/payment-stops', {
  data: lazy(() => pageOf(stopData())),
  title: 'Stops',
  ...shared,
});

export const createStop = ofSessions.post('createStop', '/api/v1/ext/payment-stops', {
  rawBody: { mediaType: json, schema: stopBody, example: exampleStop },
  data: stopResults,
  ...unprocessable,
  title: 'Stop created',
  ...shared,
});

export const getStop = ofSessions.get('getStop', '/api/v1/ext/payment-stops/{stop_id}', {
  data: lazy(() =>
    stopData()
      .extend({ links_active: z.array(stopLinkData()).meta({ means: 'field.links_active' }) })
      .meta(fromField),
  ),
  title: 'Stop',
  ...shared,
});

export const updateStop = ofSessions.patch('updateStop', '/api/v1/ext/payment-stops/{stop_id}', {
  rawBody: { mediaType: json, schema: lazy(() => stopBody().partial()), example: { amount_reference: 18 } },
  data: stopData,
  ...unprocessable,
  title: 'Stop updated',
  ...shared,
});

export const deleteStop = ofSessions.delete('deleteStop', '/api/v1/ext/payment-stops/{stop_id}', {
  data: lazyObject(() => ({ stop_id: z.string(), deleted: z.literal(true) })),
  ...unprocessable,
  title: 'Stop deleted',
  ...shared,
});

export const listStopLinks = ofSessions.get('listStopLinks', '/api/v1/ext/payment-stops/{stop_id}/links', {
  data: lazy(() => pageOf(stopLinkData())),
  title: 'Stop history',
  ...shared,
});

export const createStopBatch = ofSessions.post('createStopBatch', '/api/v1/ext/payment-stops/batch', {
  rawBody: {
    mediaType: json,
    schema: lazyObject(() => ({ items: z.array(stopBody()), continue_on_error: z.boolean().optional() })),
    example: { items: [exampleStop] },
  },
  data: stopResults,
  ...unprocessable,
  title: 'Batch of stops created',
  ...shared,
});

export const queryStops = ofSessions.post('queryStops', '/api/v1/ext/payment-stops/query', {
  rawBody: {
    mediaType: json,
    schema: lazyObject(() => ({ stop_ids: z.array(z.string()) })),
    example: { stop_ids: ['stp_3b241101-e2bb-4255-8caf-4136c566a962'] },
  },
  data: lazyObject(
    () => ({
      requested: z.int(),
      results: z.array(
        z.object({ ...stopFields(), items: z.array(stopLinkData()), next_cursor: z.string().nullable() }),
      ),
    }),
    fromField,
  ),
  title: 'Stops',
  ...shared,
});

export const reorderStops = ofSessions.patch('reorderStops', '/api/v1/ext/payment-stops/reorder', {
  rawBody: {
    mediaType: json,
    schema: lazyObject(() => ({ stop_ids: z.array(z.string()) })),
    example: {
      stop_ids: ['stp_9c858901-8a57-4791-81fe-4c455b099bc9', 'stp_3b241101-e2bb-4255-8caf-4136c566a962'],
    },
  },
  data: stopResults,
  ...unprocessable,
  title: 'Stops reordered',
  ...shared,
});
