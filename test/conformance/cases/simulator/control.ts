import { agreement, alone, bad, button, call, casesOf, each, later, like, outcome, partner, pay, received, request, settings, status, terminal, transaction, webhook } from '../../builders.ts';

const reset = (wanted: object = {}) => call('resetAccount', wanted);
const frozen = (now?: string) => call('setClock', {}, { body: { frozen: true, ...(now && { now }) } });
const clock = (wanted: object) => call('getClock', wanted);
const hook = { webhook_url: '{receiver}' };

/** Of an account in a snapshot; no token, password or secret. */
const kept = Object.fromEntries(
  `id chaos clock createdAt merchant now script settings shortName agreements deliveries partners practices sessions settlements
  terminals transactions trace`
    .split(/\s+/)
    .map((name) => [name, {}]),
);

export const control = [
  ...casesOf('resetAccount', [
    ['driven', 'answers', 'Simulator-only surfaces: resets only the caller’s account to newly created', reset({ declared: true })],
    ['behaviour', 'drops-what-was-made', 'simulator.reset', button(), agreement(), partner(), transaction(), reset(), status(undefined, 404), call('listAgreements', { data: [] }), call('listPartners', { data: [] }), call('listTransactions', { data: [] })],
    ['behaviour', 'keeps-credentials', 'simulator.reset', reset(), call('getKeys'), call('loginApi', {}, { body: { short_name: '{shortName}', password: '{password}' } })],
    ['behaviour', 'drops-settings', 'simulator.reset', settings({ webhook_body: 'flat' }), reset(), call('getSettings', { data: { webhook_body: 'both' } })],
    ['behaviour', 'drops-keys-of-idempotency', 'simulator.reset', partner({}, {}, { headers: { 'idempotency-key': 'k' } }), reset(), partner({}, { headers: { 'idempotent-replayed': null } }, { headers: { 'idempotency-key': 'k' } })],
    ['behaviour', 'cancels-what-is-due', 'simulator.reset', button(hook), pay(), webhook('paid'), reset(), later(60_000), received('created', 'paid')],
    ['behaviour', 'real-time-again', 'simulator.clock-reset', frozen('2031-01-01T00:00:00Z'), reset(), clock({ data: { frozen: false, offset_ms: 0 } })],
    ['behaviour', 'no-script', 'simulator.script-reset', call('setScript', {}, { body: { ready: 'magic_amounts' } }), reset(), call('getScript', { data: { ready: null, rules: [] } })],
    ['behaviour', 'leaves-others', 'Simulator-only surfaces: resets only the caller’s account to newly created', { ...agreement(), as: 'other' }, reset(), call('listAgreements', {}, { as: 'other', query: { limit: 1 } })],
    ['behaviour', 'test-alias', 'simulator.test-alias', agreement(), call('resetAccount', {}, { path: '/__test__/reset' }), call('listAgreements', { data: [] })],
  ]),
  ...casesOf('getClock', [
    ['driven', 'is-real', 'operations.getClock', call('resetClock'), clock({ declared: true, data: { frozen: false, offset_ms: 0 } })],
    ['behaviour', 'test-alias', 'operations.getClock.alias-1', call('getClock', {}, { path: '/__test__/clock' })],
  ]),
  ...casesOf('setClock', [
    ['driven', 'stands-still', 'operations.setClock', frozen('2031-01-01T00:00:00Z'), clock({ data: { frozen: true, now: '2031-01-01T00:00:00.000Z' } })],
    ['contract', 'declared', 'simulator.clock', call('setClock', { declared: true }, { body: { frozen: true } })],
    ['behaviour', 'said-in-answers', 'conventions.account-time', frozen('2031-01-01T00:00:00Z'), clock({ headers: { 'x-svc-sim-time': '2031-01-01T00:00:00.000Z' } })],
    ['behaviour', 'times-follow', 'simulator.clock-follows', frozen('2031-01-01T00:00:00Z'), button(hook, { data: { created_at: '2031-01-01T00:00:00.000Z' } }), webhook('created', { headers: { 'svc-timestamp': '2031-01-01T00:00:00Z' } })],
    ['behaviour', 'terminals-stay-on-real-time', 'simulator.clock-follows', frozen('2031-01-01T00:00:00Z'), terminal, call('listTerminalTransactions', {}, { params: { serialNumber: '{serial}' } })],
    ['behaviour', 'what-is-due-happens', 'simulator.clock-set', button({ duration_minutes: 5 }), call('setClock', {}, { body: { now: '2031-01-01T00:00:00Z' } }), later(1), status({ status: 'expired' })],
    ...each(['1999-12-31T23:59:59Z', '2100-01-01T00:00:00Z'], (now) => ['negative', `to-${now.slice(0, 4)}`, 'simulator.clock-set', call('setClock', bad('/now'), { body: { now } })]),
    ['negative', 'to-nothing', 'operations.setClock', call('setClock', bad(''), { body: {} })],
    ['behaviour', 'test-alias', 'operations.setClock.alias-1', call('setClock', {}, { path: '/__test__/clock', body: { frozen: true } })],
  ]),
  ...casesOf('resetClock', [
    ['driven', 'is-real-again', 'operations.resetClock', frozen(), call('resetClock', { declared: true, data: { frozen: false, offset_ms: 0 } })],
    ['behaviour', 'test-alias', 'operations.resetClock.alias-1', call('resetClock', {}, { path: '/__test__/clock' })],
  ]),
  ...casesOf('advanceClock', [
    ['driven', 'advances', 'operations.advanceClock', frozen('2031-01-01T00:00:00Z'), call('advanceClock', { declared: true, data: { now: '2031-01-01T00:01:00.000Z' } }, { body: { ms: 60_000 } })],
    ['behaviour', 'webhooks-have-ended', 'simulator.clock-advance', frozen(), button(hook), pay(), later(5000), received('created', 'paid', 'accredited')],
    ['behaviour', 'fourteen-days-sweep', 'simulator.retention', button(), later(14 * 86_400_000 + 3_600_000), later(86_400_000), status(undefined, 404)],
    ['behaviour', 'agreements-stay', 'simulator.retention-rule', agreement(), later(16 * 86_400_000), call('listAgreements', { data: [{ agreement_id: '{agreement}' }, {}] })],
    ['behaviour', 'test-alias', 'operations.advanceClock.alias-1', call('advanceClock', {}, { path: '/__test__/clock/advance', body: { ms: 1 } })],
  ]),
  ...casesOf('setChaos', [
    ['driven', 'sets', 'operations.setChaos', call('setChaos', { declared: true, data: { active: true, seed: 3 } }, { body: { seed: 3, duplicate: 1 } })],
    ['behaviour', 'copies', 'simulator.chaos-copies', call('setChaos', {}, { body: { seed: 3, duplicate: 1 } }), button(hook), webhook('created', { keep: { key: 'header idempotency-key', all: '' } }), later(1000), webhook('created', { attempt: 2, body: '{all}', headers: { 'idempotency-key': '{key}' } })],
    ['behaviour', 'drops', 'simulator.chaos-attempts', frozen(), call('setChaos', {}, { body: { seed: 3, drop: 1 } }), button(hook), later(60_000), received(), call('getTrace', { data: [{ data: { error: 'dropped by chaos' } }, {}, {}] }, { query: { type: 'webhook.attempted', session_id: '{session}' } })],
    ['behaviour', 'fails-calls', 'simulator.chaos-calls', call('setChaos', {}, { body: { seed: 3, error_rate: 1 } }), call('listAgreements', { status: 503, headers: { 'x-svc-sim': 'chaos' } })],
    ['behaviour', 'holds-back', 'simulator.chaos-order', frozen(), call('setChaos', {}, { body: { seed: 3, delay_ms: 5000 } }), button(hook), later(4999), received(), later(1), received('created')],
    ['behaviour', 'in-place-of-the-former', 'simulator.chaos', call('setChaos', {}, { body: { seed: 3, drop: 1 } }), call('setChaos', {}, { body: { seed: 3, drop: 0.0001 } }), button(hook), webhook('created')],
    ['behaviour', 'picks-a-seed', 'simulator.chaos-draws', call('setChaos', { data: { seed: like({ type: 'integer' }) } }, { body: { drop: 0.5 } })],
    [
      'behaviour',
      'leaves-resends-alone',
      'simulator.chaos-webhooks',
      button(hook),
      webhook('created'),
      call('setChaos', {}, { body: { seed: 3, drop: 1 } }),
      call('getTrace', { keep: { delivery: '/data/0/data/delivery_id' } }, { query: { type: 'webhook.emitted', session_id: '{session}' } }),
      call('resendDelivery', {}, { params: { delivery_id: '{delivery}' } }),
      webhook('created', { attempt: 2 }),
    ],
    ['behaviour', 'test-alias', 'operations.setChaos.alias-1', call('setChaos', {}, { path: '/__test__/chaos', body: { seed: 1, drop: 0.5 } })],
  ]),
  ...casesOf('getChaos', [
    ['driven', 'shows', 'operations.getChaos', alone, call('getChaos', { declared: true, data: { active: false } })],
    ['behaviour', 'test-alias', 'operations.getChaos.alias-1', call('getChaos', {}, { path: '/__test__/chaos' })],
  ]),
  ...casesOf('clearChaos', [
    ['driven', 'clears', 'operations.clearChaos', call('setChaos', {}, { body: { seed: 3, drop: 1 } }), call('clearChaos', { declared: true, data: { active: false } }), button(hook), webhook('created')],
    ['behaviour', 'test-alias', 'operations.clearChaos.alias-1', call('clearChaos', {}, { path: '/__test__/chaos' })],
  ]),
  ...casesOf('setScript', [
    [
      'driven',
      'decides',
      'operations.setScript',
      call('setScript', { declared: true }, { body: { rules: [{ match: { identifier: 'A-*' }, outcomes: [{ leg1: 'failed', reason: 'bank_limit' }] }] } }),
      button(),
      pay(),
      status({ status: 'failed', session_payment: { reason: 'bank_limit' } }),
      button(),
      pay(),
      status({ status: 'paid' }),
    ],
    ['behaviour', 'whatever-key', 'simulator.script-page', call('setScript', {}, { body: { rules: [{ match: {}, outcomes: [{ leg1: 'paid' }] }] } }), button(), pay({ otp: '111111' }), status({ status: 'paid' })],
    ['behaviour', 'expires', 'simulator.script-page', call('setScript', {}, { body: { rules: [{ match: {}, outcomes: [{ leg1: 'expired' }] }] } }), button(), pay({}, 409), status({ status: 'expired' })],
    ['behaviour', 'by-method', 'simulator.script-method', call('setScript', {}, { body: { rules: [{ match: { method: 'mobile_payment' }, outcomes: [{ leg1: 'failed' }] }] } }), button(), pay({ metodo: 'mobile_payment' }), status({ status: 'failed' })],
    ['behaviour', 'after-a-while', 'simulator.script-after', frozen(), call('setScript', {}, { body: { rules: [{ match: {}, outcomes: [{ leg1: 'paid', after_ms: 1000 }] }] } }), request(), later(999), status({ status: 'pending' }), later(1), status({ status: 'paid' })],
    ['behaviour', 'forced-goes-first', 'simulator.script-forced', call('setScript', {}, { body: { rules: [{ match: {}, outcomes: [{ leg1: 'failed' }] }] } }), button(), outcome(1, 'paid', { data: { status: 'paid' } })],
    ['behaviour', 'in-order', 'simulator.script', call('setScript', {}, { body: { rules: [{ match: {}, outcomes: [{ leg1: 'failed' }, { leg1: 'paid' }] }] } }), button(), pay(), status({ status: 'failed' }), button(), pay({ otp: '111111' }), status({ status: 'paid' })],
    ...each(
      [
        ['10.01', 'paid'],
        ['10.02', 'failed'],
        ['10.04', 'paid'],
      ] as const,
      ([amount, ends]) => ['behaviour', `magic-${amount}`, 'simulator.script-magic', call('setScript', {}, { body: { ready: 'magic_amounts' } }), button({ amount_reference: Number(amount) }), pay({ otp: '222222' }), status({ status: ends })],
    ),
    ['negative', 'unknown-field', 'simulator.script-strict', call('setScript', bad('/rules/0/match/colour'), { body: { rules: [{ match: { colour: 'red' }, outcomes: [{ leg1: 'paid' }] }] } })],
    ['behaviour', 'test-alias', 'operations.setScript.alias-1', call('setScript', {}, { path: '/__test__/script', body: { ready: 'magic_amounts' } })],
  ]),
  ...casesOf('getScript', [
    ['driven', 'shows', 'operations.getScript', alone, call('getScript', { declared: true, data: { rules: [] } })],
    ['behaviour', 'test-alias', 'operations.getScript.alias-1', call('getScript', {}, { path: '/__test__/script' })],
  ]),
  ...casesOf('clearScript', [
    ['driven', 'clears', 'operations.clearScript', call('setScript', {}, { body: { ready: 'magic_amounts' } }), call('clearScript', { declared: true, data: { rules: [] } })],
    ['behaviour', 'test-alias', 'operations.clearScript.alias-1', call('clearScript', {}, { path: '/__test__/script' })],
  ]),
  ...casesOf('getSnapshot', [
    ['driven', 'answers', 'operations.getSnapshot', button(), call('getSnapshot', { body: { format: 'svc-simulator/snapshot', accounts: like({ type: 'array', minItems: 1, maxItems: 1 }) } })],
    ['contract', 'bare', 'snapshots.bare', call('getSnapshot', { body: { data: undefined, saved_at: like({ format: 'date-time' }) } })],
    ['contract', 'nothing-that-opens', 'snapshots.content', terminal, transaction(), button(), call('getSnapshot', { body: { accounts: like({ type: 'array', items: { properties: kept, required: Object.keys(kept), additionalProperties: false } }) } })],
    // What was emitted by a delivery under way is kept, and other cases have theirs.
    ['behaviour', 'without-the-trace', 'snapshots.limits', button(), call('getSnapshot', { body: { accounts: [{ trace: like({ items: { properties: { type: { not: { enum: ['session.created'] } } } } }) }] } }, { query: { trace: 'none' } })],
    ['behaviour', 'test-alias', 'operations.getSnapshot.alias-1', call('getSnapshot', {}, { path: '/__test__/snapshot' })],
  ]),
  ...casesOf('loadSnapshot', [
    ['driven', 'restores', 'operations.loadSnapshot', button(), call('getSnapshot', { keep: { snapshot: '' } }), outcome(1, 'paid'), call('loadSnapshot', {}, { body: '{snapshot}' }), status({ status: 'pending' })],
    ['behaviour', 'credentials-stay', 'snapshots.load', call('getSnapshot', { keep: { snapshot: '' } }), call('loadSnapshot', {}, { body: '{snapshot}' }), call('getKeys')],
    ['behaviour', 'test-alias', 'operations.loadSnapshot.alias-1', call('getSnapshot', { keep: { snapshot: '' } }), call('loadSnapshot', {}, { path: '/__test__/snapshot', body: '{snapshot}' })],
    ['behaviour', 'stands-where-it-stood', 'snapshots.times', frozen('2031-01-01T00:00:00Z'), call('getSnapshot', { keep: { snapshot: '' } }), call('resetClock'), call('loadSnapshot', {}, { body: '{snapshot}' }), clock({ data: { frozen: true, now: '2031-01-01T00:00:00.000Z' } })],
    ['behaviour', 'linked-terminals-stay', 'snapshots.terminals', terminal, call('getSnapshot', { keep: { snapshot: '' } }), call('loadSnapshot', {}, { body: '{snapshot}' }), call('listTerminalTransactions', {}, { params: { serialNumber: '{serial}' } })],
    [
      'behaviour',
      'practices-of-a-class-stay',
      'snapshots.classes',
      call('createClass', { keep: { code: '/data/join_code' } }, { body: { title: 'March' } }),
      call('joinClass', {}, { body: { class_code: '{code}' } }),
      call('getSnapshot', { keep: { snapshot: '' } }),
      button(),
      call('getProgress', { keep: { completed: '/data/completed' } }),
      call('loadSnapshot', {}, { body: '{snapshot}' }),
      call('getProgress', { data: { completed: '{completed}' } }),
    ],
    ['negative', 'of-another-account', 'snapshots.ids', button(), call('getSnapshot', { keep: { snapshot: '' } }), call('loadSnapshot', 409, { as: 'other', body: '{snapshot}' })],
  ]),
  ...casesOf('sendProbe', [
    ['driven', 'misbehaves', 'operations.sendProbe', button(hook), webhook('created'), later(1), call('sendProbe', { declared: true }, { body: { session_id: '{session}', kind: 'duplicate' } })],
    ...each(
      [
        ['bad_signature', 401, true],
        ['stale_timestamp', 400, true],
        ['bad_signature', 429, false],
        ['bad_signature', 200, false],
        ['duplicate', 204, true],
        ['unknown_event', 200, true],
        ['extra_fields', 400, false],
      ] as const,
      ([kind, answer, passed]) => ['behaviour', `${kind}-${answer}`, 'operations.sendProbe.note-2', button({ webhook_url: `{receiver}?answer=200,${answer}` }), webhook('created'), later(1), call('sendProbe', { data: { passed } }, { body: { session_id: '{session}', kind } })],
    ),
    ['behaviour', 'test-alias', 'operations.sendProbe.alias-1', button(hook), webhook('created'), later(1), call('sendProbe', {}, { path: '/__test__/probes', body: { session_id: '{session}', kind: 'duplicate' } })],
    ['negative', 'nothing-accepted-yet', 'operations.sendProbe.note-1', button(), call('sendProbe', 409, { body: { session_id: '{session}', kind: 'duplicate' } })],
    ['negative', 'unknown-session', 'conventions.foreign-404', call('sendProbe', 404, { body: { session_id: '{uuid}', kind: 'duplicate' } })],
  ]),
];
