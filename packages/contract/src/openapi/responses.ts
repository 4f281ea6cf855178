import type { Texts } from '@svc-simulator/texts/texts.ts';
import { addsToAccount, issuesTokens, replacesOrDeletes } from '../accounts/quotas.ts';
import { openPathProvenance } from '../open-to-pages.ts';
import type { Operation, Provenance } from '../operation.ts';
import type { DocumentSchemas, Json } from './schemas.ts';

function problemStatuses(operation: Operation): number[] {
  const statuses = new Set(operation.problems ?? []);
  if (operation.auth !== 'none') statuses.add(401);
  if (operation.auth === 'merchant' || operation.fullToken) statuses.add(403);
  const isLimited = isThrottled(operation) || operation.attempt || isStreamed(operation);
  const isOverQuota = [addsToAccount, replacesOrDeletes, issuesTokens].some((limitsOperation) =>
    limitsOperation(operation),
  );
  if (isLimited || isOverQuota) statuses.add(429);
  if (operation.body) for (const status of [400, 415]) statuses.add(status);
  if (operation.method !== 'GET') statuses.add(413);
  if (operation.query && !operation.media?.includes('text/html')) statuses.add(400);
  if (operation.idempotent) statuses.add(409);
  return [...statuses].sort((a, b) => a - b);
}

/** The statuses are listed one by one, because client generators write invalid code for the range `5XX`. */
const SERVER_PROBLEMS = [500, 503] as const;

export function describeResponses(operation: Operation, schemas: DocumentSchemas): Json {
  const { t } = schemas;
  const responses: Json = { [operation.status]: successResponse(operation, schemas, operation.status) };
  const { alternativeResponse } = operation;
  if (alternativeResponse)
    responses[alternativeResponse.status] = {
      ...successResponse(operation, schemas, alternativeResponse.status),
      description: t(alternativeResponse.meaning),
    };
  // If a session has no return URLs, the payer gets a page with the result instead of a redirect.
  if (operation.status === 303)
    responses[200] = { description: t('api.result'), content: responseContent(operation, schemas, 200) };
  if (operation.constant)
    responses[304] = {
      description: t('api.not_modified'),
      headers: { ...commonHeaders(t, operation), ETag: { $ref: '#/components/headers/ETag' } },
    };
  for (const status of problemStatuses(operation)) responses[status] = problemResponse(t, operation, status);
  for (const { status, meaning } of operation.productionOnly ?? [])
    responses[status] ??= unusedResponse(operation, schemas, status, t(meaning));
  for (const status of SERVER_PROBLEMS)
    responses[status] ??= { $ref: '#/components/responses/ServerProblem' };
  return responses;
}

function successResponse(operation: Operation, schemas: DocumentSchemas, status: number): Json {
  const { t } = schemas;
  const locationHeader = locationHeaders[status];
  return {
    description: t('api.answered', { title: operation.title }),
    headers: {
      ...commonHeaders(t, operation),
      ...(operation.simHeader ? { 'x-svc-sim': constantHeader(t, operation.simHeader) } : {}),
      ...(operation.idempotent ? { 'idempotent-replayed': { $ref: '#/components/headers/Replayed' } } : {}),
      ...(operation.constant && status < 300 && { ETag: { $ref: '#/components/headers/ETag' } }),
      ...(locationHeader && { Location: { $ref: `#/components/headers/${locationHeader}` } }),
    },
    ...(locationHeader ? {} : { content: responseContent(operation, schemas, status) }),
  };
}

const locationHeaders: Readonly<Record<number, string>> = { 302: 'PaymentPage', 303: 'ReturnUrl' };

/** Declares a response that only production sends, so that generated clients handle it. */
function unusedResponse(
  operation: Operation,
  schemas: DocumentSchemas,
  status: number,
  description: string,
): Json {
  const { t } = schemas;
  const response =
    status < 300 ? successResponse(operation, schemas, status) : problemResponse(t, operation, status);
  return { ...response, description: t('api.not_produced', { description }), 'x-not-produced': true };
}

function responseContent(operation: Operation, schemas: DocumentSchemas, status: number): Json {
  const media = operation.media ?? ['application/json'];
  const content: Json = {};
  for (const type of media) {
    content[type] =
      type === 'application/json'
        ? { schema: envelope(operation, schemas, status) }
        : { schema: { type: 'string' } };
  }
  return content;
}

function envelope(operation: Operation, schemas: DocumentSchemas, status: number): Json {
  const { t } = schemas;
  if (!operation.data) return { $ref: '#/components/schemas/Problem' };
  const data = schemas.refOf(operation.data);
  if (operation.bare) return data;
  const hasSuccessField = operation.family === 'session' || operation.family === 'control';
  const schema: Json = {
    type: 'object',
    required: [
      'status',
      'title',
      'data',
      ...(operation.paged ? ['next_cursor'] : []),
      ...(operation.counted === true ? ['total'] : []),
    ],
    properties: {
      status: { type: 'integer', const: status },
      title: { type: 'string' },
      detail: { type: 'string' },
      ...(hasSuccessField
        ? {
            success: { type: 'boolean', const: true, 'x-provenance': 'field' },
            message: { type: 'string', description: t('api.envelope.message'), 'x-provenance': 'field' },
          }
        : {}),
      data,
      ...(operation.paged
        ? {
            next_cursor: {
              type: ['string', 'null'],
              description: t('api.envelope.next_cursor'),
              'x-provenance': 'decided',
            },
          }
        : {}),
      ...(operation.counted
        ? {
            total: {
              type: 'integer',
              minimum: 0,
              description: t('api.envelope.total'),
              'x-provenance': operation.counted === true ? 'field' : 'decided',
            },
          }
        : {}),
    },
  };
  // Clients read the fields at the top level or in `data`, so the response has both (contract section 1).
  return operation.flat ? { allOf: [{ ...data, 'x-provenance': 'field' }, schema] } : schema;
}

function problemResponse(t: Texts, operation: Operation, status: number): Json {
  const headers = {
    ...commonHeaders(t, operation),
    ...(status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } } : {}),
    ...(status === 429 ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
  };
  // Only programs cause 413 and 415, so these responses are problems even if the operation is a page.
  const isPage = operation.media?.[0] === 'text/html' && ![413, 415].includes(status);
  const content = {
    ...(isPage && { 'text/html': { schema: { type: 'string' } } }),
    ...((!isPage || status === 400 || operation.rawBody) && {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    }),
  };
  return {
    description: isPage ? t('api.problem.page') : problemDescription(t, operation, status),
    headers,
    content,
  };
}

function problemDescription(t: Texts, operation: Operation, status: number): string {
  if (status === 429 && operation.attempt) return t('api.problem.attempts');
  if (status === 429 && isStreamed(operation)) return t('api.problem.streams');
  return t.maybe(`api.problem.${status}`) ?? t('api.problem.other');
}

function isThrottled(operation: Operation): boolean {
  return operation.family === 'session' && operation.auth === 'api';
}

function isStreamed(operation: Operation): boolean {
  return operation.media?.includes('text/event-stream') ?? false;
}

function commonHeaders(t: Texts, operation: Operation): Json {
  const limits = {
    'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimit' },
    'X-RateLimit-Remaining': { $ref: '#/components/headers/RateRemaining' },
    'X-RateLimit-Reset': { $ref: '#/components/headers/RateReset' },
  };
  const provenance = openPathProvenance(operation.path);
  return {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    ...(isThrottled(operation) ? limits : {}),
    ...(provenance && { 'Access-Control-Allow-Origin': anyOrigin(t, provenance) }),
  };
}

function constantHeader(t: Texts, value: string): Json {
  return { description: t('api.sim_header'), schema: { type: 'string', const: value } };
}

function anyOrigin(t: Texts, provenance: Provenance): Json {
  return {
    description: t('api.any_origin'),
    schema: { type: 'string', const: '*' },
    'x-provenance': provenance,
  };
}

export function headerComponents(t: Texts): Json {
  const header = (description: string, schema: Json, provenance?: Provenance) => ({
    description,
    schema,
    ...(provenance && { 'x-provenance': provenance }),
  });
  const [text, count] = [{ type: 'string' }, { type: 'integer' }];
  return {
    RequestId: header(t('api.answer_header.request_id'), { ...text, format: 'uuid' }, 'decided'),
    Replayed: header(t('api.answer_header.replayed'), { type: 'string', const: 'true' }, 'field'),
    ETag: header(t('api.answer_header.etag'), text, 'decided'),
    ReturnUrl: header(t('api.answer_header.return_url'), text, 'field'),
    PaymentPage: header(t('api.answer_header.payment_page'), text, 'field'),
    Challenge: header(t('api.answer_header.challenge'), text, 'decided'),
    RetryAfter: header(t('api.answer_header.retry_after'), count),
    RateLimit: header(t('api.answer_header.rate_limit'), count),
    RateRemaining: header(t('api.answer_header.rate_remaining'), count),
    RateReset: header(t('api.answer_header.rate_reset'), count),
  };
}

export const responseComponents = (t: Texts): Json => ({
  ServerProblem: {
    description: t('api.problem.server'),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  },
});
