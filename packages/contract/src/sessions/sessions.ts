import type { Texts } from '@svc-simulator/texts/texts.ts';
import * as z from 'zod';
import { faultAt, faultsOf } from '../fields/faults.ts';
import {
  crossFieldCheck,
  EXAMPLE_AGREEMENT_ID,
  flag,
  fromField,
  lazyObject,
  lazyShape,
  list,
  shape,
} from '../fields/fields.ts';
import { isNameOf, mapValues, membersOf } from '../fields/objects.ts';
import { sessionSplitFaults } from '../fields/split.ts';
import { olderForms } from '../older-forms.ts';
import { lazy, sessionApi, unprocessable } from '../operation.ts';
import type { Fault } from '../problem.ts';
import { batchItemSchema, sessionSchema, statusSchema } from './session-data.ts';
import { buttonFields, DUE_DATE_BEHAVIOR, requestFields } from './session-fields.ts';

interface RequestAsSent {
  readonly due_date_session?: string;
  readonly due_date_reached_behavior?: 'keep_active' | 'deactivate';
  readonly due_date_link?: unknown;
  readonly expire_behavior_link?: unknown;
}

/** Older names of fields that a request session still accepts (contract section 10). */
const olderNames = {
  due_date_link: 'due_date_session',
  expire_behavior_link: 'due_date_reached_behavior',
} as const;

/** Older names of fields, each refused unless the current name is also sent. */
const refusedNames = olderForms.names;

/**
 * Documents an older name of a field as deprecated. The schema accepts any value; the functions below check
 * it.
 */
function olderField(name: string, type: Readonly<Record<string, unknown>>) {
  return z
    .unknown()
    .meta({ ...fromField, deprecated: true, meaning: (t: Texts) => t('field.older_name', { name }), ...type })
    .exactOptional();
}

type RefusedFields = Readonly<Record<keyof typeof refusedNames, ReturnType<typeof olderField>>>;

function refusedFields(): RefusedFields {
  return mapValues(refusedNames, (name) => olderField(name, { 'x-refused': true }));
}

/** Fields that a client can send for a button. An older name is ignored if the current name is also sent. */
export const sentButtonFields = lazy(() => ({ ...buttonFields(), ...refusedFields() }));

export const sentRequestFields = lazy(() => {
  const { due_date_session, due_date_reached_behavior, ...others } = requestFields();
  return {
    ...others,
    due_date_session,
    due_date_reached_behavior: due_date_reached_behavior
      .removeDefault()
      .meta({ default: DUE_DATE_BEHAVIOR })
      .exactOptional(),
    due_date_link: olderField('due_date_session', { type: 'string', format: 'date-time' }),
    expire_behavior_link: olderField('due_date_reached_behavior', {
      type: 'string',
      enum: ['keep_active', 'deactivate'],
    }),
    ...refusedFields(),
  };
});

/** Checks the values of older names. Ignores an older name if the current name is also sent. */
export function faultsOfOlderNames(body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null) return [];
  const members = membersOf(body);
  return Object.entries(olderNames).flatMap(([older, name]) => {
    if (members[name] !== undefined || members[older] === undefined) return [];
    const result = requestFields()[name].safeParse(members[older]);
    return result.success ? [] : faultsOf(result.error).map((fault) => ({ ...fault, pointer: `/${older}` }));
  });
}

export function faultsOfRefusedNames(body: unknown): Fault[] {
  const members = membersOf(body);
  return Object.entries(refusedNames)
    .filter(([older, name]) => members[older] !== undefined && members[name] === undefined)
    .map(([older, name]) => faultAt(`/${older}`, 'fault.older.name', { newer: name }));
}

export function withoutRefusedNames<B extends object>(body: B): B {
  if (!Object.keys(refusedNames).some((name) => name in body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isNameOf(refusedNames, name))) as B;
}

/**
 * Replaces older names by current names in a valid request. Ignores an older name if the current name is also
 * sent.
 */
export function withNewNames<B extends RequestAsSent>(body: B): B {
  const { due_date_link, expire_behavior_link, ...fields } = withoutRefusedNames(body);
  const due = fields.due_date_session ?? due_date_link;
  return {
    ...fields,
    ...(due !== undefined && { due_date_session: due }),
    due_date_reached_behavior: fields.due_date_reached_behavior ?? expire_behavior_link ?? DUE_DATE_BEHAVIOR,
  } as B;
}

export const BATCH_MAX = 200;

export const buttonSessionBody = lazy(() =>
  crossFieldCheck(shape(sentButtonFields()), (body) => [
    ...sessionSplitFaults(body),
    ...faultsOfRefusedNames(body),
  ]).overwrite(withoutRefusedNames),
);

export const requestSessionBody = lazy(() =>
  crossFieldCheck(shape(sentRequestFields()), (body) => [
    ...sessionSplitFaults(body),
    ...faultsOfOlderNames(body),
    ...faultsOfRefusedNames(body),
  ]).overwrite(withNewNames),
);

const exampleButton = {
  amount_reference: 25.5,
  currency_reference: 'USD',
  identifier_label: 'Order',
  identifier: 'A-1042',
  description: 'Two coffees and a cake',
  success_url: 'https://shop.example/orders/A-1042/paid',
  failure_url: 'https://shop.example/orders/A-1042/failed',
  agreement_id: EXAMPLE_AGREEMENT_ID,
  webhook_url: 'http://localhost:3000/webhooks/payments',
};

const exampleRequest = {
  amount_reference: 80,
  currency_reference: 'USD',
  identifier: 'INV-2031',
  title: 'Invoice INV-2031',
  agreement_id: EXAMPLE_AGREEMENT_ID,
  due_date_session: '2035-12-31T23:59:00.000Z',
  due_date_reached_behavior: 'deactivate',
  webhook_url: 'http://localhost:3000/webhooks/payments',
};

export const createButtonSession = sessionApi.post(
  'createButtonSession',
  '/api/v1/ext/payment-sessions/buttons',
  {
    provenance: 'spec',
    body: buttonSessionBody,
    example: exampleButton,
    data: sessionSchema,
    status: 201,
    ...unprocessable,
    title: 'Payment session created',
    problems: [404],
    idempotent: true,
  },
);

export const createRequestSession = sessionApi.post(
  'createRequestSession',
  '/api/v1/ext/payment-sessions/request',
  {
    body: requestSessionBody,
    example: exampleRequest,
    data: sessionSchema,
    status: 201,
    ...unprocessable,
    title: 'Payment session created',
    problems: [404],
    idempotent: true,
  },
);

/** Creates all sessions of the batch, or none (contract section 3). */
export const createRequestBatch = sessionApi.post(
  'createRequestBatch',
  '/api/v1/ext/payment-sessions/request/batch',
  {
    provenance: 'field',
    body: lazyShape(() => ({
      items: list(requestSessionBody(), 1, BATCH_MAX),
      continue_on_error: flag().exactOptional().meta({ meaning: 'field.continue_on_error.session' }),
    })),
    example: {
      items: [exampleRequest, { ...exampleRequest, identifier: 'INV-2032' }],
      continue_on_error: false,
    },
    data: lazyObject(() => ({
      processed_count: z.int(),
      successful_count: z.int(),
      failed_count: z.literal(0),
      items: z.array(batchItemSchema()),
    })),
    status: 201,
    productionOnly: [...unprocessable.productionOnly, { status: 207, meaning: 'api.production.session' }],
    title: 'Batch created',
    problems: [404],
    idempotent: true,
  },
);

export const getSessionStatus = sessionApi.get(
  'getSessionStatus',
  '/api/v1/ext/payment-sessions/status/{session_id}',
  {
    aliases: [
      { path: '/api/v1/ext/payment-sessions/{session_id}/status', provenance: 'field' },
      { path: '/api/v1/ext/payment-sessions/{session_id}', provenance: 'field' },
    ],
    provenance: 'spec',
    data: statusSchema,
    title: 'Payment session status',
    problems: [404],
  },
);

/** Returns 422 if the session is paid (contract section 3). */
export const expireSession = sessionApi.post(
  'expireSession',
  '/api/v1/ext/payment-sessions/{session_id}/expire',
  { data: statusSchema, title: 'Payment session expired', problems: [404, 422], idempotent: true },
);
