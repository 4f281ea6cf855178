import { bases, button, request, settings, status } from '../calls.ts';
import { casesOf, each } from '../cases-of.ts';
import { bad, call, send, type Wanted } from '../steps.ts';

const badDueDate = bad('/due_date_session');

export const requests = casesOf('createRequestSession', {
  'operations.createRequestSession': [
    request({}, { data: { status: 'pending', session_origin: 'request' } }),
    status({ status: 'pending' }),
  ],
  'sessions.request-form': {
    whole: [
      request(
        { title: 'Invoice', late_notice_message: 'Late' },
        { data: { title: 'Invoice', late_notice_message: 'Late' } },
      ),
    ],
    'may-lack-urls': [
      request({}, { data: { success_url: undefined, failure_url: undefined, description: undefined } }),
    ],
    'keeps-active': [
      request({}, { data: { due_date_reached_behavior: 'keep_active', config: { expires_at: null } } }),
    ],
    'due-in-the-past': [request({ due_date_session: '2020-01-01T00:00:00Z' }, badDueDate)],
    ...each(['2090-02-30', 'tomorrow', '', 1], (due_date_session) => [
      `due-${due_date_session}`,
      request({ due_date_session }, badDueDate),
    ]),
    'other-behaviour': [request({ due_date_reached_behavior: 'delete' }, bad('/due_date_reached_behavior'))],
  },
  'sessions.due-date-optional': [
    request(
      { due_date_session: undefined, due_date_reached_behavior: 'deactivate' },
      { data: { due_date_session: undefined, status: 'pending', config: { expires_at: null } } },
    ),
  ],
  'sessions.seventeenth': [request({}, { body: { status: 201 } })],
  'states.expiry': [
    request({ due_date_reached_behavior: 'deactivate' }, { data: { config: { expires_at: '{future}' } } }),
  ],
  'sessions.duration': [
    request(
      { duration_minutes: 10 },
      { data: { duration_minutes: undefined, config: { duration_minutes: undefined } } },
    ),
  ],
  'sessions.older-names': {
    taken: [
      request(
        { due_date_session: undefined, due_date_link: '{future}', expire_behavior_link: 'deactivate' },
        { data: { due_date_session: '{future}', due_date_reached_behavior: 'deactivate' } },
      ),
    ],
    'faulty-as-sent': [
      request(
        { due_date_session: undefined, due_date_link: 'tomorrow', expire_behavior_link: 'stop' },
        bad('/due_date_link', '/expire_behavior_link'),
      ),
    ],
    'newer-name-wins': [request({ due_date_link: 'never' }, { data: { due_date_session: '{future}' } })],
  },
  'conventions.times': [
    request(
      { due_date_session: '2090-01-31T10:00:00', due_date_reached_behavior: 'deactivate' },
      { data: { config: { expires_at: '2090-01-31T10:00:00.000Z' } } },
    ),
  ],
  'sessions.unknown-agreement': [request({ agreement_id: 'agr_0000000000000000' }, 404)],
  'settings.minimum-amount-ves': [
    settings({ minimum_amount_ves: 14 }),
    request({ amount_reference: 13.99 }, bad('/amount_reference')),
    request({ amount_reference: 14 }),
    button({ amount_reference: 13.99 }, { ...bad('/amount_reference'), body: { detail: /13\.99 VES/ } }),
    button({ currency_reference: 'USD', amount_reference: 0.11 }, bad('/amount_reference')),
    button({ currency_reference: 'USD', amount_reference: 0.12 }),
  ],
});

/** Sends a batch of requests. Each item changes fields of a valid request. */
const batch = (items: readonly object[], expectation: Wanted = {}, more: object = {}) =>
  send(
    'createRequestBatch',
    { items: items.map((item) => ({ ...bases.createRequestSession, ...item })), ...more },
    expectation,
  );
const counts = (count: number) => ({ processed_count: count, successful_count: count, failed_count: 0 });
const wrong = { amount_reference: 0 };

export const batches = casesOf('createRequestBatch', {
  'Endpoints: request (Solicitud) batch': {
    'makes-all': [
      batch([{}, { amount_reference: 7 }], {
        data: { ...counts(2), items: [{ status: 'pending' }, { amount_reference: 7 }] },
        keep: { session_id: '/data/items/1/id' },
      }),
      status({ amount_reference: 7 }),
    ],
  },
  'sessions.batch-worth': [
    batch([{ currency_reference: 'USD', amount_reference: 2 }], {
      data: {
        items: [
          {
            amount_ves: 244.02,
            bcv_exchange_rate: 122.0112,
            exchange_rate_from: 'USD',
            exchange_rate_to: 'VES',
          },
        ],
      },
    }),
  ],
  'sessions.batch-whole': {
    'points-at-a-date': [
      batch([{}, { due_date_session: '2020-01-01T00:00:00Z' }], bad('/items/1/due_date_session')),
    ],
    'points-at-it': [batch([{}, wrong], bad('/items/1/amount_reference'), { continue_on_error: true })],
    'nothing-is-made': [settings(), batch([{}, wrong], 400), call('listSessions', { data: [] })],
  },
  'conventions.all-faults': [
    batch([wrong, { identifier: '' }], bad('/items/0/amount_reference', '/items/1/identifier')),
  ],
  'sessions.batch-form': {
    empty: [batch([], bad('/items'))],
    'of-201': [batch(Array(201).fill({}), bad('/items'))],
    'of-200': [batch(Array(200).fill({}), { data: { successful_count: 200 } })],
  },
  'Errors: the simulator ignores that option, so batches succeed or fail as a whole': {
    'never-207': [batch([{}], {}, { continue_on_error: true })],
  },
  'sessions.older-names': [batch([{ due_date_session: undefined, due_date_link: '{future}' }])],
  'sessions.refused-name-amount': [
    batch([{}, { amount_reference: undefined, amount: 5 }, { amount_reference: undefined, amount: 5 }], {
      status: 400,
      body: {
        detail:
          /^\/items\/1\/amount: is an older name that isn't accepted; send amount_reference \(and 3 more\)$/,
      },
    }),
  ],
  'sessions.amounts': [
    batch([{ amount_reference: 30.299999999999997 }], { data: { items: [{ amount_reference: 30.3 }] } }),
  ],
  'sessions.unknown-agreement': [batch([{ agreement_id: 'agr_0000000000000000' }], 404)],
});
