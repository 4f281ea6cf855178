import * as z from 'zod';
import {
  crossFieldCheck,
  EXAMPLE_AGREEMENT_ID,
  flag,
  lazyObject,
  lazyShape,
  list,
  shape,
} from '../fields/fields.ts';
import { sessionSplitFaults } from '../fields/split.ts';
import { lazy, ofSessions, unprocessable } from '../operation.ts';
import {
  faultsOfOlderNames,
  faultsOfRefusedNames,
  sentButtonFields,
  sentRequestFields,
  withNewNames,
  withoutRefusedNames,
} from './older-names.ts';
import { batchItemData, sessionData, statusData } from './session-data.ts';

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

/** `POST /api/v1/ext/payment-sessions/request/batch`: all of its sessions or none (contract section 3). */
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

/** `POST /api/v1/ext/payment-sessions/{session_id}/expire`: 422 when it is paid (contract section 3). */
export const expireSession = ofSessions.post(
  'expireSession',
  '/api/v1/ext/payment-sessions/{session_id}/expire',
  {
    data: statusData,
    title: 'Payment session expired',
    problems: [404, 422],
    idempotent: true,
  },
);
