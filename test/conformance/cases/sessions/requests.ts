import { bad, batch, button, call, casesOf, each, like, pay, request, settings, status } from '../../builders.ts';

export const requests = casesOf('createRequestSession', [
  ['driven', 'starts-pending', 'operations.createRequestSession', request({}, { data: { status: 'pending', session_origin: 'request' } }), status({ status: 'pending' })],
  ['contract', 'declared', 'sessions.request-form', request({ title: 'Invoice', late_notice_message: 'Late', internal_reference: 'R' }, { declared: true, data: { title: 'Invoice', late_notice_message: 'Late' } })],
  ['contract', 'seventeenth', 'sessions.seventeenth', request({}, { body: { status: 201 } })],
  ['behaviour', 'may-lack-urls', 'sessions.request-form', request({}, { data: { success_url: undefined, failure_url: undefined, description: undefined } })],
  ['behaviour', 'keeps-active', 'sessions.request-form', request({}, { data: { due_date_reached_behavior: 'keep_active', config: { expires_at: null } } })],
  ['behaviour', 'deactivates', 'states.expiry', request({ due_date_reached_behavior: 'deactivate' }, { data: { config: { expires_at: '{future}' } } })],
  ['behaviour', 'no-duration', 'sessions.duration', request({ duration_minutes: 10 }, { data: { duration_minutes: undefined, config: { duration_minutes: undefined } } })],
  ['behaviour', 'older-names', 'sessions.older-names', request({ due_date_session: undefined, due_date_link: '{future}', expire_behavior_link: 'deactivate' }, { data: { due_date_session: '{future}', due_date_reached_behavior: 'deactivate' } })],
  ['behaviour', 'newer-name-wins', 'sessions.older-names', request({ due_date_link: 'never', due_date_session: '{future}' }, { data: { due_date_session: '{future}' } })],
  ['behaviour', 'date-without-offset', 'conventions.times', request({ due_date_session: '2090-01-31T10:00:00', due_date_reached_behavior: 'deactivate' }, { data: { config: { expires_at: '2090-01-31T10:00:00.000Z' } } })],
  ['negative', 'due-in-the-past', 'sessions.request-form', request({ due_date_session: '2020-01-01T00:00:00Z' }, bad('/due_date_session'))],
  ...each(['2090-02-30', 'tomorrow', '', 1], (due_date_session) => ['negative', `due-${due_date_session || 'blank'}`, 'sessions.request-form', request({ due_date_session }, bad('/due_date_session'))]),
  ['behaviour', 'no-due-date', 'sessions.due-date-optional', request({ due_date_session: undefined, due_date_reached_behavior: 'deactivate' }, { data: { due_date_session: undefined, status: 'pending', config: { expires_at: null } } })],
  ['negative', 'other-behaviour', 'sessions.request-form', request({ due_date_reached_behavior: 'delete' }, bad('/due_date_reached_behavior'))],
  ['negative', 'unknown-agreement', 'sessions.unknown-agreement', request({ agreement_id: 'agr_0000000000000000' }, 404)],
  ['negative', 'former-amount', 'sessions.refused-name-amount', request({ amount_reference: undefined, amount: 1 }, { status: 400, body: { detail: like({ pattern: 'amount_reference' }) } })],
  ['negative', 'credential-first', 'conventions.order-of-checks', { ...request({ amount_reference: 0 }, 401), as: 'nobody' }],
  ['behaviour', 'minimum-amount', 'settings.minimum-amount-ves', settings({ minimum_amount_ves: 14 }), request({ amount_reference: 13.99 }, bad('/amount_reference')), request({ amount_reference: 14 }), button({ amount_reference: 13.99 }, bad('/amount_reference'))],
]);

const counts = (count: number) => ({ processed_count: count, successful_count: count, failed_count: 0 });

export const batches = casesOf('createRequestBatch', [
  ['driven', 'makes-all', 'Endpoints: request (Solicitud) batch', batch([{}, { amount_reference: 7 }], { data: { ...counts(2), items: [{ status: 'pending' }, { amount_reference: 7 }] }, keep: { session: '/data/items/1/id' } }), status({ amount_reference: 7 })],
  ['contract', 'declared', 'sessions.batch-form', batch([{}], { declared: true, data: counts(1) })],
  ['contract', 'worth', 'sessions.batch-worth', batch([{ currency_reference: 'USD', amount_reference: 2 }], { data: { items: [{ amount_ves: 244.02, bcv_exchange_rate: 122.0112, exchange_rate_from: 'USD', exchange_rate_to: 'VES' }] } })],
  ['contract', 'path', 'operations.createRequestBatch', batch([{}], { body: { status: 201 } })],
  ['negative', 'whole-or-nothing', 'sessions.batch-whole', batch([{}, { amount_reference: 0 }], bad('/items/1/amount_reference'), { continue_on_error: true })],
  ['negative', 'nothing-is-made', 'sessions.batch-whole', settings(), batch([{}, { amount_reference: 0 }], 400), call('listSessions', { data: [] })],
  ['negative', 'faults-of-all-items', 'conventions.all-faults', batch([{ amount_reference: 0 }, { identifier: '' }], bad('/items/0/amount_reference', '/items/1/identifier'))],
  ['negative', 'empty', 'sessions.batch-form', batch([], bad('/items'))],
  ['negative', 'of-201', 'sessions.batch-form', batch(Array(201).fill({}), bad('/items'))],
  ['behaviour', 'of-200', 'sessions.batch-form', batch(Array(200).fill({}), { data: { successful_count: 200 } })],
  ['behaviour', 'never-207', 'Errors: the simulator ignores that option, so batches succeed or fail as a whole', batch([{}], {}, { continue_on_error: true })],
  ['behaviour', 'older-names', 'sessions.older-names', batch([{ due_date_session: undefined, due_date_link: '{future}' }])],
  ['negative', 'unknown-agreement', 'sessions.unknown-agreement', batch([{ agreement_id: 'agr_0000000000000000' }], 404)],
]);

export const retries = casesOf('submitPayment', [['behaviour', 'request-stays-pending', 'states.request-retry', request(), pay({ otp: '111111' }, { status: 200 }), status({ status: 'pending', session_payment: { reason: 'insufficient_funds' } }), pay({}, { status: 200 }), status({ status: 'paid' })]]);
