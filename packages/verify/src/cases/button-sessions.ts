import { bad, button, casesOf, later, pay, received, status, webhook } from '../builders.ts';

export const buttonSessions = casesOf('createButtonSession', [
  [
    'driven',
    'starts-pending',
    'Payment session: Response `data` fields: `id`, `status` (starts at `pending`), `payment_url`',
    button({}, { data: { status: 'pending' }, declared: true }),
    status({ status: 'pending' }),
  ],
  [
    'driven',
    'pays',
    'States and transitions: pending, leg 1 succeeds: paid; paid, leg 2 accreditation: paid (unchanged)',
    button({ webhook_url: '{receiver}' }),
    webhook('created'),
    pay(),
    webhook('paid'),
    status({ status: 'paid' }),
    later(5000),
    webhook('accredited'),
    received('created', 'paid', 'accredited'),
    status({ status: 'paid' }),
  ],
  [
    'negative',
    'no-agreement',
    'sessions.unknown-agreement',
    button({ agreement_id: 'agr_0000000000000000' }, 404),
  ],
  [
    'negative',
    'amount-zero',
    'conventions.amounts',
    button({ amount_reference: 0 }, bad('/amount_reference')),
  ],
]);
