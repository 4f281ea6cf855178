import { agreement, alone, atOnce, button, call, casesOf, each, later, like, outcome, pay, received, request, status, webhook } from '../../builders.ts';

const crypto = { metodo: 'crypto', tipo: '', cedula: '', telefono: '', banco: '' };
const location = (pattern: string) => ({ headers: { location: like({ pattern }) } });
const page = (want: object, more: object = {}) => call('showPaymentPage', want, { params: { id: '{session}' }, ...more });
const failure = (reason: string) => status({ status: 'failed', session_payment: { reason } });

export const payments = casesOf('submitPayment', [
  ['driven', 'pays', 'Simulator-only surfaces: The payment key `000000` pays', button(), pay(), status({ status: 'paid' })],
  ['driven', 'fails', 'payment-page.key', button(), pay({ otp: '999999' }), status({ status: 'failed' })],
  ['driven', 'path', 'operations.submitPayment', button(), pay()],
  ...each(
    [
      ['111111', 'insufficient_funds'],
      ['222222', 'invalid_otp'],
      ['333333', 'bank_limit'],
      ['444444', 'invalid_otp'],
    ] as const,
    ([otp, reason]) => ['behaviour', `key-${otp}`, 'payment-page.keys', button(), pay({ otp }), failure(reason)],
  ),
  ...each(
    [
      ['111111', 'insufficient_funds'],
      ['222222', 'invalid_otp'],
      ['333333', 'bank_limit'],
    ] as const,
    ([otp, reason]) => ['contract', `reason-${reason}`, 'sessions.failure-reason', request(), pay({ otp }, 200), status({ status: 'pending', session_payment: { reason } })],
  ),
  ['driven', 'mobile-payment', 'payment-page.form', button(), pay({ metodo: 'mobile_payment' }), status({ status: 'paid', session_payment: { payment_method: 'mobile_payment' } })],
  [
    'driven',
    'crypto',
    'sessions.crypto-details',
    button({ currency_reference: 'USDT' }),
    pay(crypto),
    status({
      session_payment: {
        payment_method: 'crypto',
        payment_details: { bank_name: like({ type: 'string' }) },
        crypto_details: {
          crypto_wallet_name: 'BinancePay',
          crypto_order_id: like({ pattern: '^[0-9]+$' }),
          crypto_status: 'paid',
          amount_ves_check: 18311.12,
          crypto_currency: 'USDT',
          crypto_amount: 100,
          crypto_paid_at: like({ format: 'date-time' }),
          crypto_wallet_commission: like({ type: 'number' }),
          crypto_crixto_commission: like({ type: 'number' }),
        },
      },
    }),
  ],
  ['contract', 'no-crypto-details', 'sessions.crypto-details', button(), pay(), status({ session_payment: { crypto_details: null } })],
  ['contract', 'payer-as-typed', 'sessions.payer-fields', button(), pay({ nombre: 'Ana Ñ <b>' }), status({ session_payment: { payment_details: { nombre: 'Ana Ñ <b>', tipo: 'V', cedula: '12345678', telefono: '04141234567', banco: '0102' } } })],
  ['behaviour', 'leads-to-success', 'payment-page.redirects', button(), pay({}, location('^https://shop\\.example/paid\\?order=1&session_id=.*#top$'))],
  ['behaviour', 'leads-to-failure', 'payment-page.redirects', button(), pay({ otp: '111111' }, location('^https://shop\\.example/failed\\?session_id='))],
  ['behaviour', 'carries-the-session', 'payment-page.return-session', button({ success_url: 'https://shop.example/paid?session_id=old&a=1' }), pay({}, { headers: { location: 'https://shop.example/paid?session_id={session}&a=1' } })],
  ['behaviour', 'deep-link', 'payment-page.return-session', button({ success_url: 'myapp://pay' }), pay({}, location('^myapp://pay/?\\?session_id='))],
  ['behaviour', 'result-page', 'payment-page.redirects', request(), pay({}, { status: 200, headers: { 'content-type': like({ pattern: '^text/html' }) } })],
  ...each(['otp', 'metodo', 'tipo', 'cedula', 'telefono', 'banco'], (field) => ['negative', `without-${field}`, 'payment-page.needed-fields', button(), pay({ [field]: '' }, 400), status({ status: 'pending' })]),
  ['negative', 'unknown-bank', 'sessions.banks', button(), pay({ banco: '9999' }, 400)],
  ['negative', 'method-not-allowed', 'Simulator-only surfaces: the method selector is limited to the methods the agreement declared', agreement({ payment_methods: { crypto: true } }), button(), pay({}, 400), pay(crypto)],
  ['negative', 'paid-already', 'payment-page.closed', button(), pay(), pay({}, 409)],
  ['negative', 'failed-already', 'payment-page.closed', button(), pay({ otp: '111111' }), pay({}, 409)],
  ['negative', 'unknown', 'Errors: 404 not found', call('submitPayment', 404, { params: { id: '{uuid}' }, form: { otp: '000000' } })],
  ['negative', 'json-body', 'payment-page.form', button(), call('submitPayment', 415, { params: { id: '{session}' }, body: { otp: '000000' } })],
  ['behaviour', 'pays-once', 'payment-page.once', alone, button({ webhook_url: '{receiver}' }), atOnce(pay(), pay({}, 409)), webhook('paid'), later(5000), received('created', 'paid', 'accredited')],
  ['behaviour', 'no-cookie', 'payment-page.no-csrf', button(), pay({}, { headers: { 'set-cookie': null } })],
  ['behaviour', 'leg-2-fails-as-chosen', 'payment-page.accreditation-choice', alone, button({ webhook_url: '{receiver}' }), pay({ acreditacion: 'accreditation_to_recipient_failed' }), later(5000), webhook('accreditation_to_recipient_failed'), status({ status: 'paid' })],
  ['behaviour', 'about-five-seconds', 'states.delay', alone, call('setClock', {}, { body: { frozen: true } }), button({ webhook_url: '{receiver}' }), pay(), webhook('paid'), later(4999), received('created', 'paid'), later(1), webhook('accredited')],
  ['behaviour', 'message-in-english', 'sessions.user-message', button(), { ...pay(), path: '/pay/{session}?lang=en' }, status({ session_payment: { user_message: like({ pattern: '[Pp]ayment|[Pp]aid' }) } })],
  ['behaviour', 'no-money-moves', 'states.no-money', button(), pay(), status({ session_payment: { payment_details: { bank_reference_id: like({ type: 'string' }) } } })],
]);

export const pages = casesOf('showPaymentPage', [
  ['driven', 'shows-the-form', 'Simulator-only surfaces: payment page mirroring the real one', button(), page({ body: like({ pattern: 'name="otp"' }), headers: { 'content-type': like({ pattern: '^text/html' }) } })],
  ['contract', 'fields', 'payment-page.form', button(), page({ body: like({ allOf: ['metodo', 'otp', 'tipo', 'cedula', 'telefono', 'banco', 'concepto', 'acreditacion'].map((name) => ({ pattern: `name="${name}"` })) }) })],
  ['behaviour', 'in-spanish', 'payment-page.language', button(), page({ body: like({ pattern: '<html lang="es"' }) })],
  ['behaviour', 'in-english', 'payment-page.language', button(), page({ body: like({ pattern: '<html lang="en"' }) }, { headers: { 'accept-language': 'en' } }), page({ body: like({ pattern: '<html lang="en"' }) }, { query: { lang: 'en' } })],
  ['behaviour', 'only-allowed-methods', 'Simulator-only surfaces: the method selector is limited to the methods the agreement declared', agreement({ payment_methods: { crypto: true } }), button(), page({ body: like({ not: { pattern: 'value="mobile_payment"' } }) })],
  ['behaviour', 'may-be-framed', 'settings.frame-ancestors', button(), page({ headers: { 'content-security-policy': like({ default: '', not: { pattern: "frame-ancestors 'none'" } }) } })],
  ['behaviour', 'form-action-is-free', 'payment-page.redirects', button(), page({ headers: { 'content-security-policy': like({ default: '', not: { pattern: 'form-action' } }) } })],
  ['behaviour', 'banks', 'sessions.banks', button(), page({ body: like({ allOf: ['0102', '0134', '0191'].map((code) => ({ pattern: `value="${code}"` })) }) })],
  ['behaviour', 'says-that-it-is-closed', 'payment-page.closed', button(), outcome(1, 'paid'), page({ body: like({ not: { pattern: 'name="otp"' } }) })],
  ['behaviour', 'escapes', 'payment-page.form', button({ description: '<script>alert(1)</script>' }), page({ body: like({ not: { pattern: '<script>alert' } }) })],
  ['behaviour', 'needs-no-script', 'payment-page.no-csrf', button(), page({ body: like({ pattern: '<form' }), headers: { 'set-cookie': null } })],
  ['negative', 'unknown', 'Errors: 404 not found', call('showPaymentPage', 404, { params: { id: '{uuid}' } })],
]);
