import { z } from 'zod';
import { button, outcome, partner, pay, request } from '../calls.ts';
import { alone, casesOf, each } from '../cases-of.ts';
import { advanceBy, call, not, send, some, type Wanted } from '../steps.ts';

const trace = (data: unknown, query: Readonly<Record<string, string | number>> = {}) =>
  call('getTrace', { data }, { query });
const keepReceiver = (receiver: string) => call('getKeys', { keep: { own: `/data/receivers/${receiver}` } });
const toOwn = button({ webhook_url: '{own}' });
const deliver = (receiver: string, expectation: Wanted, more: object = {}) =>
  call('receiveHook', expectation, { params: { receiver }, text: '{"a":1}', ...more });
const sessions = (data: unknown, query: Readonly<Record<string, string>> = {}) =>
  call('listSessions', { data }, { query });
/** Expects a redirect for a browser that isn't logged in. */
const openInBrowser = (operation: string, location: RegExp) =>
  call(operation, { status: 303, headers: { location } }, { as: 'nobody', headers: { accept: 'text/html' } });
const stopId = { params: { stop_id: 'stp_3b241101-e2bb-4255-8caf-4136c566a962' } };
const abandonedWebhook = [alone, button({ webhook_url: '{receiver}?answer=500' }), advanceBy(60_000)];
/** The nine operations of payment stops, each with a valid request. */
const stops = [
  ['listStops', {}],
  ['createStop', { body: { title: 'x' } }],
  ['getStop', stopId],
  ['updateStop', { ...stopId, body: {} }],
  ['deleteStop', stopId],
  ['listStopLinks', stopId],
  ['createStopBatch', { body: { items: [] } }],
  ['queryStops', { body: { stop_ids: [] } }],
  ['reorderStops', { body: { stop_ids: [] } }],
] as const;
const pages = [
  ['showApiPage', 'text/html', /<html/],
  ['showDocs', 'text/html', /<html/],
  ['showTerminalPage', 'text/html', /<html/],
  ['getMetrics', '*/*', /# TYPE/],
] as const;
const stream = { headers: { accept: 'text/event-stream', 'last-event-id': '0' } };
const programmed = { headers: { accept: '*/*', 'idempotency-key': '{uuid}' } };

export const simulator = [
  ...stops.flatMap(([operation, more]) =>
    casesOf(operation, {
      'sessions.stops-fixed': [
        call(operation, { headers: { 'x-svc-sim': 'mock' }, keep: { all: '/data' } }, more),
        call(operation, { data: '{all}' }, { ...more, as: 'other' }),
      ],
    }),
  ),
  ...casesOf('getKeys', {
    'simulator.keys': [
      call('getKeys', {
        data: {
          account_id: '{account_id}',
          keys: [{ token: undefined, token_hint: z.string() }],
          receivers: { paid: z.url(), accredited: z.url(), fail: z.url(), captura: z.url() },
        },
      }),
    ],
  }),
  ...casesOf('receiveHook', {
    'Simulator-only surfaces: `paid` and `accredited` answer 200, `captura` answers 200 to anything': each(
      ['paid', 'accredited', 'captura'],
      (name) => [`to-${name}`, deliver(name, {})],
    ),
    'simulator.fail-problem': [deliver('fail', { status: 500, headers: { 'content-type': /problem/ } })],
    'Simulator-only surfaces: recorded as `webhook.received` with the raw body, the parsed body and the headers':
      {
        'is-in-the-trace': [
          alone,
          deliver('captura', {}, { headers: { 'x-mine': 'yes' } }),
          trace([{ data: { raw_body: '{"a":1}', body: { a: 1 }, headers: { 'x-mine': 'yes' } } }], {
            type: 'webhook.received',
          }),
        ],
      },
    'simulator.received-body': [
      alone,
      deliver('captura', {}, { text: 'x'.repeat(70_000), type: 'text/plain' }),
      trace([{ data: { raw_body_length: 70_000 } }], { type: 'webhook.received' }),
    ],
    'webhooks.captura': [
      alone,
      keepReceiver('captura'),
      toOwn,
      trace([{ data: { route: 'loopback' } }], { type: 'webhook.emitted' }),
      advanceBy(1),
      trace([{ data: { headers: { 'svc-signature': /^[0-9a-f]{64}$/, 'idempotency-key': z.uuid() } } }], {
        type: 'webhook.received',
      }),
    ],
    'webhooks.own-address': [
      alone,
      keepReceiver('paid'),
      toOwn,
      trace([{ data: { route: 'loopback' } }], { type: 'webhook.emitted' }),
    ],
    'Errors: 404 not found': {
      'unknown-account': [
        deliver('paid', 404, { params: { account_id: 'acc_0000000000000000', receiver: 'paid' } }),
      ],
      'unknown-receiver': [deliver('nobody', 404)],
    },
    'simulator.programmed-receiver': {
      'answers-as-told': [
        deliver(
          'captura',
          { status: 503, body: 'busy' },
          { ...programmed, query: { answer_status: 503, answer_body: 'busy' } },
        ),
      ],
      'others-answer-as-ever': [
        deliver('paid', {}, { ...programmed, query: { answer_status: 503 } }),
        deliver('fail', { status: 500 }, { ...programmed, query: { answer_status: 200 } }),
      ],
      'fails-at-first': [500, 500, 200].map((status) =>
        deliver('captura', { status }, { ...programmed, query: { fail_times: 2 } }),
      ),
    },
  }),
  ...casesOf('getTrace', {
    'simulator.trace-live': [
      alone,
      button(),
      call('getTrace', { headers: { 'content-type': /^text\/event-stream/ }, body: /id: ?\d+\n/ }, stream),
    ],
    'simulator.trace-query': {
      'newest-first': [
        alone,
        partner(),
        button(),
        trace([{ type: /^(session|webhook)\./ }], { order: 'desc', limit: 1 }),
      ],
      'after-an-event': [
        alone,
        partner(),
        button(),
        call('getTrace', { keep: { first: '/data/0/id' } }, { query: { limit: 1 } }),
        call('getTrace', { data: [{ id: not('{first}') }] }, { query: { after: '{first}', limit: 1 } }),
      ],
      'of-a-session': [
        alone,
        button(),
        outcome(1, 'paid'),
        trace([{ type: 'session.paid' }], { session_id: '{session_id}', type: 'session.paid' }),
      ],
    },
    'operations.getTrace.note-1': {
      'several-types': [
        alone,
        partner(),
        button(),
        trace([{ type: 'partner.created' }, { type: 'session.created', session_id: '{session_id}' }], {
          type: 'partner.created,session.created',
        }),
      ],
      'unknown-type': [
        call('getTrace', { status: 400, faults: ['/type'] }, { query: { type: 'session.no' } }),
      ],
      'unknown-session': [
        call('getTrace', { status: 400, faults: ['/session_id'] }, { query: { session_id: '{uuid}' } }),
      ],
    },
  }),
  ...casesOf('listSessions', {
    'Simulator-only surfaces: sessions of the account': {
      'newest-first': [
        alone,
        button(),
        request(),
        sessions([{ id: '{session_id}', session_origin: 'request' }, { session_origin: 'button' }]),
      ],
    },
    'simulator.console-pages': [openInBrowser('listSessions', /^\/console\/login/)],
    'simulator.sessions-query': {
      'by-status': [
        alone,
        button(),
        button(),
        pay(),
        sessions([{ id: '{session_id}', status: 'paid' }], { status: 'paid' }),
      ],
      'by-text': [
        alone,
        button(),
        button({ identifier: 'B-{unique}' }),
        sessions([{ id: '{session_id}' }], { q: 'b-{unique}' }),
      ],
      'by-origin': [
        alone,
        button(),
        request(),
        sessions([{ session_origin: 'button' }], { origin: 'button' }),
      ],
    },
    'Operations with real behaviour: per-account isolation': {
      'only-own': [
        alone,
        button(),
        call('listSessions', { data: not([{ id: '{session_id}' }]) }, { as: 'other', query: { limit: 1 } }),
      ],
    },
  }),
  ...casesOf('getProgress', {
    'simulator.progress': [alone, button(), call('getProgress', { data: { completed: z.int().min(1) } })],
    'simulator.progress-page': [openInBrowser('getProgress', /^\/console/)],
    'simulator.practice-receivers': [
      alone,
      keepReceiver('captura'),
      toOwn,
      advanceBy(1),
      call('getProgress', {
        data: {
          practices: z
            .array(z.looseObject({ id: z.string(), done: z.boolean() }))
            .refine(
              (all) =>
                all.find(({ id }) => id === 'webhook_acknowledged')?.done === true &&
                all.find(({ id }) => id === 'fast_answers')?.done === false,
              'the webhook acknowledged, and no practice of fast answers',
            ),
        },
      }),
    ],
  }),
  ...casesOf('getSettings', {
    'operations.getSettings': [
      alone,
      call('getSettings', {
        data: {
          throttle_per_minute: null,
          webhook_body: 'both',
          webhook_signature: 'timestamp',
          receiver_credits: 'by_receiver',
          extra_events: false,
          minimum_amount_ves: 0,
          accreditation_delay_ms: null,
        },
      }),
    ],
  }),
  ...casesOf('listDeliveries', {
    'operations.listDeliveries': [
      alone,
      button({ webhook_url: 'http://shop.invalid/' }),
      call('listDeliveries', { data: [{ session_id: '{session_id}' }] }),
    ],
  }),
  ...casesOf('resendDeliveries', {
    'operations.resendDeliveries.note-1': [
      abandonedWebhook,
      send('resendDeliveries', {}, { data: { resent: 1 } }),
      send('resendDeliveries', {}, { data: { resent: 0 } }),
    ],
  }),
  ...casesOf('listCalls', {
    'operations.listCalls': [alone, button(), call('listCalls', { data: some })],
    'operations.listCalls.note-1': [
      alone,
      send('pairTerminal', { serial: '{serialNumber}' }),
      call(
        'listCalls',
        { data: [{ operation: 'pairTerminal', response: { text: not(/{code}/) } }] },
        { query: { limit: 1 } },
      ),
    ],
  }),
  ...casesOf('getHealth', {
    'Simulator-only surfaces: liveness probe of the simulator': {
      answers: [call('getHealth', { data: { status: 'ok' } })],
    },
    'conventions.request-id': [call('getHealth', { headers: { 'x-request-id': z.uuid() } })],
    'simulator.parser-problems': [
      call(
        'getHealth',
        { status: 431, headers: { 'content-type': /problem/, 'x-request-id': z.uuid() } },
        { headers: { 'x-long': 'x'.repeat(17_000) } },
      ),
    ],
    'conventions.unknown-path': [
      call('getHealth', { status: 404, headers: { 'content-type': /problem/ } }, { path: '/nothing' }),
    ],
  }),
  ...casesOf('getReadiness', { 'operations.getReadiness': [call('getReadiness')] }),
  ...casesOf('getAuthority', { 'operations.getAuthority': [call('getAuthority', 404)] }),
  ...casesOf('getFidelity', {
    'simulator.fidelity-form': {
      'all-of-them': [call('getFidelity', { data: { differences: z.array(z.unknown()).min(300) } })],
      'as-a-page': [
        call(
          'getFidelity',
          { headers: { 'content-type': /^text\/html/ } },
          { headers: { accept: 'text/html' } },
        ),
      ],
    },
  }),
  ...casesOf('getOpenApi', {
    'operations.getOpenApi': [
      call('getOpenApi', {
        body: { openapi: /^3\.1/, paths: { '/__test__/reset': { post: {} } }, webhooks: {} },
      }),
    ],
  }),
  ...pages.flatMap(([operation, accept, body]) =>
    casesOf(operation, { [`operations.${operation}`]: [call(operation, { body }, { headers: { accept } })] }),
  ),
];
