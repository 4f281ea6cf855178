import { z } from 'zod';
import {
  agreement,
  button,
  hook,
  outcome,
  partner,
  pay,
  request,
  settings,
  status,
  terminal,
  transaction,
} from '../calls.ts';
import { alone, casesOf, each } from '../cases-of.ts';
import {
  advanceBy,
  bad,
  call,
  callAtOnce,
  frozen,
  not,
  received,
  send,
  type Wanted,
  webhook,
} from '../steps.ts';

const reset = call('resetAccount');
const DAY_MS = 86_400_000;
const NOW = '2031-01-01T00:00:00.000Z';
const frozenAt = send('setClock', { frozen: true, now: NOW });
const clock = (data: object) => call('getClock', { data });
const isReal = clock({ frozen: false, offset_ms: 0 });
const emptied = ['listAgreements', 'listPartners', 'listTransactions', 'listTerminals', 'listSessions'].map(
  (list) => call(list, { data: [] }),
);
const key = { headers: { 'idempotency-key': 'k' } };

export const control = [
  ...casesOf('resetAccount', {
    'Simulator-only surfaces: resets only the caller’s account to newly created': {
      'leaves-others': [
        { ...agreement(), as: 'other' },
        reset,
        call('listAgreements', { data: not([]) }, { as: 'other', query: { limit: 1 } }),
      ],
    },
    'simulator.reset': {
      'drops-what-was-made': [
        button(),
        agreement(),
        partner(),
        terminal,
        transaction(),
        reset,
        status(undefined, { status: 404 }),
        emptied,
        call('listTerminalTransactions', 401),
        call('getProgress', { data: { completed: 0 } }),
      ],
      'numbers-events-on': [
        call('getTrace', { keep: { last: '/data/0/id' } }, { query: { order: 'desc', limit: 1 } }),
        reset,
        call('getTrace', { data: [{ type: 'control.reset', id: not('{last}') }] }, { query: { limit: 1 } }),
        call('getTrace', { data: [] }, { query: { type: 'account.registered' } }),
      ],
      'keeps-credentials': [
        reset,
        call('getKeys'),
        send('loginApi', { short_name: '{short_name}', password: '{password}' }),
      ],
      'drops-settings': [
        settings({ webhook_body: 'flat' }),
        reset,
        call('getSettings', { data: { webhook_body: 'both' } }),
      ],
      'drops-keys-of-idempotency': [
        partner({}, {}, key),
        reset,
        partner({}, { headers: { 'idempotent-replayed': undefined } }, key),
      ],
      'cancels-what-is-due': [
        button(hook),
        pay(),
        webhook('paid'),
        reset,
        advanceBy(60_000),
        received('created', 'paid'),
      ],
    },
    'simulator.clock-reset': [frozenAt, reset, isReal],
    'simulator.script-reset': [
      send('setScript', { ready: 'magic_amounts' }),
      reset,
      call('getScript', { data: { ready: null, rules: [] } }),
    ],
  }),
  ...casesOf('setClock', {
    'operations.setClock': {
      'stands-still': [frozenAt, clock({ frozen: true, now: NOW })],
      'to-nothing': [send('setClock', {}, bad(''))],
    },
    'conventions.account-time': [frozenAt, call('getClock', { headers: { 'x-svc-sim-time': NOW } })],
    'simulator.clock-follows': {
      'times-follow': [
        frozenAt,
        button(hook, { data: { created_at: NOW } }),
        webhook('created', { headers: { 'svc-timestamp': '2031-01-01T00:00:00Z' } }),
      ],
      'terminals-stay-on-real-time': [frozenAt, terminal, call('listTerminalTransactions')],
    },
    'simulator.clock-set': {
      'what-is-due-happens': [
        button({ duration_minutes: 5 }),
        send('setClock', { now: NOW }),
        advanceBy(1),
        status({ status: 'expired' }),
      ],
      ...each(['1999-12-31T23:59:59Z', '2100-01-01T00:00:00Z'], (now) => [
        `to-${now.slice(0, 4)}`,
        send('setClock', { now }, bad('/now')),
      ]),
    },
  }),
  ...casesOf('resetClock', {
    'operations.resetClock': [
      frozenAt,
      send('advanceClock', { ms: DAY_MS }),
      call('resetClock', { data: { frozen: false, offset_ms: 0 } }),
      isReal,
      call(
        'getTrace',
        {
          data: [
            { data: { change: 'set', to: NOW, frozen: true } },
            { data: { change: 'advanced', from: NOW, to: '2031-01-02T00:00:00.000Z', frozen: true } },
            { data: { change: 'reset', from: '2031-01-02T00:00:00.000Z', frozen: false } },
          ],
        },
        { query: { type: 'control.clock' } },
      ),
    ],
  }),
  ...casesOf('advanceClock', {
    'operations.advanceClock': [
      frozenAt,
      send('advanceClock', { ms: 60_000 }, { data: { now: '2031-01-01T00:01:00.000Z' } }),
    ],
    'simulator.clock-advance': {
      'twice-at-once': [
        callAtOnce(send('advanceClock', { ms: DAY_MS }), send('advanceClock', { ms: DAY_MS })),
        clock({ frozen: false, offset_ms: 2 * DAY_MS }),
      ],
      'past-its-end': [
        send('setClock', { now: '2099-12-31T00:00:00.000Z', frozen: true }),
        send('advanceClock', { ms: DAY_MS }, bad('/ms')),
        clock({ now: '2099-12-31T00:00:00.000Z' }),
      ],
    },
    'simulator.retention': [
      button(),
      advanceBy(14 * DAY_MS + 3_600_000),
      advanceBy(DAY_MS),
      call('getSessionStatus', 404),
    ],
    'simulator.retention-rule': [
      agreement(),
      advanceBy(16 * DAY_MS),
      call('listAgreements', { data: [{ agreement_id: '{agreement_id}' }, {}] }),
    ],
  }),
];

const chaos = (body: object, expectation: Wanted = {}) => send('setChaos', { seed: 3, ...body }, expectation);

export const chaotic = [
  ...casesOf('setChaos', {
    'operations.setChaos': [
      chaos({ duplicate: 1 }, { data: { active: true, seed: 3 } }),
      call('getChaos', { data: { active: true } }),
    ],
    'simulator.chaos-copies': [
      chaos({ duplicate: 1 }),
      button(hook),
      webhook('created', { keep: { key: 'header idempotency-key', all: '' } }),
      advanceBy(1000),
      webhook('created', { attempt: 2, body: '{all}', headers: { 'idempotency-key': '{key}' } }),
    ],
    'simulator.chaos-attempts': [
      frozen,
      chaos({ drop: 1 }),
      button(hook),
      advanceBy(60_000),
      received(),
      call(
        'getTrace',
        { data: [{ data: { error: 'dropped by chaos' } }, {}, {}] },
        { query: { type: 'webhook.attempted', session_id: '{session_id}' } },
      ),
    ],
    'simulator.chaos-calls': [
      chaos({ error_rate: 1 }),
      call('listAgreements', { status: 503, headers: { 'x-svc-sim': 'chaos' } }),
    ],
    'simulator.chaos-order': [
      frozen,
      chaos({ delay_ms: 5000 }),
      button(hook),
      advanceBy(4999),
      received(),
      advanceBy(1),
      received('created'),
    ],
    'simulator.chaos': [chaos({ drop: 1 }), chaos({ drop: 0.0001 }), button(hook), webhook('created')],
    'simulator.chaos-draws': [send('setChaos', { drop: 0.5 }, { data: { seed: z.int() } })],
    'simulator.chaos-webhooks': [
      button(hook),
      webhook('created'),
      chaos({ drop: 1 }),
      call(
        'getTrace',
        { keep: { delivery_id: '/data/0/data/delivery_id' } },
        { query: { type: 'webhook.emitted', session_id: '{session_id}' } },
      ),
      call('resendDelivery'),
      webhook('created', { attempt: 2 }),
    ],
  }),
  ...casesOf('getChaos', { 'operations.getChaos': [alone, call('getChaos', { data: { active: false } })] }),
  ...casesOf('clearChaos', {
    'operations.clearChaos': [
      chaos({ drop: 1 }),
      call('clearChaos', { data: { active: false } }),
      button(hook),
      webhook('created'),
    ],
  }),
];

const rule = (match: object, ...outcomes: readonly object[]) =>
  send('setScript', { rules: [{ match, outcomes }] });
const magic = send('setScript', { ready: 'magic_amounts' });
const ends = (how: string) => status({ status: how });
/** The cents of each magic amount, and the session's outcome. From 11 cents on, nobody has to pay. */
const magicEnds = [
  [0, 'paid', 'accredited'],
  [1, 'paid', 'accredited'],
  [2, 'failed'],
  [3, 'expired'],
  [4, 'paid', 'accreditation_failed'],
  [5, 'paid'],
  [11, 'paid', 'accredited'],
  [12, 'failed'],
  [13, 'expired'],
  [14, 'paid', 'accreditation_failed'],
  [15, 'paid'],
  [50],
] as const;
const endings = ['paid', 'failed', 'expired', 'accredited', 'accreditation_failed']
  .map((name) => `session.${name}`)
  .join(',');

export const scripted = [
  ...casesOf('setScript', {
    'operations.setScript': [
      rule({ identifier: 'A-*' }, { leg1: 'failed', reason: 'bank_limit' }),
      button(),
      pay(),
      status({ status: 'failed', session_payment: { reason: 'bank_limit' } }),
      button(),
      pay(),
      ends('paid'),
    ],
    'simulator.script-page': {
      'whatever-key': [
        rule({}, { leg1: 'paid' }, { leg1: 'failed' }),
        button(),
        pay({ otp: '111111' }, { headers: { location: /paid/ } }),
        ends('paid'),
        button(),
        pay({}, { headers: { location: /failed/ } }),
      ],
      'says-nothing': [rule({}, {}), button(), pay({ otp: '222222' }), ends('failed')],
      expires: [rule({}, { leg1: 'expired' }), button(), pay({}, 409), ends('expired')],
    },
    'simulator.script-method': [
      rule({ method: 'mobile_payment' }, { leg1: 'failed' }),
      button(),
      pay({ metodo: 'mobile_payment' }),
      ends('failed'),
    ],
    'simulator.script-after': [
      frozen,
      rule({}, { leg1: 'paid', after_ms: 1000 }),
      request(),
      advanceBy(999),
      ends('pending'),
      advanceBy(1),
      ends('paid'),
    ],
    'simulator.script-forced': [
      rule({}, { leg1: 'failed' }),
      button(),
      outcome(1, 'paid', { data: { status: 'paid' } }),
    ],
    'simulator.script': [
      rule({}, { leg1: 'failed' }, { leg1: 'paid' }),
      button({}, {}, key),
      button({}, { headers: { 'idempotent-replayed': 'true' } }, key),
      pay(),
      ends('failed'),
      button(),
      pay({ otp: '111111' }),
      ends('paid'),
    ],
    'simulator.script-magic': {
      ...each(magicEnds, ([cents, ...events]) => [
        `cents-${cents}`,
        magic,
        button({ amount_reference: 20 + cents / 100 }),
        ...(cents > 10 ? [advanceBy(1000)] : [pay({}, cents === 3 ? 409 : {})]),
        advanceBy(5000),
        call(
          'getTrace',
          { data: events.map((type) => ({ type: `session.${type}` })) },
          { query: { session_id: '{session_id}', type: endings } },
        ),
      ]),
      'after-own-rules': [
        send('setScript', {
          rules: [{ match: { amount_reference: 7.02 }, outcomes: [{ leg1: 'paid' }] }],
          ready: 'magic_amounts',
        }),
        button({ amount_reference: 7.02 }),
        pay(),
        ends('paid'),
        button({ amount_reference: 7.02 }),
        pay(),
        ends('failed'),
      ],
    },
    'simulator.script-strict': [
      send(
        'setScript',
        { rules: [{ match: { colour: 'red' }, outcomes: [{ leg1: 'paid' }] }] },
        bad('/rules/0/match/colour'),
      ),
    ],
  }),
  ...casesOf('getScript', { 'operations.getScript': [alone, call('getScript', { data: { rules: [] } })] }),
  ...casesOf('clearScript', {
    'operations.clearScript': [magic, call('clearScript', { data: { rules: [] } })],
  }),
];

const save = call('getSnapshot');
const load = send('loadSnapshot', '{snapshot}');
const snapshotWith = (account: unknown, query = {}) =>
  call('getSnapshot', { body: { accounts: [account] } }, { query });
/** All members of an account in a snapshot. None is a token, a password or a secret. */
const keptParts = z.strictObject(
  Object.fromEntries(
    `id chaos clock createdAt merchant now script settings shortName agreements deliveries partners practices sessions settlements
    terminals transactions trace`
      .split(/\s+/)
      .map((name) => [name, z.unknown()]),
  ),
);

export const snapshots = [
  ...casesOf('getSnapshot', {
    'snapshots.bare': [call('getSnapshot', { body: { format: 'svc-simulator/snapshot', data: undefined } })],
    'snapshots.content': [terminal, transaction(), button(), snapshotWith(keptParts)],
    // Without the trace, a snapshot still contains the emissions of open deliveries, but no
    // `session.created`.
    'snapshots.limits': [
      button(),
      snapshotWith(
        { trace: z.array(z.object({ type: z.string().refine((type) => type !== 'session.created') })) },
        { trace: 'none' },
      ),
    ],
  }),
  ...casesOf('loadSnapshot', {
    'operations.loadSnapshot': [button(), save, outcome(1, 'paid'), load, ends('pending')],
    'snapshots.load': [save, load, call('getKeys')],
    'snapshots.times': [frozenAt, save, call('resetClock'), load, clock({ frozen: true, now: NOW })],
    'snapshots.terminals': [terminal, save, load, call('listTerminalTransactions')],
    'snapshots.classes': [
      send('createClass', { title: 'March' }),
      send('joinClass', { class_code: '{join_code}' }),
      save,
      button(),
      call('getProgress', { keep: { completed: '/data/completed' } }),
      load,
      call('getProgress', { data: { completed: '{completed}' } }),
    ],
    'snapshots.ids': [button(), save, { ...send('loadSnapshot', '{snapshot}', 409), as: 'other' }],
  }),
];

const probed = [
  ['bad_signature', 401, true],
  ['stale_timestamp', 400, true],
  ['bad_signature', 429, false],
  ['bad_signature', 200, false],
  ['duplicate', 204, true],
  ['unknown_event', 200, true],
  ['extra_fields', 400, false],
] as const;
const probe = (kind: string, expectation: Wanted, session_id = '{session_id}') =>
  send('sendProbe', { session_id, kind }, expectation);

export const probes = casesOf('sendProbe', {
  'operations.sendProbe.note-2': each(probed, ([kind, answer, passed]) => [
    `${kind}-${answer}`,
    button({ webhook_url: `{receiver}?answer=200,${answer}` }),
    webhook('created'),
    advanceBy(1),
    probe(kind, { data: { passed } }),
  ]),
  'operations.sendProbe.note-1': [button(), probe('duplicate', 409)],
  'conventions.foreign-404': [probe('duplicate', 404, '{uuid}')],
});
