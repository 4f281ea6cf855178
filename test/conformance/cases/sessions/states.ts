import { agreement, alone, bad, button, call, casesOf, each, later, like, outcome, pay, received, request, status, webhook } from '../../builders.ts';

const forced = (...names: readonly string[]) => names.map((name) => outcome(name.startsWith('acc') ? 2 : 1, name));
const reason = (pattern: string) => ({ status: 500, body: { message: like({ pattern }) } });
const withCredits = { session_payment: { receiver_credits: { owner: like({ type: 'object' }) } } };

/** From each state every outcome: what it leads to, or why it is refused. */
const moves = [
  [[], 1, 'paid', 'paid'],
  [[], 1, 'failed', 'failed'],
  [[], 1, 'expired', 'expired'],
  [[], 2, 'accredited', null],
  [[], 2, 'accreditation_to_recipient_failed', null],
  [['paid'], 1, 'paid', null],
  [['paid'], 1, 'failed', null],
  [['paid'], 1, 'expired', null],
  [['paid'], 2, 'accredited', 'paid'],
  [['paid'], 2, 'accreditation_to_recipient_failed', 'paid'],
  [['paid', 'accredited'], 2, 'accredited', null],
  [['paid', 'accredited'], 2, 'accreditation_to_recipient_failed', null],
  [['paid', 'accreditation_to_recipient_failed'], 2, 'accredited', 'paid'],
  [['paid', 'accreditation_to_recipient_failed'], 2, 'accreditation_to_recipient_failed', null],
  ...['failed', 'expired'].flatMap((ended) => [...['paid', 'failed', 'expired'].map((name) => [[ended], 1, name, null] as const), [[ended], 2, 'accredited', null] as const]),
] as const;

export const states = casesOf('forceOutcome', [
  ...each(moves, ([before, leg, name, after]) => {
    const id = [...before, name].join('-then-');
    const judges = leg === 2 && before.length > 0 ? 'states.leg-2' : before.length > 0 ? 'states.final' : 'simulator.outcomes';
    return after === null ? ['negative', `refuses-${id}`, before.length > 0 && leg === 1 ? judges : 'simulator.outcome-500', button(), forced(...before), outcome(leg, name, 500)] : ['driven', id, judges, button(), forced(...before), outcome(leg, name, { data: { status: after } }), status({ status: after })];
  }),
  ['contract', 'declared', 'simulator.outcomes', button(), outcome(1, 'paid', { declared: true })],
  ['negative', 'reason-leg-1', 'Simulator forced outcomes: leg 1 invalid from state paid', button(), forced('paid'), outcome(1, 'paid', reason('^leg 1 invalid from state paid'))],
  ['negative', 'reason-leg-2', 'Simulator forced outcomes: leg 2 requires status paid', button(), outcome(2, 'accredited', reason('^leg 2 requires status paid'))],
  ['negative', 'leg-3', 'simulator.outcomes', button(), outcome(3, 'paid', bad('/leg'))],
  ['negative', 'unknown-outcome', 'simulator.outcomes', button(), outcome(1, 'refunded', bad('/outcome'))],
  ['negative', 'outcome-of-the-other-leg', 'simulator.outcomes', button(), outcome(1, 'accredited', 400), outcome(2, 'paid', 400)],
  ['negative', 'foreign', 'conventions.foreign-404', button(), { ...outcome(1, 'paid', 404), as: 'other' }],
  ['negative', 'console-token', 'accounts.token-kinds', button(), { ...outcome(1, 'paid', 401), as: 'console' }],
  ['behaviour', 'test-alias', 'simulator.test-alias', button(), call('forceOutcome', { data: { status: 'paid' } }, { path: '/__test__/sessions/{session}/outcome', body: { leg: 1, outcome: 'paid' } })],
  ['behaviour', 'paid-schedules-nothing', 'simulator.forced-paid', alone, button({ webhook_url: '{receiver}' }), outcome(1, 'paid'), webhook('paid'), later(60_000), received('created', 'paid')],
  ['behaviour', 'leg-2-cancels-the-scheduled', 'simulator.forced-leg-2', alone, button({ webhook_url: '{receiver}' }), pay(), outcome(2, 'accredited'), webhook('accredited'), later(60_000), received('created', 'paid', 'accredited')],
  ['behaviour', 'failed-tells-nobody', 'webhooks.quiet-outcomes', alone, button({ webhook_url: '{receiver}' }), webhook('created'), outcome(1, 'failed'), later(60_000), received('created')],
  ['behaviour', 'default-reason', 'sessions.forced-reason', button(), outcome(1, 'failed', { data: { session_payment: { reason: 'bank_rejected' } } })],
  ['behaviour', 'given-reason', 'sessions.forced-reason', button(), outcome(1, 'failed', { data: { session_payment: { reason: 'bank_limit' } } }, { reason: 'bank_limit' })],
  ['negative', 'reason-of-paid', 'sessions.forced-reason', button(), outcome(1, 'failed', bad('/reason'), { reason: 'because' })],
  [
    'behaviour',
    'credits-of-a-failed-leg-2',
    'states.failed-credits',
    button(),
    forced('paid'),
    outcome(2, 'accreditation_to_recipient_failed', { data: { session_payment: { receiver_credits: { owner: { status: 'failed', amount_ves: 100, amount_ves_credited: 0, bank_commissions_ves: 0 } }, receiver_credits_summary: { total_credits: 1, total_amount_ves_credited: 0 } } } }),
  ],
  ['behaviour', 'forced-has-no-payer', 'sessions.payer-fields', button(), outcome(1, 'paid', { data: { session_payment: { payment_details: { nombre: null, cedula: null, banco: null } } } })],
  ['behaviour', 'accredited-shows-credits', 'Payment session: after accreditation, `session_payment` in the status response includes `receiver_credits` and `receiver_credits_summary`', button(), forced('paid', 'accredited'), status(withCredits)],
]);

const expired = { session_payment: { expired_at: like({ format: 'date-time' }), reason: like({ type: 'string' }) } };

export const expiry = casesOf('expireSession', [
  ['driven', 'expires', 'operations.expireSession', button(), call('expireSession', { data: { status: 'expired' } }, { params: { session_id: '{session}' } }), status({ status: 'expired' })],
  ['contract', 'declared', 'sessions.status-fields', button(), call('expireSession', { declared: true, data: expired }, { params: { session_id: '{session}' } })],
  ['negative', 'paid-is-422', 'states.expire-paid', button(), pay(), call('expireSession', 422, { params: { session_id: '{session}' } }), status({ status: 'paid' })],
  ['behaviour', 'expired-again', 'states.expire-again', button(), ...[1, 2].map(() => call('expireSession', { data: { status: 'expired' } }, { params: { session_id: '{session}' } }))],
  ['behaviour', 'failed-stays', 'states.expire-again', button(), pay({ otp: '111111' }), call('expireSession', { data: { status: 'failed' } }, { params: { session_id: '{session}' } })],
  ['behaviour', 'empty-json-body', 'conventions.no-body', button(), call('expireSession', 200, { params: { session_id: '{session}' }, text: '' })],
  ['negative', 'unknown', 'Errors: 404 not found', call('expireSession', 404, { params: { session_id: '{uuid}' } })],
  ['negative', 'foreign', 'conventions.foreign-404', button(), { ...call('expireSession', 404, { params: { session_id: '{session}' } }), as: 'other' }],
  ['behaviour', 'tells-nobody', 'webhooks.quiet-outcomes', alone, button({ webhook_url: '{receiver}' }), webhook('created'), call('expireSession', {}, { params: { session_id: '{session}' } }), later(60_000), received('created')],
  ['behaviour', 'button-by-itself', 'states.expiry', alone, call('setClock', {}, { body: { frozen: true } }), button({ duration_minutes: 5 }), later(299_999), status({ status: 'pending' }), later(1), status({ status: 'expired' })],
  ['behaviour', 'button-after-ten-minutes', 'sessions.duration', alone, call('setClock', {}, { body: { frozen: true } }), button(), later(599_999), status({ status: 'pending' }), later(1), status({ status: 'expired' })],
  ['behaviour', 'request-at-its-due-date', 'states.expiry', alone, request({ due_date_session: '{future}', due_date_reached_behavior: 'deactivate' }), later(86_500_000), status({ status: 'expired' })],
  ['behaviour', 'request-kept-active', 'states.expiry', alone, request({ due_date_session: '{future}' }), later(86_500_000), status({ status: 'pending' })],
  ['negative', 'paying-too-late', 'payment-page.closed', alone, button({ duration_minutes: 5 }), later(300_000), pay({}, 409)],
]);

export const statusQueries = casesOf('getSessionStatus', [
  ['driven', 'pending', 'Endpoints: session status data', button(), status({ status: 'pending', session_payment: { amount_reference: 100 } })],
  ['contract', 'declared', 'sessions.status-fields', button({ internal_reference: 'R' }), status({ identifier: 'A-{unique}', internal_reference: 'R' }, { declared: true })],
  [
    'contract',
    'declared-paid',
    'sessions.payment-fields',
    button(),
    pay(),
    status({ session_payment: { payment_method: 'immediate_debit', svc_transaction_id: like({ type: 'integer', minimum: 1, maximum: 2_147_483_647 }), svc_transaction_url: like({ type: 'string' }), payment_details: { amount_ves: 100 } } }, { declared: true }),
  ],
  [
    'contract',
    'declared-accredited',
    'sessions.credit-fields',
    alone,
    button(),
    pay(),
    later(5000),
    status({ session_payment: { receiver_credits: { owner: { receiver_id: 'owner', svc_credit_id: like({ pattern: '^[1-9][0-9]{0,9}$' }), status: 'credited', receive_date: like({ format: 'date-time' }), bank_name: like({ type: 'string' }), bank_reference_id: like({ type: 'string' }) } } } }, { declared: true }),
  ],
  ['contract', 'no-credits-before-leg-2', 'sessions.credit-fields', button(), pay(), status({ session_payment: { receiver_credits: null, receiver_credits_summary: null } })],
  ['contract', 'payment-is-absent-before', 'sessions.payment-fields', button(), status({ session_payment: { payment_method: undefined, payment_details: undefined, svc_transaction_id: undefined } })],
  ['contract', 'user-message', 'sessions.user-message', button(), status({ session_payment: { user_message: like({ type: 'string', minLength: 1 }) } })],
  ['contract', 'envelope', 'Response envelopes: title, data', button(), status(undefined, { body: { status: 200, title: like({ type: 'string' }), success: true } })],
  ...each(['/api/v1/ext/payment-sessions/{session}/status', '/api/v1/ext/payment-sessions/{session}'], (path) => ['driven', path.endsWith('s') ? 'alias-1' : 'alias-2', `operations.getSessionStatus.alias-${path.endsWith('s') ? 1 : 2}`, button(), call('getSessionStatus', { data: { id: '{session}' } }, { path })]),
  ['behaviour', 'body-on-get-is-ignored', 'conventions.no-body', button(), { ...status(), headers: { 'content-type': 'application/json' } }],
  ['behaviour', 'never-accredited', 'States and transitions: status never becomes an accredited value', alone, button(), pay(), later(5000), status({ status: 'paid' })],
  ['negative', 'unknown', 'Errors: 404 not found', call('getSessionStatus', 404, { params: { session_id: '{uuid}' } })],
  ['negative', 'no-uuid', 'Errors: 404 not found', call('getSessionStatus', 404, { params: { session_id: 'x' } })],
  [
    'negative',
    'foreign-is-as-unknown',
    'conventions.foreign-404',
    call('getSessionStatus', { status: 404, keep: { title: '/title', detail: '/detail', type: '/type' } }, { params: { session_id: '{uuid}' } }),
    button(),
    { ...status(undefined, { status: 404, body: { title: '{title}', detail: '{detail}', type: '{type}' } }), as: 'other' },
  ],
  ['negative', 'console-token', 'accounts.token-kinds', button(), { ...status(undefined, 401), as: 'console' }],
  ['negative', 'no-token', 'conventions.wrong-token', { ...call('getSessionStatus', { status: 401, headers: { 'www-authenticate': like({ pattern: '^Bearer' }) } }, { params: { session_id: '{uuid}' } }), as: 'nobody' }],
  ['behaviour', 'keeps-its-agreement', 'Resources: Every payment session requires a valid `agreement_id`, with or without split', agreement(), button(), status({ agreement_id: '{agreement}' })],
]);
