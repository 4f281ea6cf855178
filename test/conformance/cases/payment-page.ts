import { agreement, button, hook, outcome, pay, request, status } from '../calls.ts';
import { alone, casesOf, each } from '../cases-of.ts';
import { advanceBy, call, callAtOnce, frozen, not, received, send, text, webhook } from '../steps.ts';

const crypto = { metodo: 'crypto', tipo: '', cedula: '', telefono: '', banco: '' };
const payer = { nombre: 'Ana Ñ <b>', tipo: 'V', cedula: '12345678', telefono: '04141234567', banco: '0102' };
const location = (expectation: unknown) => ({ headers: { location: expectation } });
const keys = [
  ['111111', 'insufficient_funds'],
  ['222222', 'invalid_otp'],
  ['333333', 'bank_limit'],
  ['444444', 'invalid_otp'],
] as const;
const onlyCrypto = agreement({ payment_methods: { crypto: true } });

export const payments = casesOf('submitPayment', {
  'payment-page.keys': each(keys, ([otp, reason]) => [
    `key-${otp}`,
    button(),
    pay({ otp }),
    status({ status: 'failed', session_payment: { reason } }),
  ]),
  'states.request-retry': each(keys, ([otp, reason]) => [
    `after-${otp}`,
    request(),
    pay({ otp }, 200),
    status({ status: 'pending', session_payment: { reason } }),
    pay({}, 200),
    status({ status: 'paid' }),
  ]),
  'payment-page.form': {
    'mobile-payment': [
      button(),
      pay({ metodo: 'mobile_payment' }),
      status({ status: 'paid', session_payment: { payment_method: 'mobile_payment' } }),
    ],
    'json-body': [button(), send('submitPayment', { otp: '000000' }, 415)],
  },
  'sessions.crypto-details': {
    crypto: [
      button({ currency_reference: 'USDT' }),
      pay(crypto),
      status({
        session_payment: {
          payment_method: 'crypto',
          payment_details: { bank_name: text },
          crypto_details: {
            crypto_wallet_name: 'BinancePay',
            crypto_order_id: /^[0-9]+$/,
            crypto_status: 'paid',
            amount_ves_check: 18311.12,
            crypto_currency: 'USDT',
            crypto_amount: 100,
          },
        },
      }),
    ],
    'of-another-method': [button(), pay(), status({ session_payment: { crypto_details: null } })],
  },
  'sessions.payer-fields': [
    button(),
    pay({ nombre: 'Ana Ñ <b>' }),
    status({ session_payment: { payment_details: payer } }),
  ],
  'payment-page.redirects': {
    success: [button(), pay({}, location(/^https:\/\/shop\.example\/paid\?order=1&session_id=.*#top$/))],
    failure: [button(), pay({ otp: '111111' }, location(/^https:\/\/shop\.example\/failed\?session_id=/))],
    nowhere: [request(), pay({}, { status: 200, headers: { 'content-type': /^text\/html/ } })],
  },
  'payment-page.return-session': {
    'in-place-of-another': [
      button({ success_url: 'https://shop.example/paid?session_id=old&a=1' }),
      pay({}, location('https://shop.example/paid?session_id={session_id}&a=1')),
    ],
    'deep-link': [
      button({ success_url: 'myapp://pay' }),
      pay({}, location(/^myapp:\/\/pay\/?\?session_id=/)),
    ],
  },
  'payment-page.needed-fields': each(['otp', 'metodo', 'tipo', 'cedula', 'telefono', 'banco'], (field) => [
    `without-${field}`,
    button(),
    pay({ [field]: '' }, 400),
    status({ status: 'pending' }),
  ]),
  'sessions.banks': [button(), pay({ banco: '9999' }, 400)],
  'Simulator-only surfaces: the method selector is limited to the methods the agreement declared': {
    'method-not-allowed': [onlyCrypto, button(), pay({}, 400), pay(crypto)],
  },
  'payment-page.closed': {
    paid: [button(), pay(), pay({}, 409)],
    failed: [button(), pay({ otp: '111111' }), pay({}, 409)],
  },
  'Errors: 404 not found': {
    unknown: [call('submitPayment', 404, { params: { id: '{uuid}' }, form: { otp: '000000' } })],
  },
  'payment-page.once': [
    alone,
    button(hook),
    callAtOnce(pay(), pay({}, 409)),
    webhook('paid'),
    advanceBy(5000),
    received('created', 'paid', 'accredited'),
  ],
  'payment-page.no-csrf': [button(), pay({}, { headers: { 'set-cookie': undefined } })],
  'payment-page.accreditation-choice': [
    alone,
    button(hook),
    pay({ acreditacion: 'accreditation_to_recipient_failed' }),
    advanceBy(5000),
    webhook('accreditation_to_recipient_failed'),
    status({ status: 'paid' }),
  ],
  'states.delay': [
    frozen,
    button(hook),
    pay(),
    webhook('paid'),
    advanceBy(4999),
    received('created', 'paid'),
    advanceBy(1),
    webhook('accredited'),
  ],
  'sessions.user-message': [
    button(),
    { ...pay(), path: '/pay/{session_id}?lang=en' },
    status({ session_payment: { user_message: /[Pp]ayment|[Pp]aid/ } }),
  ],
});

const page = (want: object, more: object = {}) => call('showPaymentPage', want, more);
/** Matches a text that contains all of these parts. */
const having = (...parts: readonly string[]) =>
  new RegExp(`^${parts.map((part) => `(?=[^]*${part})`).join('')}`);
const havingNames = (...names: readonly string[]) => having(...names.map((name) => `name="${name}"`));
const policy = (expectation: unknown) => ({ headers: { 'content-security-policy': expectation } });

export const pages = casesOf('showPaymentPage', {
  'payment-page.form': {
    fields: [
      button(),
      page({
        body: havingNames('metodo', 'otp', 'tipo', 'cedula', 'telefono', 'banco', 'concepto', 'acreditacion'),
        headers: { 'content-type': /^text\/html/ },
      }),
    ],
    escapes: [button({ description: '<script>alert(1)</script>' }), page({ body: not(/<script>alert/) })],
  },
  'payment-page.language': {
    spanish: [button(), page({ body: /<html lang="es"/ })],
    english: [
      button(),
      page({ body: /<html lang="en"/ }, { headers: { 'accept-language': 'en' } }),
      page({ body: /<html lang="en"/ }, { query: { lang: 'en' } }),
    ],
  },
  'Simulator-only surfaces: the method selector is limited to the methods the agreement declared': {
    'only-allowed-methods': [onlyCrypto, button(), page({ body: not(/value="mobile_payment"/) })],
  },
  'settings.frame-ancestors': [button(), page(policy(not(/frame-ancestors 'none'/)))],
  'payment-page.redirects': [button(), page(policy(not(/form-action/)))],
  'sessions.banks': [button(), page({ body: having('value="0102"', 'value="0134"', 'value="0191"') })],
  'payment-page.closed': [button(), outcome(1, 'paid'), page({ body: not(/name="otp"/) })],
  'payment-page.no-csrf': [button(), page({ body: /<form/, headers: { 'set-cookie': undefined } })],
  'Errors: 404 not found': { unknown: [call('showPaymentPage', 404, { params: { id: '{uuid}' } })] },
});

/** Another URL of the payment page, which existing programs give to payers. */
export const addresses = casesOf('openPaymentPage', {
  'payment-page.page-address': [
    button(),
    call('openPaymentPage', { status: 302, headers: { location: /\/pay\/{session_id}$/ } }),
  ],
});
