import { z } from 'zod';
import { agreement, button, partner, splitAgreement } from '../calls.ts';
import { alone, casesOf, each } from '../cases-of.ts';
import { bad, call, listInTwoPages, send } from '../steps.ts';

const methods = { immediate_debit: false, crypto: true, mobile_payment: false };
const rule = { origin_bank_code: '0134', destination_bank_account_id: '2' };
const shares = (...pairs: readonly (readonly [string, number])[]) => ({
  recipients: pairs.map(([recipient_id, percent]) => ({ recipient_id, percent })),
});
const nobody = '00000000-0000-4000-8000-000000000000';

export const agreements = casesOf('createAgreement', {
  'Endpoints: agreement data with `agreement_id`': { answers: [agreement()] },
  'sessions.agreement-answer': [
    agreement({ description: 'Ours' }, { data: { title: 'Online shop', description: 'Ours', split: false } }),
  ],
  'sessions.agreement-status': [agreement({}, { data: { status: 'active' } })],
  'conventions.ids': [agreement({}, { data: { agreement_id: /^agr_[0-9a-f]{16}$/ } })],
  'conventions.success-field': [
    agreement(
      {},
      { body: { success: true, status: 201, title: 'Agreement created', message: 'Agreement created' } },
    ),
  ],
  'Resources: `payment_methods` (object of booleans)': {
    'absent-methods-are-false': [
      agreement({ payment_methods: { crypto: true } }, { data: { payment_methods: methods } }),
    ],
  },
  'Resources: `rules` (array of objects with `origin_bank_code` and `destination_bank_account_id`)': {
    'rules-are-kept': [agreement({ rules: [rule] }, { data: { rules: [rule] } })],
  },
  'Resources: Every payment session requires a valid `agreement_id`, with or without split': {
    'opens-sessions': [agreement(), button()],
  },
  'conventions.blank-texts': {
    'as-sent': [agreement({ title: '  Café  ' }, { data: { title: '  Café  ' } })],
    'blank-title': [agreement({ title: ' \t' }, bad('/title'))],
  },
  'sessions.agreement-form': {
    'no-method': [agreement({ payment_methods: {} }, bad('/payment_methods'))],
    'all-methods-false': [agreement({ payment_methods: { crypto: false } }, bad('/payment_methods'))],
    'too-many-rules': [agreement({ rules: Array(101).fill(rule) }, bad('/rules'))],
  },
  'conventions.all-faults': [
    send('createAgreement', {}, bad('/title', '/payment_methods', '/default_bank_account_id')),
  ],
  'conventions.success-false': [agreement({ title: '' }, { ...bad('/title'), body: { success: false } })],
  'conventions.problem-language': [
    agreement(
      { title: '' },
      { ...bad('/title'), body: { detail: /no debe/ } },
      { headers: { 'accept-language': 'es' } },
    ),
  ],
});

export const splitAgreements = casesOf('createSplitReceiptAgreement', {
  'operations.createSplitReceiptAgreement': [
    partner(),
    splitAgreement({}, { data: { split: true, ...shares(['{partner_id}', 12.5]) } }),
  ],
  'sessions.recipients': {
    'over-the-whole': [
      partner({}, { keep: { second: '/data/partner_id' } }),
      partner(),
      splitAgreement(shares(['{partner_id}', 60], ['{second}', 41]), bad('/recipients')),
    ],
    ...each([0, 33.333, -1], (share) => [
      `share-${share}`,
      partner(),
      splitAgreement(shares(['{partner_id}', share]), bad('/recipients/0/percent')),
    ]),
    'binary-noise': [
      partner(),
      splitAgreement(shares(['{partner_id}', 1.1 * 3]), { data: shares(['{partner_id}', 3.3]) }),
    ],
    nobody: [splitAgreement({ recipients: [] }, bad('/recipients'))],
    'too-many': [
      splitAgreement(shares(...Array(21).fill([nobody, 1])), { status: 400, pointsAt: '/recipients' }),
    ],
  },
  'sessions.owner-entry': {
    'owner-fills-up': [partner(), splitAgreement(shares(['{partner_id}', 40], ['owner', 60]))],
    'owner-leaves-a-rest': [
      partner(),
      splitAgreement(shares(['{partner_id}', 40], ['owner', 50]), bad('/recipients')),
    ],
    'named-twice': [
      partner(),
      splitAgreement(shares(['{partner_id}', 10], ['{partner_id}', 20]), bad('/recipients/1/recipient_id')),
    ],
  },
  'sessions.unknown-recipient': {
    unknown: [splitAgreement(shares([nobody, 10]), bad('/recipients/0/recipient_id'))],
    foreign: [{ ...partner(), as: 'other' }, splitAgreement({}, bad('/recipients/0/recipient_id'))],
  },
});

export const partners = casesOf('createPartner', {
  'operations.createPartner': [
    partner(
      { email: 'ana@example.com' },
      { data: { name: 'Ana Pérez', email: 'ana@example.com', status: 'active' } },
    ),
  ],
  'sessions.partner-form': {
    whole: [
      partner({ identification: 'V1', phone: '1', bank_account_id: '2' }, { data: { identification: 'V1' } }),
    ],
    nameless: [partner({ name: undefined }, bad('/name'))],
  },
  'conventions.other-ids': [partner({}, { data: { partner_id: z.uuid() } })],
  'conventions.text-limits': [partner({ name: 'x'.repeat(501) }, bad('/name'))],
  'conventions.null-is-absent': [partner({ email: null }, { data: { email: undefined } })],
});

export const lists = [
  ...casesOf('listAgreements', {
    'conventions.lists': [
      alone,
      agreement(),
      listInTwoPages('listAgreements', { agreement_id: '{agreement_id}' }),
    ],
  }),
  ...casesOf('listPartners', {
    'conventions.lists': [
      alone,
      partner(),
      partner(),
      listInTwoPages('listPartners', { partner_id: '{partner_id}' }),
    ],
    'Operations with real behaviour: per-account isolation': {
      'only-own': [alone, { ...partner(), as: 'other' }, call('listPartners', { data: [] })],
    },
  }),
];
