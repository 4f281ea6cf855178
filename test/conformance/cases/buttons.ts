import { z } from 'zod';
import { agreement, button, hook, partner, pay, splitAgreement, status } from '../calls.ts';
import { casesOf, each } from '../cases-of.ts';
import { advanceBy, bad, call, instant, received, send, text, webhook } from '../steps.ts';

/** A value with 40 levels of nesting. */
const deep = Array.from({ length: 40 }).reduce((inner: unknown) => [inner], 1);
const split = (type: string, ...rules: readonly object[]) => ({ split: { type, rules } });
const percent = (recipient_id: string, value: number) => ({ recipient_id, percent: value });
const amount = (recipient_id: string, value: number) => ({ recipient_id, amount_reference: value });
const splitting = [agreement({ split: true }), partner()];
const unknown = 'agr_0000000000000000';

export const buttons = [
  ...casesOf('createButtonSession', {
    'Payment session: Response `data` fields: `id`, `status` (starts at `pending`), `payment_url`': {
      'starts-pending': [
        button({}, { data: { status: 'pending', payment_url: /\/pay\/[0-9a-f-]{36}$/ } }),
        status({ status: 'pending' }),
      ],
    },
    'States and transitions: pending, leg 1 succeeds: paid; paid, leg 2 accreditation: paid (unchanged)': {
      pays: [
        button(hook),
        webhook('created'),
        pay(),
        webhook('paid'),
        status({ status: 'paid' }),
        advanceBy(5000),
        webhook('accredited'),
        received('created', 'paid', 'accredited'),
        status({ status: 'paid' }),
      ],
    },
    'sessions.session-answer': {
      'as-sent': [
        button(
          { webhook_url: 'https://shop.example/hook' },
          {
            data: {
              session_origin: 'button',
              identifier: 'A-{unique}',
              success_url: 'https://shop.example/paid?order=1#top',
              webhook_url: 'https://shop.example/hook',
            },
          },
        ),
      ],
      'same-id': [
        button({}, { keep: { session_id: '/data/session_id' } }),
        status({ id: '{session_id}', session_id: '{session_id}' }),
      ],
    },
    'conventions.other-ids': [button({}, { data: { id: z.uuidv4() } })],
    'sessions.undeclared-fields': [button({}, { data: { payment_qr: /^data:image\/png;base64,iVBOR/ } })],
    'sessions.config': [
      button(
        {},
        {
          data: {
            config: { duration_minutes: 10, expires_at: instant, payment_methods: [text, text, text] },
          },
        },
      ),
    ],
    'conventions.times': [button({}, { data: { created_at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ } })],
    'conventions.success-field': [button({}, { body: { success: true, message: text } })],
    'conventions.request-id': [button({}, { headers: { 'x-request-id': z.uuid() } })],
    'conventions.problem-type': [
      button(
        { identifier: '' },
        {
          ...bad('/identifier'),
          headers: { 'content-type': /^application\/problem\+json/ },
          body: { type: 'about:blank', message: text, instance: /^urn:uuid:/ },
        },
      ),
    ],
    'sessions.currencies': each(['USD', 'EUR', 'COP', 'USDT', 'VES'], (currency_reference) => [
      currency_reference,
      button({ currency_reference }, { data: { currency_reference } }),
    ]),
    'sessions.duration': {
      ...each([5, 20], (duration_minutes) => [
        `lasts-${duration_minutes}`,
        button({ duration_minutes }, { data: { duration_minutes, config: { duration_minutes } } }),
      ]),
      ...each([4, 21, 7.5], (duration_minutes) => [
        `lasts-${duration_minutes}`,
        button({ duration_minutes }, bad('/duration_minutes')),
      ]),
    },
    'conventions.amounts': {
      ...each([0, -1, 1_000_000_000_000, 0.001, 2.675, '100'], (amount_reference) => [
        `no-amount-${amount_reference}`,
        button({ amount_reference }, bad('/amount_reference')),
      ]),
      ...each([0.01, 999_999_999_999.99, 1e2], (amount_reference) => [
        `amount-${amount_reference}`,
        button({ amount_reference }, { data: { amount_reference } }),
      ]),
    },
    'sessions.amounts': {
      'noise-3.6': [button({ amount_reference: 3.5999999999999996 }, { data: { amount_reference: 3.6 } })],
      'noise-in-a-share': [
        splitting,
        button(split('absolute', amount('{partner_id}', 0.1 + 0.2)), {
          data: { split: { rules: [{ amount_reference: 0.3 }] } },
        }),
      ],
      'noise-30.3': [button({ amount_reference: 30.299999999999997 }, { data: { amount_reference: 30.3 } })],
    },
    'sessions.unknown-agreement': {
      'unknown-agreement': [button({ agreement_id: unknown }, 404)],
      'foreign-agreement': [button({ agreement_id: '{other.agreement_id}' }, 404)],
    },
    'sessions.unknown-recipient': {
      'foreign-partner': [
        agreement({ split: true }),
        { ...partner(), as: 'other' },
        button(split('percent', percent('{partner_id}', 10)), bad('/split/rules/0/recipient_id')),
      ],
      'unknown-partner': [
        splitting,
        button(split('percent', percent('nobody', 1)), bad('/split/rules/0/recipient_id')),
      ],
    },
    'conventions.all-faults': [
      button(
        { amount_reference: 0, identifier: 3, currency_reference: 'GBP' },
        bad('/amount_reference', '/identifier', '/currency_reference'),
      ),
    ],
    'sessions.return-urls': {
      ...each(
        `javascript:alert(1)|data:text/html,x|vbscript:x|file:///etc/passwd|blob:https://a.example/1| javascript:x|about:blank|/paid|\
view-source:https://a.example|https://a.example/\n`.split('|'),
        (success_url) => [`no-return-to-${success_url}`, button({ success_url }, bad('/success_url'))],
      ),
      ...each(
        ['myapp://done', 'https://shop.example:8443/a?b=c#d', 'https://shop.example/'],
        (failure_url) => [`return-to-${failure_url}`, button({ failure_url }, { data: { failure_url } })],
      ),
      'return-as-parsed': [
        button({ failure_url: 'HTTPS://shop.example' }, { data: { failure_url: 'https://shop.example/' } }),
      ],
    },
    'sessions.webhook-url': {
      ...each(['localhost:3000/hook', 'ftp://shop.example/hook', 'mailto:ana@example.com'], (webhook_url) => [
        `no-webhook-to-${webhook_url}`,
        button({ webhook_url }, bad('/webhook_url')),
      ]),
      ...each(['http://localhost:3000/hook', 'no url at all', 'https://[::1]/'], (webhook_url) => [
        `webhook-to-${webhook_url}`,
        button({ webhook_url }, { data: { webhook_url } }),
      ]),
    },
    'conventions.null-is-absent': [button({ webhook_url: '' }, { data: { webhook_url: undefined } })],
    'sessions.internal-reference': [
      button({ internal_reference: 'INV-7' }, { data: { internal_reference: 'INV-7' } }),
      status({ internal_reference: 'INV-7' }),
    ],
    'conventions.unknown-fields': [button({ colour: 'red' }, { data: { colour: undefined } })],
    'Resources: `payment_methods` (object of booleans `immediate_debit`, `crypto`, `mobile_payment`)': {
      'methods-of-the-agreement': [
        agreement({ payment_methods: { crypto: true } }),
        button({}, { data: { config: { payment_methods: ['crypto'] } } }),
      ],
    },
    'sessions.session-split': {
      'whole-amount': [splitting, button(split('absolute', amount('{partner_id}', 100)))],
      'split-not-allowed': [
        agreement(),
        partner(),
        button(split('percent', percent('{partner_id}', 30)), bad('/split')),
      ],
      'over-the-amount': [
        splitting,
        button(split('absolute', amount('{partner_id}', 100.01)), bad('/split/rules')),
      ],
      'named-twice': [
        splitting,
        button(split('percent', percent('{partner_id}', 60), percent('{partner_id}', 60)), {
          status: 400,
          pointsAt: '/split/rules/1/recipient_id',
        }),
      ],
      'over-100': [
        splitting,
        button(split('percent', percent('{partner_id}', 60), percent('owner', 60)), bad('/split/rules')),
      ],
      'without-its-share': [
        splitting,
        button(split('percent', amount('{partner_id}', 1)), bad('/split/rules/0/percent')),
      ],
    },
    'states.split-rules': [
      splitting,
      button(split('percent', ...Array(21).fill(percent('nobody', 1))), {
        status: 400,
        pointsAt: '/split/rules',
      }),
    ],
    'Resources: Every payment session requires a valid `agreement_id`, with or without split': {
      'takes-a-split-agreement': [partner(), splitAgreement(), button()],
    },
    'Authentication: the token is sent as bearer': {
      'needs-a-token': [
        { ...button({}, { status: 401, headers: { 'www-authenticate': /^Bearer/ } }), as: 'nobody' },
      ],
    },
    'conventions.order-of-checks': [
      button({ amount_reference: 0, agreement_id: unknown }, bad('/amount_reference')),
    ],
    'conventions.not-json': {
      'a-form': [
        call('createButtonSession', 415, { text: 'a=b', type: 'application/x-www-form-urlencoded' }),
      ],
      'broken-json': [call('createButtonSession', bad(''), { text: '{"a":' })],
    },
    'conventions.body-limit': {
      'too-deep': [button({ colour: deep }, bad(''))],
      'too-large': [send('createButtonSession', { description: 'x'.repeat(1_048_600) }, 413)],
    },
  }),
];
