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
import { mapValues, membersOf } from '../fields/objects.ts';
import { sessionSplitFaults } from '../fields/split.ts';
import { olderForms } from '../older-forms.ts';
import { lazy, ofSessions, unprocessable } from '../operation.ts';
import type { Fault } from '../problem.ts';
import { batchItemData, sessionData, statusData } from './session-data.ts';
import { buttonFields, DUE_DATE_BEHAVIOR, requestFields } from './session-fields.ts';

interface SentRequest {
  readonly due_date_session?: string;
  readonly due_date_reached_behavior?: 'keep_active' | 'deactivate';
  readonly due_date_link?: unknown;
  readonly expire_behavior_link?: unknown;
}

/** Older names of request fields in documents of the field, still accepted (contract section 10). */
const olderNames = {
  due_date_link: 'due_date_session',
  expire_behavior_link: 'due_date_reached_behavior',
} as const;

/** Refused older names with their current name. */
const refusedNames = olderForms.names;

/**
 * Declares a former field with its current name, so that it gets its own fault instead of being unknown. It
 * is removed before the body is used.
 */
function former(name: string, type: Readonly<Record<string, unknown>>) {
  return z
    .unknown()
    .meta({ ...fromField, deprecated: true, means: (t: Texts) => t('field.older_name', { name }), ...type })
    .exactOptional();
}

type RefusedFields = Readonly<Record<keyof typeof refusedNames, ReturnType<typeof former>>>;

function refusedFields(): RefusedFields {
  return mapValues(refusedNames, (name) => former(name, { 'x-refused': true }));
}

/** A button as sent; `withoutRefusedNames` removes the rest. */
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
    due_date_link: former('due_date_session', { type: 'string', format: 'date-time' }),
    expire_behavior_link: former('due_date_reached_behavior', {
      type: 'string',
      enum: ['keep_active', 'deactivate'],
    }),
    ...refusedFields(),
  };
});

/** Returns the faults of a request's older names without the new one. */
export function faultsOfOlderNames(body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null) return [];
  const given = membersOf(body);
  return Object.entries(olderNames).flatMap(([older, name]) => {
    if (given[name] !== undefined || given[older] === undefined) return [];
    const parsed = requestFields()[name].safeParse(given[older]);
    return parsed.success ? [] : faultsOf(parsed.error).map((fault) => ({ ...fault, pointer: `/${older}` }));
  });
}

export function faultsOfRefusedNames(body: unknown): Fault[] {
  const given = membersOf(body);
  return Object.entries(refusedNames)
    .filter(([older, name]) => given[older] !== undefined && given[name] === undefined)
    .map(([older, name]) => faultAt(`/${older}`, 'fault.older.name', { newer: name }));
}

export function withoutRefusedNames<B extends object>(body: B): B {
  const former = Object.keys(refusedNames).filter((name) => name in body);
  if (former.length === 0) return body;
  const kept = { ...body };
  for (const name of former) Reflect.deleteProperty(kept, name);
  return kept;
}

/** Returns a valid request under its new names, which override the older ones. */
export function withNewNames<B extends SentRequest>(body: B): B {
  const { due_date_link, expire_behavior_link, ...own } = withoutRefusedNames(body);
  const due = own.due_date_session ?? due_date_link;
  return {
    ...own,
    ...(due !== undefined && { due_date_session: due }),
    due_date_reached_behavior: own.due_date_reached_behavior ?? expire_behavior_link ?? DUE_DATE_BEHAVIOR,
  } as B;
}

/** Most sessions of one batch (contract section 3). */
export const BATCH_MAX = 200;

/** Body of a button session (specification, Payment session). */
export const buttonSessionBody = lazy(() =>
  crossFieldCheck(shape(sentButtonFields()), (body) => [
    ...sessionSplitFaults(body),
    ...faultsOfRefusedNames(body),
  ]).overwrite(withoutRefusedNames),
);

/** Body of a request session, and of each item of a batch (contract section 3). */
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

/** `POST /api/v1/ext/payment-sessions/buttons` (specification, Payment session). */
export const createButtonSession = ofSessions.post(
  'createButtonSession',
  '/api/v1/ext/payment-sessions/buttons',
  {
    provenance: 'spec',
    body: buttonSessionBody,
    example: exampleButton,
    data: sessionData,
    status: 201,
    ...unprocessable,
    title: 'Payment session created',
    problems: [404],
    idempotent: true,
  },
);

/** `POST /api/v1/ext/payment-sessions/request` (contract section 3). */
export const createRequestSession = ofSessions.post(
  'createRequestSession',
  '/api/v1/ext/payment-sessions/request',
  {
    body: requestSessionBody,
    example: exampleRequest,
    data: sessionData,
    status: 201,
    ...unprocessable,
    title: 'Payment session created',
    problems: [404],
    idempotent: true,
  },
);

/**
 * `POST /api/v1/ext/payment-sessions/request/batch`: creates all of its sessions or none (contract section
 * 3).
 */
export const createRequestBatch = ofSessions.post(
  'createRequestBatch',
  '/api/v1/ext/payment-sessions/request/batch',
  {
    provenance: 'field',
    body: lazyShape(() => ({
      items: list(requestSessionBody(), 1, BATCH_MAX),
      continue_on_error: flag().exactOptional().meta({ means: 'field.continue_on_error.session' }),
    })),
    example: {
      items: [exampleRequest, { ...exampleRequest, identifier: 'INV-2032' }],
      continue_on_error: false,
    },
    data: lazyObject(() => ({
      processed_count: z.int(),
      successful_count: z.int(),
      failed_count: z.literal(0),
      items: z.array(batchItemData()),
    })),
    status: 201,
    productionOnly: [...unprocessable.productionOnly, { status: 207, means: 'api.production.session' }],
    title: 'Batch created',
    problems: [404],
    idempotent: true,
  },
);

/** `GET /api/v1/ext/payment-sessions/status/{session_id}` (specification, Payment session). */
export const getSessionStatus = ofSessions.get(
  'getSessionStatus',
  '/api/v1/ext/payment-sessions/status/{session_id}',
  {
    aliases: [
      { path: '/api/v1/ext/payment-sessions/{session_id}/status', provenance: 'field' },
      { path: '/api/v1/ext/payment-sessions/{session_id}', provenance: 'field' },
    ],
    provenance: 'spec',
    data: statusData,
    title: 'Payment session status',
    problems: [404],
  },
);

/** `POST /api/v1/ext/payment-sessions/{session_id}/expire`: 422 if it is paid (contract section 3). */
export const expireSession = ofSessions.post(
  'expireSession',
  '/api/v1/ext/payment-sessions/{session_id}/expire',
  { data: statusData, title: 'Payment session expired', problems: [404, 422], idempotent: true },
);
