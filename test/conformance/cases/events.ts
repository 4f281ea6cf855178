import { z } from 'zod';
import { button, outcome, pay, request, settings, status } from '../calls.ts';
import { alone, casesOf, each, local } from '../cases-of.ts';
import { advanceBy, bad, call, frozen, not, received, relay, send, type Wanted, webhook } from '../steps.ts';

const url = (answer = '') => ({ webhook_url: `{receiver}${answer && `?answer=${answer}`}` });
const payment = { id: '{session_id}', origin: 'button', amount_reference: 100 };
const expectEvent = (type: string, expectation: Wanted) =>
  call('getTrace', expectation, { query: { type: `webhook.${type}`, session_id: '{session_id}' } });
const emission = (data: object) => expectEvent('emitted', { data: [{ data }] });
const failing = [frozen, button(url('500')), advanceBy(7000)];
const payFirst = outcome(1, 'paid');
const failedLeg2 = outcome(2, 'accreditation_to_recipient_failed');
const keepsKey = { keep: { key: 'header idempotency-key' } };
const sameKey = { 'idempotency-key': '{key}' };
const anotherKey = { 'idempotency-key': not('{key}') };
const routes = [
  ['http://10.0.0.1/a', 'relay'],
  ['http://192.168.1.1/a', 'relay'],
  ['http://172.16.0.1/', 'relay'],
  ['http://172.31.255.1/', 'relay'],
  ['http://LOCALHOST:1/a', 'relay'],
  ['http://localhost.:1/', 'relay'],
  ['http://[::1]:1/', 'relay'],
  ['http://0.0.0.0:1/', 'relay'],
  ['no url', 'relay'],
  ['http://[::ffff:10.0.0.1]/', 'relay'],
  ['http://172.32.0.1.invalid/', 'direct'],
  ['http://10.example.invalid/', 'direct'],
  ['http://shop.invalid/', 'direct'],
] as const;

export const events = casesOf('createButtonSession', {
  'webhooks.created': {
    'tells-created': [button(url()), webhook('created', { body: { session_payment: payment } })],
  },
  'webhooks.failed-payload': {
    'tells-of-a-failed-leg-2': [
      button(url()),
      payFirst,
      failedLeg2,
      webhook('accreditation_to_recipient_failed', {
        body: {
          receiver_credits: { owner: { status: 'failed' } },
          receiver_credits_summary: { total_credits: 1, total_amount_ves_credited: 0 },
        },
      }),
    ],
  },
  'webhooks.payload': [
    button(url()),
    pay(),
    webhook('paid', {
      body: {
        session_payment: {
          ...payment,
          currency_reference: 'VES',
          status: 'paid',
          payment_method: 'immediate_debit',
          svc_transaction: { id: z.int() },
        },
        payment_details: { amount_ves: 100 },
      },
    }),
  ],
  'webhooks.data': [
    button(url()),
    pay(),
    webhook('paid', {
      body: {
        data: { session_payment: { ...payment, status: 'paid' }, payment_details: { amount_ves: 100 } },
      },
    }),
  ],
  'webhooks.data-top': {
    'after-payment': [
      button(url()),
      pay(),
      webhook('paid', {
        body: {
          data: {
            session_id: '{session_id}',
            status: 'paid',
            payment_method: 'immediate_debit',
            amount_reference: 100,
            currency_reference: 'VES',
            bcv_rate_usd_ves: 122.0112,
          },
        },
      }),
    ],
    'before-payment': [
      button(url()),
      webhook('created', { body: { data: { payment_method: undefined, bcv_rate_usd_ves: undefined } } }),
    ],
  },
  'webhooks.user-agent': [button(url()), webhook('created', { headers: { 'user-agent': 'svc-sim' } })],
  'Webhook delivery: over the string: `svc-timestamp` value, a dot, the raw body byte for byte': {
    signature: [button({ ...url(), description: 'ñandú ☕ \u2028' }), webhook('created')],
  },
  'webhooks.whole-seconds': [
    send('setClock', { now: '2031-01-01T00:00:00.750Z', frozen: true }),
    button(url()),
    pay(),
    webhook('paid', {
      headers: { 'svc-timestamp': '2031-01-01T00:00:00Z' },
      body: { payment_details: { action_date: '2031-01-01T00:00:00Z' } },
    }),
    status({ session_payment: { payment_details: { action_date: '2031-01-01T00:00:00.750Z' } } }),
  ],
  'Webhook delivery: Payload contains `session_payment` with `id`, `origin`, `amount_reference`': {
    origin: [request(url()), webhook('created', { body: { session_payment: { origin: 'request' } } })],
  },
  'webhooks.order': {
    'a-failing-one-blocks-nobody': [
      frozen,
      button(url('500,200')),
      payFirst,
      webhook('paid'),
      advanceBy(2000),
      received('created', 'paid', 'created'),
    ],
  },
  'webhooks.ladder': [
    frozen,
    button(url('500')),
    webhook('created'),
    advanceBy(1999),
    received('created'),
    advanceBy(1),
    webhook('created', { attempt: 2 }),
    advanceBy(4999),
    received('created', 'created'),
    advanceBy(1),
    webhook('created', { attempt: 3 }),
    advanceBy(60_000),
    received('created', 'created', 'created'),
  ],
  // Without a clock, the case takes seven seconds.
  'Events: attempts after waits of 0, 2000, 5000 ms': {
    'three-attempts': [
      alone,
      button(url('500')),
      webhook('created', keepsKey),
      advanceBy(2000),
      webhook('created', { attempt: 2 }),
      advanceBy(5000),
      webhook('created', { attempt: 3, headers: sameKey }),
    ],
  },
  'Events: The receiver answers 2xx to close the delivery; otherwise the sender retries': {
    'second-attempt-closes': [
      frozen,
      button(url('500,200')),
      advanceBy(60_000),
      received('created', 'created'),
    ],
    ...each([204, 299], (status) => [
      status,
      frozen,
      button(url(`${status}`)),
      advanceBy(60_000),
      received('created'),
    ]),
  },
  'webhooks.redirects': each([301, 307, 400, 404, 429, 503], (status) => [
    `after-${status}`,
    frozen,
    button(url(`${status}`)),
    advanceBy(60_000),
    received('created', 'created', 'created'),
  ]),
  'webhooks.same-bytes': [
    failing,
    webhook('created', { keep: { at: 'header svc-timestamp', signature: 'header svc-signature', all: '' } }),
    webhook('created', {
      attempt: 2,
      headers: { 'svc-timestamp': '{at}', 'svc-signature': '{signature}' },
      body: '{all}',
    }),
  ],
  'Webhook delivery: idempotency-key: one identifier per emission': {
    'another-each': [
      button(url()),
      payFirst,
      webhook('created', keepsKey),
      webhook('paid', { headers: anotherKey }),
    ],
  },
  'Events: after the last failed attempt the simulator gives up and records it in the trace': {
    'gives-up': [failing, expectEvent('gave_up', { data: [{ type: 'webhook.gave_up' }] })],
  },
  'webhooks.no-url': [
    button(),
    emission({
      event: 'payment_session.created',
      raw_body: /payment_session\.created/,
      headers: { 'svc-signature': /^[0-9a-f]{64}$/ },
    }),
  ],
  'Events: The simulator records each webhook in the trace with payload and signature': {
    'trace-has-the-attempt': [
      button(url()),
      webhook('created'),
      advanceBy(1),
      expectEvent('attempted', { data: [{ data: { attempt: 1, status: 200 } }] }),
    ],
  },
  'webhooks.local': [
    local,
    alone,
    button(url()),
    webhook('created'),
    advanceBy(1),
    expectEvent('attempted', { data: [{ data: { via: 'local' } }] }),
  ],
  'webhooks.routes': {
    ...each(routes, ([webhook_url, route]) => [
      `route-${webhook_url}`,
      frozen,
      button({ webhook_url }),
      emission({ route }),
    ]),
  },
});

const flat = settings({ webhook_body: 'flat' });
const extra = settings({ extra_events: true });
const throttled = settings({ throttle_per_minute: 1 });

export const webhookSettings = casesOf('updateSettings', {
  'settings.webhook-body': {
    flat: [flat, button(url()), webhook('created', { body: { session_payment: payment, data: undefined } })],
    'data-alone': [
      settings({ webhook_body: 'data' }),
      button(url()),
      webhook('created', { body: { session_payment: undefined, data: { session_payment: payment } } }),
    ],
  },
  'settings.webhook-signature': [
    settings({ webhook_signature: 'body' }),
    button(url()),
    webhook('created', { signed: 'body' }),
  ],
  'webhooks.signature-prefix': [
    settings({ webhook_signature: 'sha256' }),
    button(url()),
    webhook('created', { signed: 'sha256' }),
  ],
  'settings.receiver-credits': [
    settings({ receiver_credits: 'list' }),
    button(url()),
    payFirst,
    outcome(2, 'accredited', { data: { session_payment: { receiver_credits: [{ receiver_id: 'owner' }] } } }),
    webhook('accredited', { body: { receiver_credits: [{ amount_ves: 100 }] } }),
    call('listSessions', { data: [{ session_payment: { receiver_credits: [{ amount_ves: 100 }] } }] }),
    settings({ receiver_credits: 'by_receiver' }),
    status({ session_payment: { receiver_credits: { owner: { amount_ves: 100 } } } }),
  ],
  'webhooks.extra-events': {
    failed: [
      extra,
      button(url()),
      outcome(1, 'failed'),
      webhook('failed', { body: { session_payment: { status: 'failed' } } }),
    ],
    expired: [
      extra,
      button(url()),
      outcome(1, 'expired'),
      webhook('expired', { body: { session_payment: { status: 'expired', reason: z.string() } } }),
    ],
    'expired-by-the-api': [extra, button(url()), call('expireSession'), webhook('expired')],
    'failed-credit': [
      extra,
      button(url()),
      payFirst,
      failedLeg2,
      webhook('failed_credit'),
      received('created', 'paid', 'accreditation_to_recipient_failed', 'failed_credit'),
    ],
  },
  'webhooks.failed-reason': [
    extra,
    button(url()),
    pay({ otp: '333333' }),
    webhook('failed', { body: { session_payment: { reason: 'bank_limit' } } }),
  ],
  'settings.accreditation-delay-ms': {
    delay: [
      settings({ accreditation_delay_ms: 90_000 }),
      frozen,
      button(url()),
      pay(),
      webhook('paid'),
      advanceBy(89_999),
      received('created', 'paid'),
      advanceBy(1),
      webhook('accredited'),
    ],
    'in-config': [
      settings({ accreditation_delay_ms: 0 }),
      button({}, { data: { config: { accreditation_delay_ms: 0 } } }),
    ],
    'over-a-day': [settings({ accreditation_delay_ms: 86_400_001 }, bad('/accreditation_delay_ms'))],
  },
  'simulator.settings': {
    merges: [
      settings({ throttle_per_minute: 60 }),
      flat,
      call('getSettings', { data: { throttle_per_minute: 60, webhook_body: 'flat' } }),
    ],
    'null-puts-the-throttle-off': [throttled, settings({ throttle_per_minute: null }), button(), button()],
  },
  'sessions.throttle': [
    settings({ throttle_per_minute: 2 }),
    button(
      {},
      { headers: { 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': /^\d+$/ } },
    ),
    button(),
    button({}, { status: 429, headers: { 'retry-after': /^\d+$/, 'x-ratelimit-remaining': '0' } }),
  ],
  'sessions.throttle-window': {
    'leaves-control': [throttled, button(), payFirst, call('getSettings')],
    'of-a-minute': [frozen, throttled, button(), advanceBy(59_999), button({}, 429), advanceBy(1), button()],
    // The first button starts a minute of the throttle. The clock is then set to a time before that minute.
    'of-a-clock-that-is-set-back': [
      throttled,
      button(),
      send('setClock', { now: '2020-02-02T00:00:00.000Z' }),
      button(),
      button({}, 429),
    ],
  },
  'Limits: the account enables it with a per-minute limit that applies only to that account and to the API': {
    'of-one-account': [throttled, button(), button({}, 429), { ...call('listAgreements'), as: 'other' }],
  },
  'settings.frame-ancestors': {
    kept: [
      settings(
        { frame_ancestors: ['https://shop.example'] },
        { data: { frame_ancestors: ['https://shop.example'] } },
      ),
    ],
    'no-path': [settings({ frame_ancestors: ['https://shop.example/a'] }, bad('/frame_ancestors/0'))],
  },
});

const keepDelivery = expectEvent('emitted', { keep: { delivery_id: '/data/0/data/delivery_id' } });

export const resends = casesOf('resendDelivery', {
  'webhooks.resend': [
    alone,
    button(url()),
    webhook('created', { keep: { ...keepsKey.keep, all: '', at: 'header svc-timestamp' } }),
    keepDelivery,
    advanceBy(1000),
    call('resendDelivery'),
    webhook('created', { attempt: 2, body: '{all}', headers: { ...sameKey, 'svc-timestamp': not('{at}') } }),
  ],
  'operations.resendDelivery.note-1': {
    'as-new': [
      alone,
      button(url()),
      webhook('created', keepsKey),
      keepDelivery,
      call('resendDelivery', {}, { body: { as_new: true } }),
      webhook('created', { attempt: 2, headers: anotherKey }),
    ],
    'no-probe': [
      button(url()),
      webhook('created'),
      advanceBy(1),
      send(
        'sendProbe',
        { session_id: '{session_id}', kind: 'duplicate' },
        { keep: { delivery_id: '/data/probe_id' } },
      ),
      call('resendDelivery', { status: 409, body: { detail: /Send a new one/ } }),
    ],
  },
  'conventions.foreign-404': {
    unknown: [call('resendDelivery', 404, { params: { delivery_id: '{uuid}' } })],
    foreign: [button(url()), keepDelivery, { ...call('resendDelivery', 404), as: 'other' }],
  },
});

export const experiments = casesOf('runExperiments', {
  'operations.runExperiments.note-4': {
    redirect: [
      button({ webhook_url: '{receiver}?answer=301,301,301' }),
      webhook('created'),
      advanceBy(1),
      keepDelivery,
      send('runExperiments', { delivery_id: '{delivery_id}' }, { data: { code: 'redirect', requests: [] } }),
    ],
    accepted: [
      button(url()),
      webhook('created'),
      advanceBy(1),
      keepDelivery,
      send('runExperiments', { delivery_id: '{delivery_id}' }, 409),
    ],
  },
  'conventions.foreign-404': [send('runExperiments', { delivery_id: '{uuid}' }, 404)],
});

/** Nothing listens on this port, so webhooks arrive only through a relay. */
const away = (answer = '') => ({ webhook_url: `http://localhost:1/{case}${answer && `?answer=${answer}`}` });
const attempts = (...data: readonly object[]) =>
  expectEvent('attempted', { data: data.map((one) => ({ data: one })) });

export const relayed = casesOf('createButtonSession', {
  'relay.frames': [alone, relay(), button({ ...away(), description: 'ñandú ☕ \u2028' }), webhook('created')],
  'relay.answer': [
    alone,
    relay(),
    button(away('500,200')),
    webhook('created'),
    advanceBy(2000),
    webhook('created', { attempt: 2 }),
    advanceBy(1),
    attempts({ via: 'relay', status: 500 }, { status: 200 }),
  ],
  'relay.duration': [
    alone,
    relay(),
    button(away()),
    webhook('created'),
    advanceBy(1),
    attempts({ duration_ms: z.int(), simulator_duration_ms: z.int() }),
  ],
  'relay.displaced': [
    alone,
    relay(),
    relay(),
    advanceBy(1),
    call(
      'getTrace',
      { data: [{ data: { reason: 'displaced' } }] },
      { query: { type: 'relay.disconnected' } },
    ),
  ],
  'relay.sequence': [
    frozen,
    button(away()),
    payFirst,
    expectEvent('emitted', { keep: { first: '/data/0/id' } }),
    relay('{first}'),
    webhook('paid'),
    received('paid'),
  ],
  'relay.replay': [
    frozen,
    button(away()),
    payFirst,
    advanceBy(1),
    relay('0'),
    webhook('paid'),
    advanceBy(60_000),
    received('created', 'paid'),
  ],
  'relay.missed': [
    alone,
    relay(),
    button(away(), { keep: { first: '/data/id' } }),
    webhook('created'),
    advanceBy(1),
    relay('0'),
    button(away()),
    webhook('created'),
    { ...received('created'), session: '{first}' },
  ],
});
