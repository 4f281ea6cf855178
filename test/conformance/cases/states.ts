import { z } from 'zod';
import { agreement, button, hook, outcome, pay, request, status } from '../calls.ts';
import { alone, casesOf, each } from '../cases-of.ts';
import { advanceBy, bad, call, callAtOnce, frozen, instant, received, text, webhook } from '../steps.ts';

const forceAll = (...names: readonly string[]) =>
  names.map((name) => outcome(name.startsWith('acc') ? 2 : 1, name));
const failedLeg2 = 'accreditation_to_recipient_failed';
/** Every outcome in every state: earlier outcomes, leg, outcome, and the resulting status (null: refused). */
const moves = [
  [[], 1, 'paid', 'paid'],
  [[], 1, 'failed', 'failed'],
  [[], 1, 'expired', 'expired'],
  [[], 2, 'accredited', null],
  [[], 2, failedLeg2, null],
  [['paid'], 1, 'paid', null],
  [['paid'], 1, 'failed', null],
  [['paid'], 1, 'expired', null],
  [['paid'], 2, 'accredited', 'paid'],
  [['paid'], 2, failedLeg2, 'paid'],
  [['paid', 'accredited'], 2, 'accredited', null],
  [['paid', 'accredited'], 2, failedLeg2, null],
  [['paid', failedLeg2], 2, 'accredited', 'paid'],
  [['paid', failedLeg2], 2, failedLeg2, null],
  ...['failed', 'expired'].flatMap((end) => [
    ...['paid', 'failed', 'expired'].map((name) => [[end], 1, name, null] as const),
    [[end], 2, 'accredited', null] as const,
  ]),
] as const;

export const states = casesOf('forceOutcome', {
  'simulator.outcomes': {
    ...each(moves, ([before, leg, name, after]) => [
      [...before, name].join('-then-'),
      button(),
      forceAll(...before),
      ...(after === null
        ? [outcome(leg, name, 500)]
        : [outcome(leg, name, { data: { status: after } }), status({ status: after })]),
    ]),
    'leg-3': [button(), outcome(3, 'paid', bad('/leg'))],
    'unknown-outcome': [button(), outcome(1, 'refunded', bad('/outcome'))],
    'of-the-other-leg': [button(), outcome(1, 'accredited', 400), outcome(2, 'paid', 400)],
  },
  'Simulator forced outcomes: leg 1 invalid from state paid': {
    'reason-leg-1': [
      button(),
      forceAll('paid'),
      outcome(1, 'paid', { status: 500, body: { message: /^leg 1 invalid from state paid/ } }),
    ],
  },
  'Simulator forced outcomes: leg 2 requires status paid': {
    'reason-leg-2': [
      button(),
      outcome(2, 'accredited', { status: 500, body: { message: /^leg 2 requires status paid/ } }),
    ],
  },
  'conventions.foreign-404': [button(), { ...outcome(1, 'paid', 404), as: 'other' }],
  'states.final': {
    'one-of-many-at-once': [
      button(),
      callAtOnce(
        outcome(1, 'paid'),
        outcome(1, 'paid', 500),
        outcome(1, 'paid', 500),
        outcome(1, 'paid', 500),
      ),
    ],
  },
  'simulator.test-alias': [
    button(),
    { ...outcome(1, 'paid'), path: '/__test__/sessions/{session_id}/outcome' },
  ],
  'simulator.forced-paid': [
    alone,
    button(hook),
    outcome(1, 'paid'),
    webhook('paid'),
    advanceBy(60_000),
    received('created', 'paid'),
  ],
  'simulator.forced-leg-2': [
    alone,
    button(hook),
    pay(),
    outcome(2, 'accredited'),
    webhook('accredited'),
    advanceBy(60_000),
    received('created', 'paid', 'accredited'),
  ],
  'webhooks.quiet-outcomes': [
    alone,
    button(hook),
    webhook('created'),
    outcome(1, 'failed'),
    advanceBy(60_000),
    received('created'),
  ],
  'sessions.forced-reason': {
    'by-default': [
      button(),
      outcome(1, 'failed', { data: { session_payment: { reason: 'bank_rejected' } } }),
    ],
    given: [
      button(),
      outcome(1, 'failed', { data: { session_payment: { reason: 'bank_limit' } } }, { reason: 'bank_limit' }),
    ],
    unknown: [button(), outcome(1, 'failed', bad('/reason'), { reason: 'because' })],
    'of-no-failure': [
      button(),
      outcome(1, 'failed', bad('/reason'), { reason: 'control' }),
      outcome(1, 'paid', bad('/reason'), { reason: 'bank_limit' }),
      outcome(1, 'paid'),
      outcome(2, 'accredited', bad('/reason'), { reason: 'bank_limit' }),
    ],
  },
  'states.failed-credits': [
    button(),
    forceAll('paid'),
    outcome(2, failedLeg2, {
      data: {
        session_payment: {
          receiver_credits: {
            owner: { status: 'failed', amount_ves: 100, amount_ves_credited: 0, bank_commissions_ves: 0 },
          },
          receiver_credits_summary: { total_credits: 1, total_amount_ves_credited: 0 },
        },
      },
    }),
  ],
  'sessions.payer-fields': [
    button(),
    outcome(1, 'paid', {
      data: { session_payment: { payment_details: { nombre: null, cedula: null, banco: null } } },
    }),
  ],
});

const expire = (expectation: object | number = {}) =>
  call('expireSession', typeof expectation === 'number' ? expectation : { data: expectation });

export const expiry = casesOf('expireSession', {
  'sessions.status-fields': [
    button(),
    expire({ status: 'expired', session_payment: { expired_at: instant, reason: text } }),
    status({ status: 'expired' }),
  ],
  'states.expire-paid': [button(), pay(), expire(422), status({ status: 'paid' })],
  'states.expire-again': {
    expired: [button(), expire({ status: 'expired' }), expire({ status: 'expired' })],
    failed: [button(), pay({ otp: '111111' }), expire({ status: 'failed' })],
  },
  'conventions.no-body': [button(), call('expireSession', {}, { text: '' })],
  'Errors: 404 not found': { unknown: [call('expireSession', 404, { params: { session_id: '{uuid}' } })] },
  'conventions.foreign-404': [button(), { ...expire(404), as: 'other' }],
  'webhooks.quiet-outcomes': [
    alone,
    button(hook),
    webhook('created'),
    expire(),
    advanceBy(60_000),
    received('created'),
  ],
  'states.expiry': {
    'button-by-itself': [
      frozen,
      button({ duration_minutes: 5 }),
      advanceBy(299_999),
      status({ status: 'pending' }),
      advanceBy(1),
      status({ status: 'expired', session_payment: { reason: 'duration' } }),
    ],
    'request-at-its-due-date': [
      request({ due_date_session: '{future}', due_date_reached_behavior: 'deactivate' }),
      advanceBy(86_500_000),
      status({ status: 'expired', session_payment: { reason: 'due_date' } }),
    ],
    'request-kept-active': [
      request({ due_date_session: '{future}' }),
      advanceBy(86_500_000),
      status({ status: 'pending' }),
    ],
  },
  'sessions.duration': [
    frozen,
    button(),
    advanceBy(599_999),
    status({ status: 'pending' }),
    advanceBy(1),
    status({ status: 'expired' }),
  ],
  'payment-page.closed': [button({ duration_minutes: 5 }), advanceBy(300_000), pay({}, 409)],
});

const unpaid = { payment_method: undefined, payment_details: undefined, svc_transaction_id: undefined };

export const statusQueries = casesOf('getSessionStatus', {
  'Endpoints: session status data': {
    pending: [button(), status({ status: 'pending', session_payment: { amount_reference: 100 } })],
  },
  'sessions.payment-fields': {
    paid: [
      button(),
      pay(),
      status({
        session_payment: {
          payment_method: 'immediate_debit',
          svc_transaction_id: z.int32().positive(),
          svc_transaction_url: text,
          payment_details: { amount_ves: 100 },
        },
      }),
    ],
    unpaid: [button(), status({ session_payment: unpaid })],
  },
  'sessions.credit-fields': {
    accredited: [
      alone,
      button(),
      pay(),
      advanceBy(5000),
      status({
        session_payment: {
          receiver_credits: {
            owner: {
              receiver_id: 'owner',
              status: 'credited',
              receive_date: instant,
              bank_name: text,
              bank_reference_id: text,
            },
          },
        },
      }),
    ],
    'before-leg-2': [
      button(),
      pay(),
      status({ session_payment: { receiver_credits: null, receiver_credits_summary: null } }),
    ],
  },
  'sessions.user-message': [button(), status({ session_payment: { user_message: text } })],
  'operations.getSessionStatus.alias-1': [
    button(),
    { ...status({ id: '{session_id}' }), path: '/api/v1/ext/payment-sessions/{session_id}/status' },
  ],
  'operations.getSessionStatus.alias-2': [
    button(),
    { ...status({ id: '{session_id}' }), path: '/api/v1/ext/payment-sessions/{session_id}' },
  ],
  'conventions.no-body': [button(), { ...status(), headers: { 'content-type': 'application/json' } }],
  'Errors: 404 not found': {
    unknown: [call('getSessionStatus', 404, { params: { session_id: '{uuid}' } })],
    'no-uuid': [call('getSessionStatus', 404, { params: { session_id: 'x' } })],
  },
  'conventions.foreign-404': [
    call(
      'getSessionStatus',
      { status: 404, keep: { title: '/title', detail: '/detail', type: '/type' } },
      { params: { session_id: '{uuid}' } },
    ),
    button(),
    {
      ...status(undefined, { status: 404, body: { title: '{title}', detail: '{detail}', type: '{type}' } }),
      as: 'other',
    },
  ],
  'Resources: Every payment session requires a valid `agreement_id`, with or without split': {
    'keeps-its-agreement': [agreement(), button(), status({ agreement_id: '{agreement_id}' })],
  },
});
