import { addsToAccount } from '../accounts/quotas.ts';
import { openToPagesBy } from '../open-to-pages.ts';
import type { Operation, Provenance } from '../operation.ts';
import type { DocumentSchemas, Json } from './schemas.ts';

const problemTitles: Readonly<Record<number, string>> = {
  400: 'The request is not valid; `errors` names every fault',
  401: 'The credential is missing, unknown or of the wrong kind',
  403: 'The token does not belong to the merchant of the path, or was exchanged for an API token without the password',
  404: 'There is no such resource in this account',
  409: 'The request conflicts with what is there',
  413: 'The body has over 1 MiB',
  415: 'The body is not declared as JSON',
  422: 'The session is paid already',
  429: 'The throttle of the account is used up, or one of its quotas in hosted mode',
  500: 'Refused on purpose; `message` has the reason',
  503: 'Not now; `errors` says why',
};

/** Problem statuses of an operation: its own, and those that its credential, body, query and throttle imply. */
function problemStatuses(operation: Operation): number[] {
  const statuses = new Set(operation.problems ?? []);
  if (operation.auth !== 'none') statuses.add(401);
  if (operation.auth === 'merchant' || operation.fullToken) statuses.add(403);
  const isLimited = isThrottled(operation) || operation.attempt || isStreamed(operation);
  if (isLimited || addsToAccount(operation)) statuses.add(429);
  if (operation.body) for (const status of [400, 415]) statuses.add(status);
  if (operation.method !== 'GET') statuses.add(413);
  if (operation.query && !operation.media?.includes('text/html')) statuses.add(400);
  if (operation.idempotent) statuses.add(409);
  return [...statuses].sort((a, b) => a - b);
}

/** Responses of an operation, with their headers. */
export function responsesOf(operation: Operation, schemas: DocumentSchemas): Json {
  const responses: Json = { [operation.status]: success(operation, schemas, operation.status) };
  const { otherwise } = operation;
  if (otherwise)
    responses[otherwise.status] = {
      ...success(operation, schemas, otherwise.status),
      description: otherwise.description,
    };
  // Without URLs to go back to, the payer gets a page with the result.
  if (operation.status === 303)
    responses[200] = { description: 'The result', content: contentOf(operation, schemas, 200) };
  if (operation.constant)
    responses[304] = {
      description: 'It is what the client has',
      headers: { ...commonHeaders(operation), ETag: { $ref: '#/components/headers/ETag' } },
    };
  for (const status of problemStatuses(operation)) responses[status] = problem(operation, status);
  for (const { status, description } of operation.productionOnly ?? [])
    responses[status] ??= notProduced(operation, schemas, status, description);
  responses['5XX'] = { $ref: '#/components/responses/ServerProblem' };
  return responses;
}

function success(operation: Operation, schemas: DocumentSchemas, status: number): Json {
  const location = locations[status];
  return {
    description: operation.title,
    headers: {
      ...commonHeaders(operation),
      ...(operation.simHeader ? { 'x-svc-sim': constantHeader(operation.simHeader) } : {}),
      ...(operation.idempotent ? { 'idempotent-replayed': { $ref: '#/components/headers/Replayed' } } : {}),
      ...(operation.constant && status < 300 && { ETag: { $ref: '#/components/headers/ETag' } }),
      ...(location && { Location: { $ref: `#/components/headers/${location}` } }),
    },
    ...(location ? {} : { content: contentOf(operation, schemas, status) }),
  };
}

/** Where redirects lead, as components. */
const locations: Readonly<Record<number, string>> = { 302: 'PaymentPage', 303: 'ReturnUrl' };

/** So that a generated client has the branch that it needs against production. */
function notProduced(
  operation: Operation,
  schemas: DocumentSchemas,
  status: number,
  description: string,
): Json {
  const answered = status < 300 ? success(operation, schemas, status) : problem(operation, status);
  return {
    ...answered,
    description: `${description} Production answers so, this simulator never does.`,
    'x-not-produced': true,
  };
}

function contentOf(operation: Operation, schemas: DocumentSchemas, status: number): Json {
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
  if (!operation.data) return { $ref: '#/components/schemas/Problem' };
  const data = schemas.refOf(operation.data);
  if (operation.bare) return data;
  const carriesSuccess = operation.family === 'session' || operation.family === 'control';
  const schema: Json = {
    type: 'object',
    required: [
      'status',
      'title',
      'data',
      ...(operation.paged ? ['next_cursor'] : []),
      ...(operation.counted ? ['total'] : []),
    ],
    properties: {
      status: { const: status },
      title: { type: 'string' },
      detail: { type: 'string' },
      ...(carriesSuccess
        ? {
            success: { const: true, 'x-provenance': 'field' },
            message: { type: 'string', description: 'The same as `title`.', 'x-provenance': 'field' },
          }
        : {}),
      data,
      ...(operation.paged
        ? {
            next_cursor: {
              type: ['string', 'null'],
              description: '`cursor` of the next page; null at the end.',
              'x-provenance': 'decided',
            },
          }
        : {}),
      ...(operation.counted
        ? {
            total: {
              type: 'integer',
              minimum: 0,
              description: 'How many there are on all pages.',
              'x-provenance': 'field',
            },
          }
        : {}),
    },
  };
  // Credentials stand in `data` and at the top level, since clients read either (contract section 1).
  return operation.flat ? { allOf: [{ ...data, 'x-provenance': 'field' }, schema] } : schema;
}

function problem(operation: Operation, status: number): Json {
  const headers = {
    ...commonHeaders(operation),
    ...(status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } } : {}),
    ...(status === 429 ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
  };
  // What is wrong with a body as such is a program's fault, and refused as any program's is.
  const page = operation.media?.[0] === 'text/html' && ![413, 415].includes(status);
  const content = {
    ...(page && { 'text/html': { schema: { type: 'string' } } }),
    ...((!page || status === 400 || operation.rawBody) && {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    }),
  };
  return {
    description: page ? 'A page that says why' : titleOf(operation, status),
    headers,
    content,
  };
}

function titleOf(operation: Operation, status: number): string {
  if (status === 429 && operation.attempt)
    return 'Too many attempts from this client or with this name, in hosted mode';
  if (status === 429 && isStreamed(operation)) return 'Too many streams of this account, in hosted mode';
  return problemTitles[status] ?? 'Refused';
}

function isThrottled(operation: Operation): boolean {
  return operation.family === 'session' && operation.auth === 'api';
}

function isStreamed(operation: Operation): boolean {
  return operation.media?.includes('text/event-stream') ?? false;
}

function commonHeaders(operation: Operation): Json {
  const limits = {
    'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimit' },
    'X-RateLimit-Remaining': { $ref: '#/components/headers/RateRemaining' },
    'X-RateLimit-Reset': { $ref: '#/components/headers/RateReset' },
  };
  const forPages = openToPagesBy(operation.path);
  return {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    ...(isThrottled(operation) ? limits : {}),
    ...(forPages && { 'Access-Control-Allow-Origin': anyOrigin(forPages) }),
  };
}

function constantHeader(value: string): Json {
  return { description: 'Marks an answer that production does not give so.', schema: { const: value } };
}

function anyOrigin(provenance: Provenance): Json {
  return {
    description: 'To a page of another origin; preflights are answered.',
    schema: { const: '*' },
    'x-provenance': provenance,
  };
}

/** `components.headers`. */
export const headerComponents: Json = {
  RequestId: {
    description: 'Id of this request.',
    schema: { type: 'string', format: 'uuid' },
    'x-provenance': 'decided',
  },
  Replayed: {
    description: 'Present when this is the kept answer of an earlier request with the same Idempotency-Key.',
    schema: { const: 'true' },
    'x-provenance': 'field',
  },
  ETag: {
    description: 'Of an answer that is the same for all; with it in `If-None-Match`, the next one is 304.',
    schema: { type: 'string' },
    'x-provenance': 'decided',
  },
  ReturnUrl: {
    description: 'The success_url or failure_url of the session, with `session_id` in its query.',
    schema: { type: 'string' },
    'x-provenance': 'field',
  },
  PaymentPage: {
    description: 'The payment page of the session.',
    schema: { type: 'string' },
    'x-provenance': 'field',
  },
  Challenge: {
    description: 'The scheme that is wanted.',
    schema: { type: 'string' },
    'x-provenance': 'decided',
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
  RateLimit: {
    description: 'Requests a minute; only while the throttle is on.',
    schema: { type: 'integer' },
  },
  RateRemaining: { description: 'Requests left in this window.', schema: { type: 'integer' } },
  RateReset: { description: 'Seconds until the window ends.', schema: { type: 'integer' } },
};

/** `components.responses`. */
export const responseComponents: Json = {
  ServerProblem: {
    description: 'The simulator could not carry it out; with 503 nothing was stored or changed',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  },
};
