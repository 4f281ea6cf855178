import * as z from 'zod';
import { choice, choices, decidedHere, LONG_TEXT_LIMIT } from '../fields/fields.ts';
import { lazy, ofConsole, operation } from '../operation.ts';
import { cursor, limit, queryInteger, sought } from '../pages.ts';
import { sessionOrigins, sessionStatuses, statusData } from '../sessions/session-data.ts';
import { traceTypes } from '../webhooks/events.ts';
import { settingsBody, settingsData } from './account-settings.ts';

/** The default receivers (specification, Simulator-only surfaces). */
export const receiverNames = ['paid', 'accredited', 'fail', 'captura'] as const;
export type ReceiverName = (typeof receiverNames)[number];

/** Bytes of a body that the trace keeps of what a receiver took; of a longer one also its length and digest. */
export const RECEIVED_BYTES = 64 * 1024;

/** Longest that a receiver waits before it answers: twice as long as an attempt lasts. */
const RECEIVER_DELAY_MAX_MS = 10_000;
const RECEIVER_FAILURES_MAX = 10;

/** `GET /console/keys`: the account's key and its default receivers. */
export const getKeys = operation({
  ...ofConsole.get('/console/keys'),
  id: 'getKeys',
  summary: 'The account’s keys and its default receivers',
  provenance: 'spec',
  data: lazy(() =>
    z.object({
      account_id: z.string().meta(decidedHere),
      merchant_id: z.uuid().nullable().describe('Of its merchant profile, if it has one.').meta(decidedHere),
      keys: z
        .array(
          z.object({
            id: z.string(),
            token_hint: z.string(),
            created_at: z.iso.datetime(),
            revoked_at: z.iso
              .datetime()
              .nullable()
              .describe('When the token that the registration gave was revoked.'),
          }),
        )
        .meta(decidedHere),
      receivers: z.object({ paid: z.url(), accredited: z.url(), fail: z.url(), captura: z.url() }),
    }),
  ),
  title: 'Keys',
});

export const traceEventData = lazy(() =>
  z.object({
    id: z.int().min(1).describe('Increasing within the account.').meta(decidedHere),
    at: z.iso.datetime().meta(decidedHere),
    type: z.string().describe('For example `session.paid` or `webhook.attempted`.'),
    session_id: z.string().meta(decidedHere).optional(),
    data: z.record(z.string(), z.unknown()).meta(decidedHere),
  }),
);

/** `GET /console/trace`: the event trace, oldest first, or a live stream of it (contract section 5). */
export const getTrace = operation({
  ...ofConsole.get('/console/trace'),
  id: 'getTrace',
  summary: 'The event trace; with `Accept: text/event-stream` it follows live',
  provenance: 'spec',
  query: lazy(() =>
    z.object({
      type: choices(traceTypes).exactOptional(),
      session_id: z
        .string()
        .max(100, { error: 'must have at most 100 characters' })
        .meta(decidedHere)
        .exactOptional(),
      after: queryInteger(0, Number.MAX_SAFE_INTEGER).meta(decidedHere).exactOptional(),
      limit: limit(),
      order: choice(['asc', 'desc']).meta(decidedHere).default('asc'),
      cursor: cursor(),
    }),
  ),
  requestHeaders: [
    { name: 'Last-Event-ID', description: 'Of a live stream: the id of the last event that the reader has.' },
  ],
  data: lazy(() => z.array(traceEventData())),
  title: 'Trace',
  paged: true,
  media: ['application/json', 'text/event-stream'],
  notes: [
    '`type` takes several types with commas between; a type that there is not, and a `session_id` of which the account knows nothing, are 400 with their pointer and what there is.',
  ],
});

/** What became of the webhooks of a session; the worst counts. */
export const sessionWebhookStates = ['delivered', 'open', 'gave_up'] as const;
export type SessionWebhookState = (typeof sessionWebhookStates)[number];

/** `GET /console/sessions`: the account's sessions, newest first. */
export const listSessions = operation({
  ...ofConsole.get('/console/sessions'),
  id: 'listSessions',
  summary: 'Sessions of the account, newest first',
  provenance: 'spec',
  query: lazy(() =>
    z.object({
      status: choice(sessionStatuses).meta(decidedHere).exactOptional(),
      origin: choice(sessionOrigins).meta(decidedHere).exactOptional(),
      webhooks: choice(sessionWebhookStates)
        .describe(
          'Only those whose webhooks arrived, are on their way, or were given up and have not arrived since.',
        )
        .meta(decidedHere)
        .exactOptional(),
      q: sought().describe(
        'Only those that have this text, in either case: in the identifier, what the payer typed, or a URL; as the amount; as the beginning of the id.',
      ),
      limit: limit(),
      cursor: cursor(),
    }),
  ),
  data: lazy(() => z.array(statusData())),
  title: 'Sessions',
  paged: true,
  notes: [
    'With `q` or `webhooks`, a page looks at 5 000 sessions at most; it may be empty and have a `next_cursor`, which goes on with older ones.',
  ],
});

/** `GET /console/settings` (contract section 5). */
export const getSettings = operation({
  ...ofConsole.get('/console/settings'),
  id: 'getSettings',
  summary: 'Settings of the account',
  provenance: 'decided',
  data: settingsData,
  title: 'Settings',
});

/** `PUT /console/settings`: merges; a null is a value here, not an absent field (contract sections 5 and 9). */
export const updateSettings = operation({
  ...ofConsole.put('/console/settings'),
  id: 'updateSettings',
  summary: 'Change settings of the account; fields that are absent keep their value',
  provenance: 'decided',
  body: settingsBody,
  keepsNulls: true,
  example: { throttle_per_minute: 60, webhook_body: 'both' },
  data: settingsData,
  title: 'Settings changed',
});

/** `POST /console/hooks/{account_id}/{receiver}`: the default receivers; `fail` answers 500 on purpose. */
export const receiveHook = operation({
  ...ofConsole.post('/console/hooks/{account_id}/{receiver}'),
  id: 'receiveHook',
  auth: 'none',
  summary: 'Default webhook receivers: paid, accredited and captura answer 200, fail answers 500 on purpose',
  provenance: 'spec',
  params: lazy(() => z.object({ account_id: z.string(), receiver: z.enum(receiverNames) })),
  query: lazy(() =>
    z.object({
      answer_status: queryInteger(200, 599)
        .meta({ ...decidedHere, description: 'Of `captura`: the status that it answers.' })
        .exactOptional(),
      answer_body: z
        .string()
        .max(LONG_TEXT_LIMIT, { error: `must have at most ${LONG_TEXT_LIMIT} characters` })
        .meta({ ...decidedHere, description: 'Of `captura`: the text that it answers.' })
        .exactOptional(),
      delay_ms: queryInteger(0, RECEIVER_DELAY_MAX_MS)
        .meta({ ...decidedHere, description: 'Of `captura`: how long it waits before it answers.' })
        .exactOptional(),
      fail_times: queryInteger(1, RECEIVER_FAILURES_MAX)
        .meta({
          ...decidedHere,
          description:
            'Of `captura`: so many times it fails for each `idempotency-key`, with `answer_status` or 500, and answers 200 afterwards.',
        })
        .exactOptional(),
    }),
  ),
  rawBody: { mediaType: '*/*', schema: lazy(() => z.unknown()) },
  data: lazy(() => z.object({ receiver: z.enum(receiverNames), event_id: z.int() }).meta(decidedHere)),
  title: 'Webhook received',
  problems: [404, 429, 500],
  // A receiver that is told what to answer answers that text.
  media: ['application/json', 'text/plain'],
});
