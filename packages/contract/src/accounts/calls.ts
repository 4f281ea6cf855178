import * as z from 'zod';
import { choice, decidedHere } from '../fields/fields.ts';
import { instant } from '../fields/instants.ts';
import { lazy, ofConsole, operation } from '../operation.ts';
import { cursor, limit, queryInteger, sought } from '../pages.ts';

/** What is kept of the calls of an account. */
export const callsKept = { calls: 2000, days: 7, bodyCharacters: 16_384 } as const;

const uuid = () => z.uuid({ error: 'must be a UUID such as 5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b' });

const sent = lazy(() =>
  z
    .object({
      text: z.string().describe('As it was sent, secrets replaced; empty where it is no JSON.'),
      characters: z.int().describe('Of the whole body; more than `text` has of one that was cut.'),
      cut: z.boolean(),
    })
    .nullable(),
);

const callData = lazy(() =>
  z.object({
    id: z.int().min(1).describe('Increasing.'),
    at: z.iso.datetime().describe('Real time, whatever the account’s clock says.'),
    method: z.string(),
    path: z.string().describe('With its query.'),
    operation: z.string().nullable().describe('An `operationId` of this document.'),
    status: z.int(),
    duration_ms: z.int(),
    request_id: z.uuid().describe('`x-request-id` of the answer.'),
    idempotency_key: z.string().nullable(),
    user_agent: z.string().nullable(),
    origin: z
      .string()
      .nullable()
      .describe(
        'Of a call by a page in a browser: where the page is from; `null` as a text where it hides that.',
      ),
    request: sent().describe('Null when there was none, or it was refused before it was read.'),
    response: sent(),
    detail: z
      .string()
      .nullable()
      .describe('Why it was refused, in the language of the request; null of one that succeeded.'),
    faults: z
      .array(
        z.object({
          pointer: z.string(),
          detail: z.string(),
          value: z.string().nullable().describe('JSON of what was sent there; null when there was nothing.'),
        }),
      )
      .describe('`errors` of the problem that it was answered with.'),
    what_to_do: z
      .string()
      .nullable()
      .describe('Of a refused call, or one from a page in a browser, in the language of the request.'),
  }),
);

/** An API call as `GET /console/calls` answers it. */
export type CallData = z.output<ReturnType<typeof callData>>;

/** `GET /console/calls`: the API calls of the account as they came and were answered, or a live stream of them. */
export const listCalls = operation({
  ...ofConsole.get('/console/calls'),
  id: 'listCalls',
  summary:
    'API calls of the account with their bodies, newest first; with `Accept: text/event-stream` it follows live',
  provenance: 'decided',
  query: lazy(() =>
    z.object({
      errors: choice(['true']).describe('Only those that were refused.').exactOptional(),
      status: queryInteger(100, 599).exactOptional(),
      method: choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).exactOptional(),
      operation: z
        .string()
        .max(100, { error: 'must have at most 100 characters' })
        .describe('An `operationId`.')
        .exactOptional(),
      session_id: uuid().describe('Only those whose path or bodies name it.').exactOptional(),
      request_id: uuid().exactOptional(),
      q: sought().describe(
        'Only those that have this text, in either case: in the path or a body as they are shown; as the beginning of the request’s id.',
      ),
      since: instant().exactOptional(),
      until: instant().exactOptional(),
      after: queryInteger(0, Number.MAX_SAFE_INTEGER).describe('The id of a call.').exactOptional(),
      limit: limit(),
      order: choice(['asc', 'desc']).meta(decidedHere).default('desc'),
      cursor: cursor(),
    }),
  ),
  requestHeaders: [
    { name: 'Last-Event-ID', description: 'Of a live stream: the id of the last call that the reader has.' },
  ],
  data: lazy(() => z.array(callData())),
  title: 'Calls',
  paged: true,
  media: ['application/json', 'text/event-stream'],
  notes: [
    'Calls of the payment-session, merchant, POS and control APIs; of each account the newest 2000 of 7 days, in the memory of the instance that answered them, 16 384 characters of each body. Passwords, tokens and secrets are replaced, wherever they stand; of a body that is no JSON there is its size and the first fault. A call whose token is or was an account’s counts as its, however it was sent.',
  ],
});
