import { agreement, alone, bad, button, call, casesOf, each, like, partner, splitAgreement } from '../../builders.ts';

const methods = { immediate_debit: false, crypto: true, mobile_payment: false };
const second = partner({ name: 'Luis' }, { keep: { second: '/data/partner_id', partner: '' } });
const recipients = (...shares: readonly (readonly [string, number])[]) => ({ recipients: shares.map(([recipient_id, percent]) => ({ recipient_id, percent })) });

export const agreements = casesOf('createAgreement', [
  ['driven', 'answers', 'Endpoints: agreement data with `agreement_id`', agreement({}, { data: { agreement_id: like({ type: 'string' }) } })],
  ['contract', 'declared', 'sessions.agreement-answer', agreement({ description: 'Ours' }, { declared: true, data: { title: 'Online shop', description: 'Ours', split: false } })],
  ['contract', 'active', 'sessions.agreement-status', agreement({}, { data: { status: 'active' } })],
  ['contract', 'id', 'conventions.ids', agreement({}, { data: { agreement_id: like({ pattern: '^agr_[0-9a-f]{16}$' }) } })],
  ['contract', 'success', 'conventions.success-field', agreement({}, { body: { success: true, status: 201, title: 'Agreement created', message: 'Agreement created' } })],
  ['contract', 'absent-methods-are-false', 'Resources: `payment_methods` (object of booleans)', agreement({ payment_methods: { crypto: true } }, { data: { payment_methods: methods } })],
  ['behaviour', 'rules-are-kept', 'Resources: `rules` (array of objects with `origin_bank_code` and `destination_bank_account_id`)', agreement({ rules: [{ origin_bank_code: '0134', destination_bank_account_id: '2' }] }, { data: { rules: [{ origin_bank_code: '0134', destination_bank_account_id: '2' }] } })],
  ['behaviour', 'opens-sessions', 'Resources: Every payment session requires a valid `agreement_id`, with or without split', agreement(), button()],
  ['behaviour', 'texts-as-sent', 'conventions.blank-texts', agreement({ title: '  Café  ' }, { data: { title: '  Café  ' } })],
  ['negative', 'blank-title', 'conventions.blank-texts', agreement({ title: ' \t' }, bad('/title'))],
  ['negative', 'no-method', 'sessions.agreement-form', agreement({ payment_methods: {} }, bad('/payment_methods'))],
  ['negative', 'all-methods-false', 'sessions.agreement-form', agreement({ payment_methods: { crypto: false } }, bad('/payment_methods'))],
  ['negative', 'too-many-rules', 'sessions.agreement-form', agreement({ rules: Array(101).fill({ origin_bank_code: '0134', destination_bank_account_id: '2' }) }, bad('/rules'))],
  ['negative', 'nothing-sent', 'conventions.all-faults', call('createAgreement', bad('/title', '/payment_methods', '/default_bank_account_id'), { body: {} })],
  ['negative', 'needs-the-api-token', 'accounts.token-kinds', { ...agreement({}, 401), as: 'console' }],
  ['negative', 'success-false', 'conventions.success-false', agreement({ title: '' }, { ...bad('/title'), body: { success: false } })],
]);

export const splitAgreements = casesOf('createSplitReceiptAgreement', [
  ['driven', 'answers', 'operations.createSplitReceiptAgreement', partner(), splitAgreement({}, { data: { split: true, recipients: [{ recipient_id: '{partner}', percent: 12.5 }] } })],
  ['contract', 'declared', 'sessions.recipients', partner(), splitAgreement({}, { declared: true })],
  ['behaviour', 'owner-fills-up', 'sessions.owner-entry', partner(), splitAgreement(recipients(['{partner}', 40], ['owner', 60]))],
  ['negative', 'owner-leaves-a-rest', 'sessions.owner-entry', partner(), splitAgreement(recipients(['{partner}', 40], ['owner', 50]), bad('/recipients'))],
  ['negative', 'named-twice', 'sessions.owner-entry', partner(), splitAgreement(recipients(['{partner}', 10], ['{partner}', 20]), bad('/recipients/1/recipient_id'))],
  ['negative', 'over-the-whole', 'sessions.recipients', partner(), second, partner(), splitAgreement(recipients(['{partner}', 60], ['{second}', 41]), bad('/recipients'))],
  ...each([0, 33.333, -1], (share) => ['negative', `share-${share}`, 'sessions.recipients', partner(), splitAgreement(recipients(['{partner}', share]), bad('/recipients/0/percent'))]),
  ['negative', 'nobody', 'sessions.recipients', splitAgreement({ recipients: [] }, bad('/recipients'))],
  ['negative', 'too-many', 'sessions.recipients', splitAgreement(recipients(...Array.from({ length: 21 }, (_, at) => [`p${at}`, 1] as const)), bad('/recipients'))],
  ['negative', 'unknown-recipient', 'sessions.unknown-recipient', splitAgreement(recipients(['00000000-0000-4000-8000-000000000000', 10]), bad('/recipients/0/recipient_id'))],
  ['negative', 'foreign-recipient', 'sessions.unknown-recipient', { ...partner(), as: 'other' }, splitAgreement({}, bad('/recipients/0/recipient_id'))],
]);

export const partners = casesOf('createPartner', [
  ['driven', 'answers', 'operations.createPartner', partner({ email: 'ana@example.com' }, { data: { name: 'Ana Pérez', email: 'ana@example.com', status: 'active' } })],
  ['contract', 'declared', 'sessions.partner-form', partner({ identification: 'V1', phone: '1', bank_account_id: '2' }, { declared: true })],
  ['contract', 'id', 'conventions.other-ids', partner({}, { data: { partner_id: like({ format: 'uuid' }) } })],
  ['negative', 'nameless', 'sessions.partner-form', partner({ name: undefined }, bad('/name'))],
  ['negative', 'name-too-long', 'conventions.text-limits', partner({ name: 'x'.repeat(501) }, bad('/name'))],
  ['behaviour', 'optional-null', 'conventions.null-is-absent', partner({ email: null }, { data: { email: undefined } })],
]);

const two = { limit: 1 };

export const lists = [
  ...casesOf('listAgreements', [
    ['driven', 'newest-first', 'operations.listAgreements', alone, agreement(), call('listAgreements', { data: [{ agreement_id: '{agreement}' }] }, { query: two })],
    ['contract', 'declared', 'conventions.lists', call('listAgreements', { declared: true })],
    ['behaviour', 'cursor', 'conventions.lists', alone, agreement(), call('listAgreements', { keep: { cursor: '/next_cursor' } }, { query: two }), call('listAgreements', { body: { next_cursor: null } }, { query: { limit: 1, cursor: '{cursor}' } })],
    ['negative', 'limit-0', 'conventions.lists', call('listAgreements', bad('/limit'), { query: { limit: 0 } })],
    ['negative', 'limit-1001', 'conventions.lists', call('listAgreements', bad('/limit'), { query: { limit: 1001 } })],
  ]),
  ...casesOf('listPartners', [
    ['driven', 'newest-first', 'operations.listPartners', alone, partner(), call('listPartners', { data: [{ partner_id: '{partner}', name: 'Ana Pérez' }], body: { next_cursor: null } })],
    ['contract', 'declared', 'conventions.lists', partner(), call('listPartners', { declared: true })],
    ['negative', 'wrong-token', 'accounts.token-kinds', call('listPartners', 401, { as: 'console' })],
    ['behaviour', 'cursor', 'conventions.lists', alone, partner(), partner(), call('listPartners', { keep: { cursor: '/next_cursor' }, data: [{ partner_id: '{partner}' }] }, { query: two }), call('listPartners', { body: { next_cursor: null } }, { query: { limit: 1, cursor: '{cursor}' } })],
  ]),
];
