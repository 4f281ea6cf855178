import * as z from 'zod';
import { currencies, moneySchema } from '../fields/amounts.ts';
import { decidedHere, EXAMPLE_AGREEMENT_ID, fromField, lazyObject } from '../fields/fields.ts';
import { lazy, sessionApi, unprocessable } from '../operation.ts';

const stopFields = lazy(() => ({
  stop_id: z.string().meta({ pattern: '^stp_[0-9a-f-]{36}$' }),
  stop_url: z.url().meta({ meaning: 'field.stop_url' }),
  stop_title: z.string(),
  empty_state_message: z.string(),
}));

const stopStatus = () => z.enum(['active', 'inactive']).meta({ meaning: 'field.status.stop' });
const sessionStatus = () =>
  z.enum(['pending', 'paid', 'failed', 'expired']).meta({ meaning: 'field.status.session' });
const instantSchema = () => z.iso.datetime();

export const stopSchema = lazyObject(
  () => ({
    ...stopFields(),
    internal_reference: z.string(),
    status: stopStatus(),
    created_at: instantSchema(),
    updated_at: instantSchema(),
  }),
  fromField,
);

const linkFields = lazy(() => ({
  session_id: z.uuid(),
  payment_url: z.url(),
  status: sessionStatus(),
  amount: moneySchema(),
  currency_reference: z.enum(currencies),
  amount_ves: moneySchema(),
}));

const dueFields = lazy(() => ({
  due_date_link: instantSchema(),
  expire_behavior_link: z.enum(['keep_active', 'deactivate']),
  late_notice_message: z.string(),
}));

export const stopLinkSchema = lazyObject(() => ({ ...linkFields(), ...dueFields() }), fromField);

export const stopPaymentSchema = lazyObject(
  () => ({
    ...linkFields(),
    created_at: instantSchema(),
    updated_at: instantSchema(),
    bcv_exchange_rate: z.number(),
    exchange_rate_from: z.enum(currencies),
    exchange_rate_to: z.enum(currencies),
    identifier_label: z.string(),
    identifier: z.string(),
    description: z.string(),
    ...z.object(dueFields()).partial().shape,
    paid_at: instantSchema().optional(),
    expired_at: instantSchema().optional(),
  }),
  fromField,
);

function resultsOf<R extends z.ZodType>(result: R) {
  return z.object({ batch_id: z.uuid(), results: z.array(result) }).meta(fromField);
}

const creationResults = lazy(() =>
  resultsOf(
    z.object({
      internal_reference: z.string(),
      success: z.boolean(),
      data: z.object({ ...stopFields(), status: stopStatus(), created_at: instantSchema() }),
    }),
  ),
);

const sessionIds = () => z.array(z.uuid());

const operationResult = lazyObject(() => ({
  stop_id: z.string(),
  op: z.enum(stopOperations),
  success: z.boolean(),
  added: sessionIds().optional(),
  already_present: sessionIds().optional(),
  removed: sessionIds().optional(),
  not_active: sessionIds().optional(),
  not_found: sessionIds().optional(),
  active_now: sessionIds().optional(),
  replaced_previous: sessionIds().optional(),
  cleared: sessionIds().optional(),
}));

const stopOperations = ['add', 'remove', 'replace', 'clear'] as const;
const orderModes = ['append', 'strict'] as const;

const perStop = lazyObject(() => ({ page_size: z.int(), sort: z.string(), order: z.enum(['asc', 'desc']) }));

const queriedPayment = lazyObject(() => ({
  session_id: z.uuid(),
  payment_url: z.url(),
  status: sessionStatus(),
  amount: z.object({ value: moneySchema(), currency: z.enum(currencies) }),
  amount_bs: z.object({ value: moneySchema(), rate_date: z.iso.date() }),
  created_at: instantSchema(),
  expires_at: instantSchema(),
  order_index: z.int(),
}));

function stopPage<F extends z.core.$ZodLooseShape>(extraFields: F, items: z.ZodType) {
  return z
    .object({ ...extraFields, total: z.int(), limit: z.int(), offset: z.int(), items: z.array(items) })
    .meta(fromField);
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

const JSON_TYPE = 'application/json';
/** The simulator has no stops: all nine operations return a fixed example of `stopExamples`. */
const sharedOptions = { provenance: 'field', simHeader: 'mock' } as const;

export const listStops = sessionApi.get('listStops', '/api/v1/ext/payment-stops', {
  data: lazy(() => stopPage({}, stopSchema().extend({ links_active_count: z.int() }).meta(fromField))),
  title: 'Stops',
  ...sharedOptions,
});

export const createStop = sessionApi.post('createStop', '/api/v1/ext/payment-stops', {
  rawBody: { mediaType: JSON_TYPE, schema: stopBody, example: exampleStop },
  data: creationResults,
  flat: true,
  ...unprocessable,
  title: 'Stop created',
  ...sharedOptions,
});

export const getStop = sessionApi.get('getStop', '/api/v1/ext/payment-stops/{stop_id}', {
  data: lazyObject(
    () => ({
      ...stopFields(),
      internal_reference: z.string(),
      created_at: instantSchema(),
      links_active: z.array(stopLinkSchema()).meta({ meaning: 'field.links_active' }),
    }),
    fromField,
  ),
  title: 'Stop',
  ...sharedOptions,
});

export const updateStop = sessionApi.patch('updateStop', '/api/v1/ext/payment-stops/{stop_id}', {
  rawBody: {
    mediaType: JSON_TYPE,
    schema: lazy(() => stopBody().partial()),
    example: { amount_reference: 18 },
  },
  data: stopSchema,
  ...unprocessable,
  title: 'Stop updated',
  ...sharedOptions,
});

export const deleteStop = sessionApi.delete('deleteStop', '/api/v1/ext/payment-stops/{stop_id}', {
  data: lazyObject(() => ({ stop_id: z.string(), deleted: z.literal(true) })),
  ...unprocessable,
  title: 'Stop deleted',
  ...sharedOptions,
});

export const listStopLinks = sessionApi.get('listStopLinks', '/api/v1/ext/payment-stops/{stop_id}/links', {
  data: lazy(() => stopPage({ stop_id: z.string() }, stopPaymentSchema())),
  title: 'Stop history',
  ...sharedOptions,
});

export const createStopBatch = sessionApi.post('createStopBatch', '/api/v1/ext/payment-stops/batch', {
  rawBody: {
    mediaType: JSON_TYPE,
    schema: lazyObject(() => ({
      items: z.array(
        z.object({
          stop_id: z.string(),
          op: z.enum(stopOperations),
          session_ids: z.array(z.string()).optional(),
        }),
      ),
    })),
    example: {
      items: [
        {
          stop_id: 'stp_3b241101-e2bb-4255-8caf-4136c566a962',
          op: 'add',
          session_ids: ['7d444840-9dc0-41d1-b245-5ffdce74fad2'],
        },
      ],
    },
  },
  data: lazy(() => resultsOf(operationResult())),
  flat: true,
  ...unprocessable,
  title: 'Batch of stops processed',
  ...sharedOptions,
});

export const queryStops = sessionApi.post('queryStops', '/api/v1/ext/payment-stops/query', {
  rawBody: {
    mediaType: JSON_TYPE,
    schema: lazyObject(() => ({
      stop_ids: z.array(z.string()),
      status: sessionStatus().optional(),
      per_stop: perStop().partial().optional(),
    })),
    example: { stop_ids: ['stp_3b241101-e2bb-4255-8caf-4136c566a962'] },
  },
  data: lazyObject(
    () => ({
      requested: z.object({ stop_ids: z.array(z.string()), status: sessionStatus(), per_stop: perStop() }),
      results: z.array(
        z.object({
          stop_id: z.string(),
          page_size: z.int(),
          has_next: z.boolean(),
          next_cursor: z.string().nullable(),
          total_estimate: z.int(),
          items: z.array(queriedPayment()),
        }),
      ),
    }),
    fromField,
  ),
  flat: true,
  title: 'Stops',
  ...sharedOptions,
});

export const reorderStops = sessionApi.patch('reorderStops', '/api/v1/ext/payment-stops/reorder', {
  rawBody: {
    mediaType: JSON_TYPE,
    schema: lazyObject(() => ({
      items: z.array(
        z.object({
          stop_id: z.string(),
          session_ids: z.array(z.string()),
          mode: z.enum(orderModes).optional(),
        }),
      ),
    })),
    example: {
      items: [
        {
          stop_id: 'stp_3b241101-e2bb-4255-8caf-4136c566a962',
          session_ids: ['7d444840-9dc0-41d1-b245-5ffdce74fad2'],
          mode: 'append',
        },
      ],
    },
  },
  data: lazy(() =>
    resultsOf(
      z.object({
        stop_id: z.string(),
        success: z.boolean(),
        applied_order: sessionIds(),
        mode: z.enum(orderModes),
      }),
    ),
  ),
  flat: true,
  ...unprocessable,
  title: 'Stops reordered',
  ...sharedOptions,
});
