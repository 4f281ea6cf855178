import { agreement, button, call, casesOf, each, like, outcome, partner, request, settings, splitAgreement, status, webhook } from '../../builders.ts';

const ended = [outcome(1, 'paid'), outcome(2, 'accredited')];
const credits = (...list: readonly (readonly [string, number, number, number])[]) => ({ receiver_credits: Object.fromEntries(list.map(([receiver_id, amount_ves, bank_commissions_ves, amount_ves_credited]) => [receiver_id, { receiver_id, amount_ves, bank_commissions_ves, amount_ves_credited, status: 'credited' }])) });
const summary = (total_credits: number, total_amount_ves: number, total_bank_commissions_ves: number, total_amount_ves_credited: number) => ({ receiver_credits_summary: { total_credits, total_amount_ves, total_bank_commissions_ves, total_amount_ves_credited } });
const shown = (...parts: readonly object[]) => status({ session_payment: Object.assign({}, ...parts) });
const splitting = (...shares: readonly number[]) => ({ recipients: shares.map((percent, at) => ({ recipient_id: `{p${at}}`, percent })) });
const partners = (count: number) => Array.from({ length: count }, (_, at) => partner({}, { keep: { [`p${at}`]: '/data/partner_id' } }));
const rule = (type: string, ...rules: readonly object[]) => ({ split: { type, rules } });

export const credited = casesOf('getSessionStatus', [
  [
    'behaviour',
    'label-as-memo',
    'sessions.credit-fields',
    partner(),
    splitAgreement({ recipients: [{ recipient_id: '{partner}', percent: 12.5, label: 'Design' }] }),
    button(),
    outcome(1, 'paid'),
    outcome(2, 'accredited', { data: { session_payment: { receiver_credits: { '{partner}': { memo: 'Design' }, owner: { memo: undefined } } } } }),
  ],
  ...each(
    [
      ['VES', 100, 100],
      ['USD', 1, 122.01],
      ['EUR', 1, 145.24],
      ['USDT', 1, 183.11],
      ['COP', 1, 0.05],
      ['USD', 10.55, 1287.22],
      ['COP', 0.1, 0.01],
      ['EUR', 3.33, 483.65],
    ] as const,
    ([currency_reference, amount_reference, amount_ves]) => [
      'behaviour',
      `worth-${currency_reference}-${amount_reference}`,
      'sessions.rates',
      button({ currency_reference, amount_reference }),
      outcome(1, 'paid', { data: { session_payment: { payment_details: { amount_ves, bcv_rate_usd_ves: 122.0112, bcv_rate_eur_ves: 145.2414, rate_usdt_ves: 183.1112, rate_col_ves: 0.0501 } } } }),
    ],
  ),
  ...each(
    [
      [100, 1, 99],
      [0.49, 0, 0.49],
      [0.5, 0.01, 0.49],
      [1.49, 0.01, 1.48],
      [1.5, 0.02, 1.48],
      [12.34, 0.12, 12.22],
      [12.5, 0.13, 12.37],
    ] as const,
    ([gross, fee, net]) => ['behaviour', `fee-of-${gross}`, 'sessions.fee', button({ amount_reference: gross }), ...ended, shown(credits(['owner', gross, fee, net]), summary(1, gross, fee, net))],
  ),
  [
    'behaviour',
    'split-in-credits',
    'Payment session: With split, each receiver appears with its credit and the bank fee is applied per credit, not on the session total',
    partners(2),
    splitAgreement(splitting(33.33, 33.33)),
    button({ amount_reference: 1.5 }),
    ...ended,
    shown(credits(['{p0}', 0.5, 0.01, 0.49], ['{p1}', 0.5, 0.01, 0.49], ['owner', 0.5, 0.01, 0.49]), summary(3, 1.5, 0.03, 1.47)),
  ],
  ['behaviour', 'total-credits', 'Payment session: `total_credits` in the summary counts the split receivers plus the owner', partners(2), splitAgreement(splitting(10, 20)), button(), ...ended, shown({ receiver_credits_summary: { total_credits: 3 } })],
  ['behaviour', 'cents-to-the-largest', 'sessions.cents', partners(2), splitAgreement(splitting(33.33, 33.34)), button({ amount_reference: 0.1 }), ...ended, shown({ receiver_credits: { '{p0}': { amount_ves: 0.03 }, '{p1}': { amount_ves: 0.04 }, owner: { amount_ves: 0.03 } } })],
  ['behaviour', 'ties-to-the-earlier', 'sessions.cents', partners(2), splitAgreement(splitting(25, 25)), button({ amount_reference: 0.03 }), ...ended, shown({ receiver_credits: { '{p0}': { amount_ves: 0.01 }, '{p1}': { amount_ves: 0.01 }, owner: { amount_ves: 0.01 } } })],
  ['behaviour', 'split-of-the-session', 'sessions.session-split', partners(2), agreement({ split: true }), button(rule('percent', { recipient_id: '{p0}', percent: 25 }, { recipient_id: '{p1}', percent: 75 })), ...ended, shown(credits(['{p0}', 25, 0.25, 24.75], ['{p1}', 75, 0.75, 74.25]))],
  ['behaviour', 'replaces-the-agreements', 'sessions.session-split', partners(2), splitAgreement(splitting(50)), button(rule('percent', { recipient_id: '{p1}', percent: 10 })), ...ended, shown({ receiver_credits: { '{p0}': undefined, '{p1}': { amount_ves: 10 }, owner: { amount_ves: 90 } } })],
  ['behaviour', 'absolute-amounts', 'sessions.session-split', partners(1), agreement({ split: true }), button(rule('absolute', { recipient_id: '{p0}', amount_reference: 12.34 })), ...ended, shown({ receiver_credits: { '{p0}': { amount_ves: 12.34 }, owner: { receiver_id: 'owner', amount_ves: 87.66 } } })],
  [
    'behaviour',
    'absolute-in-dollars',
    'sessions.session-split',
    partners(1),
    agreement({ split: true }),
    button({ currency_reference: 'USD', amount_reference: 2, ...rule('absolute', { recipient_id: '{p0}', amount_reference: 1 }) }),
    ...ended,
    shown({ receiver_credits: { '{p0}': { amount_ves: 122.01 }, owner: { amount_ves: 122.01 } } }),
  ],
  [
    'contract',
    'credit-id',
    'sessions.credit-id',
    button(),
    outcome(1, 'paid'),
    outcome(2, 'accreditation_to_recipient_failed', { keep: { credit: '/data/session_payment/receiver_credits/owner/svc_credit_id' } }),
    outcome(2, 'accredited', { data: { session_payment: { receiver_credits: { owner: { svc_credit_id: like({ pattern: '^[1-9][0-9]{0,9}$', not: { const: '{credit}' } }) } } } } }),
  ],
  ['contract', 'credits-declared', 'sessions.credit-fields', button(), ...ended, status(undefined, { declared: true })],
  [
    'contract',
    'credits-in-the-webhook',
    'Payment session: In a webhook they are at the same level as `session_payment`, not inside it',
    button({ webhook_url: '{receiver}' }),
    ...ended,
    webhook('accredited', { body: { ...credits(['owner', 100, 1, 99]), ...summary(1, 100, 1, 99), session_payment: { receiver_credits: undefined } } }),
  ],
  ['behaviour', 'accredited-after-all', 'states.leg-2', button(), outcome(1, 'paid'), outcome(2, 'accreditation_to_recipient_failed'), outcome(2, 'accredited'), shown(credits(['owner', 100, 1, 99]))],
  [
    'behaviour',
    'partially-accredited',
    'webhooks.extra-events',
    settings({ extra_events: true }),
    partners(1),
    splitAgreement(splitting(50)),
    button({ webhook_url: '{receiver}' }),
    ...ended,
    webhook('partially_accredited', { body: { receiver_credits: { '{p0}': { receiver_id: '{p0}' }, owner: undefined } } }),
    webhook('accredited'),
  ],
]);

const key = { headers: { 'idempotency-key': 'K-{unique}' } };
const again = { headers: { 'idempotent-replayed': 'true' } };
const first = { headers: { 'idempotent-replayed': null } };

export const idempotency = [
  ...casesOf('createButtonSession', [
    ['behaviour', 'replays', 'sessions.idempotency', button({}, { ...first, keep: { all: '', session: '/data/id' } }, key), button({}, { ...again, body: '{all}' }, key)],
    ['negative', 'another-body', 'sessions.idempotency', button({}, {}, key), button({ amount_reference: 7 }, 409, key)],
    ['behaviour', 'values-not-bytes', 'sessions.idempotency', call('createPartner', { keep: { partner: '/data/partner_id' } }, { ...key, text: '{"name":"Ana","email":"a"}' }), call('createPartner', { ...again, data: { partner_id: '{partner}' } }, { ...key, text: '{ "email": "a", "name": "Ana" }' })],
    ['behaviour', 'happens-once', 'sessions.idempotency', settings(), button({}, {}, key), button({}, again, key), call('listSessions', { data: [{ id: '{session}' }] })],
    ['behaviour', 'refusals-are-not-kept', 'states.idempotency-refusals', button({ amount_reference: 0 }, 400, key), button({}, first, key)],
    ['behaviour', 'after-24-hours', 'sessions.idempotency', settings(), button({}, {}, key), { laterMs: 86_400_001 }, button({}, first, key)],
    ['negative', 'key-too-long', 'states.idempotency-refusals', button({}, 400, { headers: { 'idempotency-key': 'k'.repeat(256) } })],
    ['behaviour', 'key-of-255', 'states.idempotency-refusals', button({}, first, { headers: { 'idempotency-key': `{unique}${'k'.repeat(242)}` } })],
    ['behaviour', 'keys-of-accounts', 'sessions.idempotency', agreement({}, {}, key), { ...agreement({}, first, key), as: 'other' }],
    ['behaviour', 'both-at-once', 'sessions.idempotency', { atOnce: [agreement({}, first, key), agreement({}, again, key)] }],
  ]),
  ...casesOf('createAgreement', [['behaviour', 'replays', 'sessions.idempotency', agreement({}, first, key), agreement({}, again, key)]]),
  ...casesOf('createPartner', [['behaviour', 'replays', 'sessions.idempotency', partner({}, first, key), partner({}, again, key)]]),
  ...casesOf('createRequestSession', [['behaviour', 'replays', 'sessions.idempotency', request({}, first, key), request({}, again, key)]]),
  ...casesOf('expireSession', [['behaviour', 'replays', 'sessions.idempotency', button(), call('expireSession', first, { ...key, params: { session_id: '{session}' } }), call('expireSession', again, { ...key, params: { session_id: '{session}' } })]]),
];
