import * as z from 'zod';
import { currencies } from '../fields/amounts.ts';
import { decidedHere, EXAMPLE_AGREEMENT_ID } from '../fields/fields.ts';
import { lazy, ofSessions, operation, unprocessable } from '../operation.ts';

/** A stop: a permanent URL for recurring payments. Its fields are ours, since the specification shows none. */
export const stopData = lazy(() =>
  z
    .object({
      stop_id: z.string().meta({ pattern: '^stp_[0-9a-f-]{36}$' }),
      title: z.string(),
      description: z.string(),
      agreement_id: z.string(),
      amount_reference: z.number(),
      currency_reference: z.enum(currencies),
      identifier_label: z.string(),
      identifier: z.string(),
      internal_reference: z.string(),
      success_url: z.url(),
      failure_url: z.url(),
      webhook_url: z.url(),
      stop_url: z.url().describe('Permanent: every visit starts a payment.'),
      status: z.enum(['active', 'inactive']),
      position: z.int().min(1),
      created_at: z.iso.datetime(),
      updated_at: z.iso.datetime(),
    })
    .meta(decidedHere),
);

/** A payment that a stop has started. */
export const stopLinkData = lazy(() =>
  z
    .object({
      stop_id: z.string(),
      session_id: z.uuid(),
      payment_url: z.url(),
      status: z.enum(['pending', 'paid', 'failed', 'expired']),
      amount_reference: z.number(),
      currency_reference: z.enum(currencies),
      created_at: z.iso.datetime(),
    })
    .meta(decidedHere),
);

export const stopBody = lazy(() =>
  z
    .object({
      title: z.string(),
      description: z.string().optional(),
      agreement_id: z.string(),
      amount_reference: z.number(),
      currency_reference: z.enum(currencies),
      identifier_label: z.string().optional(),
      identifier: z.string().optional(),
      webhook_url: z.string().optional(),
    })
    .meta(decidedHere),
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
export const listStops = operation({
  ...ofSessions.get('/api/v1/ext/payment-stops'),
  id: 'listStops',
  summary: 'List stops (fixed example)',
  data: lazy(() => z.array(stopData())),
  title: 'Stops',
  paged: true,
  ...shared,
});

export const createStop = operation({
  ...ofSessions.post('/api/v1/ext/payment-stops'),
  id: 'createStop',
  summary: 'Create a stop (fixed example)',
  rawBody: { mediaType: json, schema: stopBody, example: exampleStop },
  data: stopData,
  ...unprocessable,
  title: 'Stop created',
  ...shared,
});

export const getStop = operation({
  ...ofSessions.get('/api/v1/ext/payment-stops/{stop_id}'),
  id: 'getStop',
  summary: 'Detail of a stop (fixed example)',
  data: stopData,
  title: 'Stop',
  ...shared,
});

export const updateStop = operation({
  ...ofSessions.patch('/api/v1/ext/payment-stops/{stop_id}'),
  id: 'updateStop',
  summary: 'Update a stop (fixed example)',
  rawBody: {
    mediaType: json,
    schema: lazy(() => stopBody().partial()),
    example: { amount_reference: 18 },
  },
  data: stopData,
  ...unprocessable,
  title: 'Stop updated',
  ...shared,
});

export const deleteStop = operation({
  ...ofSessions.delete('/api/v1/ext/payment-stops/{stop_id}'),
  id: 'deleteStop',
  summary: 'Delete a stop (fixed example)',
  data: lazy(() => z.object({ stop_id: z.string(), deleted: z.literal(true) })),
  ...unprocessable,
  title: 'Stop deleted',
  ...shared,
});

export const listStopLinks = operation({
  ...ofSessions.get('/api/v1/ext/payment-stops/{stop_id}/links'),
  id: 'listStopLinks',
  summary: 'History of a stop (fixed example)',
  data: lazy(() => z.array(stopLinkData())),
  title: 'Stop history',
  paged: true,
  ...shared,
});

export const createStopBatch = operation({
  ...ofSessions.post('/api/v1/ext/payment-stops/batch'),
  id: 'createStopBatch',
  summary: 'Create many stops (fixed example)',
  rawBody: {
    mediaType: json,
    schema: lazy(() => z.object({ items: z.array(stopBody()), continue_on_error: z.boolean().optional() })),
    example: { items: [exampleStop] },
  },
  data: lazy(() =>
    z.object({
      processed_count: z.int(),
      successful_count: z.int(),
      failed_count: z.int(),
      items: z.array(stopData()),
    }),
  ),
  ...unprocessable,
  title: 'Batch of stops created',
  ...shared,
});

export const queryStops = operation({
  ...ofSessions.post('/api/v1/ext/payment-stops/query'),
  id: 'queryStops',
  summary: 'Query many stops (fixed example)',
  rawBody: {
    mediaType: json,
    schema: lazy(() => z.object({ stop_ids: z.array(z.string()) })),
    example: { stop_ids: ['stp_3b241101-e2bb-4255-8caf-4136c566a962'] },
  },
  data: lazy(() => z.array(stopData())),
  title: 'Stops',
  ...shared,
});

export const reorderStops = operation({
  ...ofSessions.patch('/api/v1/ext/payment-stops/reorder'),
  id: 'reorderStops',
  summary: 'Reorder stops (fixed example)',
  rawBody: {
    mediaType: json,
    schema: lazy(() => z.object({ stop_ids: z.array(z.string()) })),
    example: {
      stop_ids: ['stp_9c858901-8a57-4791-81fe-4c455b099bc9', 'stp_3b241101-e2bb-4255-8caf-4136c566a962'],
    },
  },
  data: lazy(() => z.array(stopData())),
  ...unprocessable,
  title: 'Stops reordered',
  ...shared,
});
