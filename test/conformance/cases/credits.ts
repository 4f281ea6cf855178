import { mapValues } from '@svc-simulator/contract';
import {
  agreement,
  button,
  hook,
  outcome,
  partner,
  request,
  settings,
  splitAgreement,
  status,
} from '../calls.ts';
import { casesOf, each } from '../cases-of.ts';
import { advanceBy, call, frozen, not, webhook } from '../steps.ts';

const payFirst = outcome(1, 'paid');
const payBoth = [payFirst, outcome(2, 'accredited')];
/** The recipient, amount, fee and net amount of each credit. */
const credits = (...list: readonly (readonly [string, number, number, number])[]) => ({
  receiver_credits: Object.fromEntries(
    list.map(([receiver_id, amount_ves, bank_commissions_ves, amount_ves_credited]) => [
      receiver_id,
      { receiver_id, amount_ves, bank_commissions_ves, amount_ves_credited, status: 'credited' },
    ]),
  ),
});
const summary = (total_credits: number, amount: number, fees: number, net: number) => ({
  receiver_credits_summary: {
    total_credits,
    total_amount_ves: amount,
    total_bank_commissions_ves: fees,
    total_amount_ves_credited: net,
  },
});
const statusWith = (...parts: readonly object[]) => status({ session_payment: Object.assign({}, ...parts) });
const amounts = (byReceiver: Readonly<Record<string, number>>) =>
  statusWith({ receiver_credits: mapValues(byReceiver, (amount_ves) => ({ amount_ves })) });
const splitting = (...shares: readonly number[]) => ({
  recipients: shares.map((percent, at) => ({ recipient_id: `{p${at}}`, percent })),
});
const partners = (count: number) =>
  Array.from({ length: count }, (_, at) => partner({}, { keep: { [`p${at}`]: '/data/partner_id' } }));
const rule = (type: string, ...rules: readonly object[]) => ({ split: { type, rules } });
const rates = {
  bcv_rate_usd_ves: 122.0112,
  bcv_rate_eur_ves: 145.2414,
  rate_usdt_ves: 183.1112,
  rate_col_ves: 0.0501,
};
const worth = [
  ['VES', 100, 100],
  ['USD', 1, 122.01],
  ['EUR', 1, 145.24],
  ['USDT', 1, 183.11],
  ['COP', 1, 0.05],
  ['USD', 10.55, 1287.22],
  ['COP', 0.1, 0.01],
  ['EUR', 3.33, 483.65],
] as const;
const fees = [
  [100, 1, 99],
  [0.49, 0, 0.49],
  [0.5, 0.01, 0.49],
  [1.49, 0.01, 1.48],
  [1.5, 0.02, 1.48],
  [12.34, 0.12, 12.22],
  [12.5, 0.13, 12.37],
] as const;

export const credited = casesOf('getSessionStatus', {
  'sessions.rates': each(worth, ([currency_reference, amount_reference, amount_ves]) => [
    `worth-${currency_reference}-${amount_reference}`,
    button({ currency_reference, amount_reference }),
    outcome(1, 'paid', { data: { session_payment: { payment_details: { amount_ves, ...rates } } } }),
  ]),
  'sessions.fee': each(fees, ([gross, fee, net]) => [
    `fee-of-${gross}`,
    button({ amount_reference: gross }),
    payBoth,
    statusWith(credits(['owner', gross, fee, net]), summary(1, gross, fee, net)),
  ]),
  'Payment session: With split, the bank fee is applied per credit, not on the session total': {
    'split-in-credits': [
      partners(2),
      splitAgreement(splitting(33.33, 33.33)),
      button({ amount_reference: 1.5 }),
      payBoth,
      statusWith(
        credits(['{p0}', 0.5, 0.01, 0.49], ['{p1}', 0.5, 0.01, 0.49], ['owner', 0.5, 0.01, 0.49]),
        summary(3, 1.5, 0.03, 1.47),
      ),
    ],
  },
  'sessions.cents': {
    'to-the-largest': [
      partners(2),
      splitAgreement(splitting(33.33, 33.34)),
      button({ amount_reference: 0.1 }),
      payBoth,
      amounts({ '{p0}': 0.03, '{p1}': 0.04, owner: 0.03 }),
    ],
    'ties-to-the-earlier': [
      partners(2),
      splitAgreement(splitting(25, 25)),
      button({ amount_reference: 0.03 }),
      payBoth,
      amounts({ '{p0}': 0.01, '{p1}': 0.01, owner: 0.01 }),
    ],
  },
  'sessions.session-split': {
    'of-the-session': [
      partners(2),
      agreement({ split: true }),
      button(rule('percent', { recipient_id: '{p0}', percent: 25 }, { recipient_id: '{p1}', percent: 75 })),
      payBoth,
      statusWith(credits(['{p0}', 25, 0.25, 24.75], ['{p1}', 75, 0.75, 74.25])),
    ],
    'replaces-the-agreements': [
      partners(2),
      splitAgreement(splitting(50)),
      button(rule('percent', { recipient_id: '{p1}', percent: 10 })),
      payBoth,
      statusWith(credits(['{p1}', 10, 0.1, 9.9], ['owner', 90, 0.9, 89.1])),
      statusWith({ receiver_credits: { '{p0}': undefined } }),
    ],
    'absolute-amounts': [
      partners(1),
      agreement({ split: true }),
      button(rule('absolute', { recipient_id: '{p0}', amount_reference: 12.34 })),
      payBoth,
      statusWith(credits(['{p0}', 12.34, 0.12, 12.22], ['owner', 87.66, 0.88, 86.78])),
    ],
    'absolute-in-dollars': [
      partners(1),
      agreement({ split: true }),
      button({
        currency_reference: 'USD',
        amount_reference: 2,
        ...rule('absolute', { recipient_id: '{p0}', amount_reference: 1 }),
      }),
      payBoth,
      amounts({ '{p0}': 122.01, owner: 122.01 }),
    ],
  },
  'sessions.credit-fields': {
    'label-as-memo': [
      partner(),
      splitAgreement({ recipients: [{ recipient_id: '{partner_id}', percent: 12.5, label: 'Design' }] }),
      button(),
      payBoth,
      statusWith({ receiver_credits: { '{partner_id}': { memo: 'Design' }, owner: { memo: undefined } } }),
    ],
  },
  'Payment session: In a webhook they are at the same level as `session_payment`, not inside it': {
    'in-the-webhook': [
      button(hook),
      payBoth,
      webhook('accredited', {
        body: {
          ...credits(['owner', 100, 1, 99]),
          ...summary(1, 100, 1, 99),
          session_payment: { id: '{session_id}', amount_reference: 100, receiver_credits: undefined },
        },
      }),
    ],
  },
  'sessions.credit-id': [
    button(),
    payFirst,
    outcome(2, 'accreditation_to_recipient_failed', {
      keep: { credit: '/data/session_payment/receiver_credits/owner/svc_credit_id' },
    }),
    outcome(2, 'accredited'),
    statusWith({ receiver_credits: { owner: { svc_credit_id: not('{credit}') } } }),
    statusWith({ receiver_credits: { owner: { svc_credit_id: /^[1-9][0-9]{0,9}$/ } } }),
  ],
  'states.leg-2': [
    button(),
    payFirst,
    outcome(2, 'accreditation_to_recipient_failed'),
    outcome(2, 'accredited'),
    statusWith(credits(['owner', 100, 1, 99])),
  ],
  'webhooks.extra-events': [
    settings({ extra_events: true }),
    partners(1),
    splitAgreement(splitting(50)),
    button(hook),
    payBoth,
    webhook('partially_accredited', {
      body: { receiver_credits: { '{p0}': { receiver_id: '{p0}' }, owner: undefined } },
    }),
    webhook('accredited'),
  ],
});

const REQUEST = '"currency_reference":"VES","identifier":"A","agreement_id":"{agreement_id}"}';
const key = { headers: { 'idempotency-key': 'K-{unique}' } };
const again = { headers: { 'idempotent-replayed': 'true' } };
const first = { headers: { 'idempotent-replayed': undefined } };
const expire = (expectation: object) => call('expireSession', expectation, key);
const keepPartner = { keep: { kept: '/data/partner_id' } };

export const idempotency = [
  ...casesOf('createButtonSession', {
    'sessions.idempotency': {
      replays: [
        button({}, { ...first, keep: { all: '' } }, key),
        button({}, { ...again, body: '{all}' }, key),
      ],
      'another-body': [button({}, {}, key), button({ amount_reference: 7 }, 409, key)],
      'values-not-bytes': [
        call('createPartner', keepPartner, { ...key, text: '{"name":"Ana","email":"a"}' }),
        call(
          'createPartner',
          { ...again, data: { partner_id: '{kept}' } },
          { ...key, text: '{ "email": "a", "name": "Ana" }' },
        ),
      ],
      'happens-once': [
        settings(),
        button({}, {}, key),
        button({}, again, key),
        call('listSessions', { data: [{ id: '{session_id}' }] }),
      ],
      'after-24-hours': [
        frozen,
        button({}, {}, key),
        advanceBy(86_399_999),
        button({}, again, key),
        advanceBy(1),
        button({}, first, key),
      ],
      'keys-of-accounts': [agreement({}, {}, key), { ...agreement({}, first, key), as: 'other' }],
      'null-is-another-body': [
        call('createPartner', first, { ...key, text: '{"name":"Ana","email":null}' }),
        call('createPartner', 409, { ...key, text: '{"name":"Ana"}' }),
      ],
      'number-as-written': [
        call('createRequestSession', first, { ...key, text: `{"amount_reference":10,${REQUEST}` }),
        call('createRequestSession', again, { ...key, text: `{ "amount_reference": 1.00e1,${REQUEST}` }),
      ],
      'all-at-once': [{ atOnce: [agreement({}, first, key), ...Array(9).fill(agreement({}, again, key))] }],
    },
    'states.idempotency-refusals': {
      'not-kept': [button({ amount_reference: 0 }, 400, key), button({}, first, key)],
      'key-too-long': [button({}, 400, { headers: { 'idempotency-key': 'k'.repeat(256) } })],
      'key-of-255': [button({}, first, { headers: { 'idempotency-key': `{unique}${'k'.repeat(242)}` } })],
    },
  }),
  ...[agreement, partner, request].flatMap((make) =>
    casesOf(make().call, { 'sessions.idempotency': [make({}, first, key), make({}, again, key)] }),
  ),
  ...casesOf('expireSession', { 'sessions.idempotency': [button(), expire(first), expire(again)] }),
];
