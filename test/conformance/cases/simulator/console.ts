import { alone, button, call, casesOf, each, like, outcome, partner, pay, request } from '../../builders.ts';

const trace = (wanted: object | number, query: Readonly<Record<string, string | number>> = {}) => call('getTrace', wanted, { query });
const hooked = (receiver: string) => call('getKeys', { keep: { hook: `/data/receivers/${receiver}` } });
const deliver = (receiver: string, wanted: object | number, more: object = {}) => call('receiveHook', wanted, { params: { account_id: '{account}', receiver }, text: '{"a":1}', ...more });
const sessions = (wanted: object | number, query: Readonly<Record<string, string>> = {}) => call('listSessions', wanted, { query });
/** Which practices are done, of those that are named. */
const practised = (done: Readonly<Record<string, boolean>>) => {
  const named = Object.entries(done).map(([id, isDone]) => ({ properties: { id: { const: id }, done: { const: isDone } } }));
  return { data: { practices: like({ type: 'array', minItems: 1, items: { anyOf: [...named, { properties: { id: { not: { enum: Object.keys(done) } } } }] } }) } };
};
const stop = { headers: { 'x-svc-sim': 'mock' } };
const stopId = { params: { stop_id: 'stp_3b241101-e2bb-4255-8caf-4136c566a962' } };
const givenUp = [alone, button({ webhook_url: '{receiver}?answer=500' }), { laterMs: 60_000 }];
/** Each of the nine, with what it takes. */
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

export const console = [
  ...stops.flatMap(([operation, more]) =>
    casesOf(operation, [
      ['driven', 'answers', 'sessions.stops-fixed', call(operation, stop, more)],
      ['contract', 'declared', 'sessions.stops-fields', call(operation, { declared: true }, more)],
      ['contract', 'path', `operations.${operation}`, call(operation, stop, more)],
      ['behaviour', 'same-for-all', 'Simulator-only surfaces: a fixed example with status 200, identical for all accounts', call(operation, { keep: { all: '/data' } }, more), call(operation, { body: { data: '{all}' } }, { ...more, as: 'other' })],
      ['behaviour', 'ignores-the-body', 'sessions.stops-paths', call(operation, {}, { ...more, ...('body' in more && { body: { nothing: true } }) })],
      ['negative', 'no-token', 'Authentication: the token is sent as bearer', call(operation, 401, { ...more, as: 'nobody' })],
    ]),
  ),
  ...casesOf('getKeys', [
    ['driven', 'receivers', 'Simulator-only surfaces: lists the default receivers', call('getKeys', { data: { receivers: { paid: like({ format: 'uri' }), accredited: like({ format: 'uri' }), fail: like({ format: 'uri' }), captura: like({ format: 'uri' }) } } })],
    ['contract', 'declared', 'simulator.keys', call('getKeys', { declared: true, data: { account_id: '{account}', keys: [{ token: undefined, token_hint: like({ type: 'string' }) }] } })],
    ['negative', 'api-token', 'accounts.token-kinds', call('getKeys', 401, { as: 'api' })],
  ]),
  ...casesOf('receiveHook', [
    ...each(['paid', 'accredited', 'captura'], (name) => ['driven', name, 'Simulator-only surfaces: `paid` and `accredited` answer 200, `captura` answers 200 to anything', deliver(name, { declared: true })]),
    ['driven', 'fail', 'simulator.fail', deliver('fail', 500)],
    ['contract', 'fail-is-a-problem', 'simulator.fail-problem', deliver('fail', { status: 500, headers: { 'content-type': like({ pattern: 'problem' }) } })],
    [
      'behaviour',
      'is-in-the-trace',
      'Simulator-only surfaces: recorded as `webhook.received` in the trace with the raw body, the parsed body and the headers',
      alone,
      deliver('captura', {}, { headers: { 'x-mine': 'yes' } }),
      trace({ data: [{ data: { raw_body: '{"a":1}', body: { a: 1 }, headers: { 'x-mine': 'yes' } } }] }, { type: 'webhook.received' }),
    ],
    ['behaviour', 'long-bodies-are-cut', 'simulator.received-body', alone, deliver('captura', {}, { text: 'x'.repeat(70_000), type: 'text/plain' }), trace({ data: [{ data: { raw_body_length: 70_000 } }] }, { type: 'webhook.received' })],
    ['behaviour', 'loopback', 'webhooks.captura', alone, hooked('captura'), button({ webhook_url: '{hook}' }), trace({ data: [{ data: { route: 'loopback' } }] }, { type: 'webhook.emitted' })],
    ['behaviour', 'own-address', 'webhooks.own-address', alone, hooked('paid'), button({ webhook_url: '{hook}' }), trace({ data: [{ data: { route: 'loopback' } }] }, { type: 'webhook.emitted' })],
    ['negative', 'unknown-account', 'Errors: 404 not found', call('receiveHook', 404, { params: { account_id: 'acc_0000000000000000', receiver: 'paid' }, text: '{}' })],
    ['negative', 'unknown-receiver', 'Errors: 404 not found', deliver('nobody', 404)],
  ]),
  ...casesOf('receiveHook', [
    ['behaviour', 'answers-as-told', 'simulator.programmed-receiver', deliver('captura', { status: 503, body: 'busy' }, { query: { answer_status: 503, answer_body: 'busy' }, headers: { accept: '*/*' } })],
    ['behaviour', 'fails-at-first', 'simulator.programmed-receiver', ...[500, 500, 200].map((status) => deliver('captura', { status, headers: {} }, { query: { fail_times: 2 }, headers: { accept: '*/*', 'idempotency-key': '{uuid}' } }))],
  ]),
  ...casesOf('getTrace', [
    ['behaviour', 'follows-live', 'simulator.trace-live', alone, button(), call('getTrace', { status: 200, headers: { 'content-type': like({ pattern: '^text/event-stream' }) }, body: like({ pattern: 'id: ?\\d+\n' }) }, { headers: { accept: 'text/event-stream', 'last-event-id': '0' } })],
    ['driven', 'oldest-first', 'simulator.trace-query', alone, button(), trace({ data: [{ type: 'session.created', session_id: '{session}' }] }, { type: 'session.created' })],
    ['contract', 'declared', 'simulator.trace-event', button(), trace({ declared: true })],
    ['behaviour', 'newest-first', 'simulator.trace-query', alone, partner(), button(), trace({ data: [{ id: like({ type: 'integer' }) }] }, { order: 'desc', limit: 1 })],
    ['behaviour', 'several-types', 'operations.getTrace.note-1', alone, partner(), button(), trace({ data: [{ type: 'partner.created' }, { type: 'session.created' }] }, { type: 'partner.created,session.created' })],
    ['behaviour', 'of-a-session', 'simulator.trace-query', alone, button(), outcome(1, 'paid'), trace({ data: [{ type: 'session.paid' }] }, { session_id: '{session}', type: 'session.paid' })],
    ['negative', 'unknown-type', 'operations.getTrace.note-1', trace({ status: 400, faults: ['/type'] }, { type: 'session.nothing' })],
    ['negative', 'unknown-session', 'operations.getTrace.note-1', trace({ status: 400, faults: ['/session_id'] }, { session_id: '{uuid}' })],
  ]),
  ...casesOf('listSessions', [
    ['driven', 'newest-first', 'Simulator-only surfaces: sessions of the account', alone, button(), request(), sessions({ data: [{ id: '{session}', session_origin: 'request' }, { session_origin: 'button' }] })],
    ['contract', 'declared', 'conventions.lists', button(), sessions({ declared: true })],
    ['behaviour', 'pages-for-browsers', 'simulator.console-pages', call('listSessions', { status: 303, headers: { location: like({ pattern: '^/console/login' }) } }, { as: 'nobody', headers: { accept: 'text/html' } })],
    ['behaviour', 'by-status', 'simulator.sessions-query', alone, button(), button(), pay(), sessions({ data: [{ id: '{session}', status: 'paid' }] }, { status: 'paid' })],
    ['behaviour', 'by-origin', 'simulator.sessions-query', alone, button(), request(), sessions({ data: [{ session_origin: 'button' }] }, { origin: 'button' })],
    ['behaviour', 'by-text', 'simulator.sessions-query', alone, button(), button({ identifier: 'B-{unique}' }), sessions({ data: [{ session_origin: 'button' }] }, { q: 'b-{unique}' })],
    ['negative', 'no-text', 'conventions.all-faults', call('listSessions', { status: 400, faults: ['/q'] }, { query: { q: ' ' } })],
    ['behaviour', 'only-own', 'Operations with real behaviour: per-account isolation', alone, button(), call('listSessions', { data: like({ not: { items: { properties: { id: { const: '{session}' } } }, minItems: 1, maxItems: 1 } }) }, { as: 'other', query: { limit: 1 } })],
  ]),
  ...casesOf('getProgress', [
    ['driven', 'shows', 'Simulator-only surfaces: progress of the practices', call('getProgress', { declared: true })],
    ['behaviour', 'hints', 'simulator.progress-hints', call('getProgress', { data: { practices: like({ type: 'array', minItems: 5, items: { required: ['group', 'title', 'hint'] } }) } })],
    ['behaviour', 'evidence', 'simulator.progress', alone, button(), call('getProgress', { data: { completed: like({ type: 'integer', minimum: 1 }), practices: like({ type: 'array', items: { required: ['done', 'completed_at', 'evidence'] } }) } })],
    ['behaviour', 'page-in-a-browser', 'simulator.progress-page', call('getProgress', { status: 303, headers: { location: like({ pattern: '^/console' }) } }, { as: 'nobody', headers: { accept: 'text/html' } })],
  ]),
  ...casesOf('getProgress', [['behaviour', 'own-receivers-show-no-speed', 'simulator.practice-receivers', alone, hooked('captura'), button({ webhook_url: '{hook}' }), { laterMs: 1 }, call('getProgress', practised({ webhook_acknowledged: true, fast_answers: false }))]]),
  ...casesOf('getSettings', [
    ['driven', 'answers', 'operations.getSettings', alone, call('getSettings', { declared: true, data: { throttle_per_minute: null, webhook_body: 'both', webhook_signature: 'timestamp', receiver_credits: 'by_receiver', extra_events: false, minimum_amount_ves: 0, accreditation_delay_ms: null } })],
  ]),
  ...casesOf('listDeliveries', [['driven', 'lists', 'operations.listDeliveries', alone, button({ webhook_url: 'http://shop.invalid/' }), call('listDeliveries', { declared: true, data: [{ session_id: '{session}' }] })]]),
  ...casesOf('resendDeliveries', [
    ['driven', 'sends-what-was-given-up', 'operations.resendDeliveries', ...givenUp, call('resendDeliveries', { declared: true }, { body: {} })],
    ['behaviour', 'once', 'operations.resendDeliveries.note-1', ...givenUp, call('resendDeliveries', { data: { resent: 1 } }, { body: {} }), call('resendDeliveries', { data: { resent: 0 } }, { body: {} })],
    ['behaviour', 'test-alias', 'operations.resendDeliveries.alias-1', call('resendDeliveries', {}, { path: '/__test__/deliveries/resend', body: {} })],
  ]),
  ...casesOf('listCalls', [
    [
      'behaviour',
      'without-secrets',
      'operations.listCalls.note-1',
      alone,
      call('pairTerminal', { keep: { code: '/data/code' } }, { params: { serialNumber: '{serial}' }, body: { serial: '{serial}' } }),
      call('listCalls', { data: [{ operation: 'pairTerminal', response: { text: like({ not: { pattern: '{code}' } }) } }] }, { query: { limit: 1 } }),
    ],
  ]),
  ...casesOf('listCalls', [['driven', 'lists', 'operations.listCalls', alone, button(), call('listCalls', { declared: true, data: like({ type: 'array', minItems: 1 }) })]]),
  ...casesOf('getHealth', [
    ['driven', 'answers', 'Simulator-only surfaces: liveness probe of the simulator', call('getHealth', { data: { status: 'ok' } })],
    ['contract', 'declared', 'simulator.health', call('getHealth', { declared: true, data: { version: like({ type: 'string' }), uptime_s: like({ type: 'number' }) } })],
    ['contract', 'request-id', 'conventions.request-id', call('getHealth', { headers: { 'x-request-id': like({ format: 'uuid' }) } })],
    ['negative', 'long-headers', 'simulator.parser-problems', call('getHealth', { status: 431, headers: { 'content-type': like({ pattern: 'problem' }), 'x-request-id': like({ format: 'uuid' }) } }, { headers: { 'x-long': 'x'.repeat(17_000) } })],
    ['negative', 'unknown-path', 'conventions.unknown-path', call('getHealth', { status: 404, headers: { 'content-type': like({ pattern: 'problem' }) } }, { path: '/nothing' })],
  ]),
  ...casesOf('getReadiness', [['driven', 'answers', 'operations.getReadiness', call('getReadiness', { declared: true })]]),
  ...casesOf('getMetrics', [['driven', 'answers', 'operations.getMetrics', call('getMetrics', { status: 200, body: like({ type: 'string', pattern: '# TYPE' }) })]]),
  ...casesOf('getAuthority', [['negative', 'none-without-tls', 'operations.getAuthority', call('getAuthority', 404)]]),
  ...casesOf('getFidelity', [
    ['driven', 'needs-no-token', 'Simulator-only surfaces: public list of differences from production; no token', call('getFidelity', { data: { differences: like({ type: 'array', minItems: 300 }) } })],
    ['contract', 'declared', 'simulator.fidelity-form', call('getFidelity', { declared: true })],
    ['contract', 'simulator-only', 'simulator.surfaces', call('getFidelity', { data: { differences: like({ type: 'array', items: { required: ['id', 'provenance', 'summary'] } }) } })],
    ['behaviour', 'as-a-page', 'simulator.fidelity-form', call('getFidelity', { status: 200, headers: { 'content-type': like({ pattern: '^text/html' }) }, body: like({ type: 'string' }) }, { headers: { accept: 'text/html' } })],
  ]),
  ...casesOf('getOpenApi', [
    ['driven', 'answers', 'operations.getOpenApi', call('getOpenApi', { body: { openapi: like({ pattern: '^3\\.1' }), paths: {}, webhooks: {} } })],
    ['contract', 'has-the-aliases', 'operations.getSessionStatus.alias-1', call('getOpenApi', { body: { paths: { '/api/v1/ext/payment-sessions/{session_id}/status': { get: {} }, '/__test__/reset': { post: {} } } } })],
  ]),
  ...casesOf('showApiPage', [['driven', 'answers', 'operations.showApiPage', call('showApiPage', { status: 200, body: like({ pattern: '<html' }) }, { headers: { accept: 'text/html' } })]]),
  ...casesOf('showDocs', [['driven', 'answers', 'operations.showDocs', call('showDocs', { status: 200, body: like({ pattern: '<html' }) }, { headers: { accept: 'text/html' } })]]),
  ...casesOf('showTerminalPage', [['driven', 'answers', 'operations.showTerminalPage', call('showTerminalPage', { status: 200, body: like({ pattern: '<html' }) }, { headers: { accept: 'text/html' } })]]),
  ...casesOf('createAgreement', [
    ['behaviour', 'problems-in-spanish', 'conventions.problem-language', call('createAgreement', { status: 400, faults: ['/title', '/payment_methods', '/default_bank_account_id'], body: { detail: like({ pattern: 'requerid|obligatori|falta' }) } }, { body: {}, headers: { 'accept-language': 'es' } })],
  ]),
  ...casesOf('createButtonSession', [
    [
      'behaviour',
      'tells-the-receiver-of-the-account',
      'Simulator-only surfaces: Every POST received by a receiver is recorded as `webhook.received` in the trace',
      alone,
      hooked('captura'),
      button({ webhook_url: '{hook}' }),
      { laterMs: 1 },
      trace({ data: [{ data: { headers: { 'svc-signature': like({ pattern: '^[0-9a-f]{64}$' }), 'idempotency-key': like({ format: 'uuid' }) } } }] }, { type: 'webhook.received' }),
    ],
  ]),
];
