import { z } from 'zod';
import { cancel, commit, commitVoid, terminal, transaction } from '../calls.ts';
import { alone, casesOf, each } from '../cases-of.ts';
import { bad, call, callAtOnce, instant, listInTwoPages, send, some, type Wanted } from '../steps.ts';

const exactly = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const machine = 'States and transitions: Transaction (merchant/POS API)';
const get = (data?: unknown) => call('getTransaction', data === undefined ? {} : { data });
const is = (status: string) => get({ status });
const list = (expectation: Wanted = {}, more: object = {}) =>
  call('listTerminalTransactions', expectation, more);
const pending = [...terminal, transaction()];
const pay = [...pending, commit()];
/** Steps that bring a transaction into each state. */
const stepsTo = {
  PENDING: pending,
  CANCELED: [...pending, cancel()],
  PAID: pay,
  VOID_PENDING: [...pay, cancel()],
  VOIDED: [...pay, cancel(), commitVoid()],
};
const moves = [
  ['PENDING', 'cancel', 'CANCELED'],
  ['PENDING', 'commit', 'PAID'],
  ['PENDING', 'void', null],
  ['CANCELED', 'cancel', null],
  ['CANCELED', 'commit', 'PAID'],
  ['CANCELED', 'void', null],
  ['PAID', 'cancel', 'VOID_PENDING'],
  ['PAID', 'commit', 'PAID'],
  ['PAID', 'void', null],
  ['VOID_PENDING', 'cancel', null],
  ['VOID_PENDING', 'commit', 'VOID_PENDING'],
  ['VOID_PENDING', 'void', 'VOIDED'],
  ['VOIDED', 'cancel', null],
  ['VOIDED', 'commit', 'VOIDED'],
  ['VOIDED', 'void', 'VOIDED'],
] as const;
const step = { cancel, void: commitVoid, commit: (expectation: Wanted) => commit({}, expectation) };
const another = '{serialNumber}-2';
const foreign = (merchantId: string) => ({
  ...transaction({ amountReference: 0 }, 403),
  params: { merchantId },
});

export const transactions = [
  ...moves.flatMap(([from, move, to]) =>
    casesOf(step[move]({}).call, {
      [machine]: {
        [`from-${from}`]: [
          stepsTo[from],
          step[move](to === null ? 409 : { data: { status: to } }),
          is(to ?? from),
        ],
      },
    }),
  ),
  ...casesOf('createTransaction', {
    [machine]: {
      'starts-pending': [
        transaction(
          {},
          { data: { status: 'PENDING', amountReference: 12.5, confirmData: null, cancellationDara: null } },
        ),
        is('PENDING'),
      ],
    },
    'conventions.times': [transaction({}, { data: { createdAt: exactly, updatedAt: exactly } })],
    'transactions.answer': [
      terminal,
      transaction(
        {
          terminalSerial: '{serialNumber}',
          clientIdentification: 'V1',
          deeplinkConfig: { returnPackage: 'a.b', returnActivity: 'C' },
        },
        {
          data: {
            merchantId: '{merchantId}',
            orderId: '{orderId}',
            clientIdentification: 'V1',
            deeplinkConfig: { returnPackage: 'a.b' },
          },
        },
      ),
    ],
    'conventions.other-ids': [transaction({}, { data: { id: z.uuid() } })],
    'Resources: allowAmountChange: default false': {
      'change-not-allowed': [transaction({}, { data: { allowAmountChange: false } })],
    },
    'Resources: currencyReference: enum `USD`, `EUR`, `COP`, `USDT`, `VES`': each(
      ['USD', 'EUR', 'COP', 'USDT', 'VES'],
      (currencyReference) => [
        currencyReference,
        transaction({ currencyReference }, { data: { currencyReference } }),
      ],
    ),
    'transactions.names': {
      'other-names': [
        terminal,
        transaction(
          { currencyReference: undefined, currency: 'EUR', serial: '{serialNumber}' },
          { data: { currencyReference: 'EUR', terminalSerial: '{serialNumber}' } },
        ),
      ],
      'both-the-same': [transaction({ currency: 'USD' })],
      'currencies-differ': [transaction({ currency: 'EUR' }, bad('/currency'))],
      'serials-differ': [
        terminal,
        transaction({ terminalSerial: '{serialNumber}', serial: 'other' }, bad('/serial')),
      ],
    },
    'transactions.currency': [transaction({ currencyReference: undefined }, bad('/currencyReference'))],
    'transactions.terminal': {
      'unknown-terminal': [
        transaction({ terminalSerial: 'nobody' }, bad('/terminalSerial')),
        transaction({ serial: 'nobody' }, bad('/terminalSerial')),
      ],
      'pairing-terminal': [
        send('pairTerminal', { serial: '{serialNumber}' }),
        transaction({ terminalSerial: '{serialNumber}' }, bad('/terminalSerial')),
      ],
      'unlinked-terminal': [
        terminal,
        call('unpairTerminal'),
        transaction({ terminalSerial: '{serialNumber}' }, bad('/terminalSerial')),
      ],
    },
    'transactions.order-once': {
      'order-once': [transaction(), transaction({}, bad('/orderId'))],
      'at-once': [
        callAtOnce(transaction(), transaction({}, bad('/orderId')), transaction({}, bad('/orderId'))),
      ],
      'of-each-merchant': [
        transaction(),
        { ...transaction(), as: 'other', params: { merchantId: '{other.merchantId}' } },
      ],
    },
    'sessions.amounts': [
      transaction({ amountReference: 30.299999999999997 }, { data: { amountReference: 30.3 } }),
    ],
    'merchants.wrong-merchant': { foreign: [foreign('{other.merchantId}')], unknown: [foreign('{uuid}')] },
    'merchants.token': [
      {
        ...transaction({}, 401),
        as: 'nobody',
        headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' },
      },
    ],
  }),
  ...casesOf('getTransaction', {
    'transactions.cancellation-data': [
      stepsTo.VOIDED,
      get({ confirmData: { authorizationCode: '004512' }, cancellationDara: { commitAt: instant } }),
    ],
    'Errors: 404 transaction query': {
      unknown: [call('getTransaction', 404, { params: { orderId: '{uuid}' } })],
    },
    'merchants.wrong-merchant': [transaction(), call('getTransaction', 403, { as: 'other' })],
  }),
  ...casesOf('cancelTransaction', {
    'transactions.cancellation-data': {
      'says-when': [transaction(), cancel({ data: { cancellationDara: { commitAt: instant } } })],
      'not-voided-yet': [...pay, cancel({ data: { cancellationDara: null } })],
    },
    'Errors: 404 not found': { unknown: [call('cancelTransaction', 404, { params: { orderId: '{uuid}' } })] },
  }),
  ...casesOf('listTransactions', {
    'conventions.lists': [
      alone,
      transaction(),
      transaction({ orderId: '{uuid}' }),
      listInTwoPages('listTransactions', { orderId: '{uuid}' }),
      call('listTransactions', { body: { total: 2 } }, { query: { limit: 1 } }),
    ],
    'transactions.status-filter': {
      ...each(['status=PENDING', 'status[eq]=PENDING', 'status[in]=PAID,PENDING'], (query) => [
        query,
        transaction(),
        call('listTransactions', { data: some }, { query: Object.fromEntries(new URLSearchParams(query)) }),
      ]),
      ...each(['status=DONE', 'status[in]=PAID,DONE', 'status[ne]=PAID'], (query) => [
        query,
        call('listTransactions', 400, { query: Object.fromEntries(new URLSearchParams(query)) }),
      ]),
      'only-that': [
        alone,
        transaction(),
        call('listTransactions', { data: [] }, { query: { status: 'PAID' } }),
      ],
    },
  }),
  ...casesOf('listTerminalTransactions', {
    'Endpoints: 200 with `data` as an array of transaction objects': {
      pending: [
        terminal,
        transaction({ terminalSerial: '{serialNumber}' }),
        list({ data: some }, { query: { status: 'PENDING' } }),
      ],
    },
    'transactions.terminal': [alone, terminal, transaction(), list({ data: [{ orderId: '{orderId}' }] })],
    'closings.either-credential': {
      'by-token': [terminal, list({}, { as: 'merchant' })],
      'unknown-serial': [list(404, { as: 'merchant', params: { serialNumber: 'nobody' } })],
    },
    'terminals.signature-age': {
      'too-old': [terminal, list(401, { signing: { ageMs: 301_000 } })],
      'from-the-future': [terminal, list(401, { signing: { ageMs: -330_000 } })],
      'four-minutes-old': [terminal, list({}, { signing: { ageMs: 240_000 } })],
      'unknown-terminal': [terminal, list(401, { params: { serialNumber: 'nobody' } })],
    },
    'terminals.signature': {
      'of-another-path': [
        terminal,
        list(401, { signing: { url: '/api/v1/pos-terminals/{serialNumber}/settlements' } }),
      ],
      'without-the-query': [
        terminal,
        list(401, {
          query: { status: 'PAID' },
          signing: { url: '/api/v1/pos-terminals/{serialNumber}/transactions' },
        }),
      ],
    },
  }),
  ...casesOf('getTerminalTransaction', {
    'operations.getTerminalTransaction': [
      pending,
      call('getTerminalTransaction', { data: { status: 'PENDING' } }),
    ],
    'transactions.terminal': [
      terminal,
      transaction({ terminalSerial: '{serialNumber}' }),
      { ...send('pairTerminal', { serial: another }), params: { serialNumber: another } },
      { ...send('activateTerminal', { serial: another, code: '{code}' }), params: { serialNumber: another } },
      call('getTerminalTransaction', 404, { params: { serialNumber: another } }),
      { ...commit({}, 404), params: { serialNumber: another } },
      { ...commitVoid(404), params: { serialNumber: another } },
      is('PENDING'),
    ],
    'Errors: 404 not found': {
      unknown: [terminal, call('getTerminalTransaction', 404, { params: { orderId: '{uuid}' } })],
    },
  }),
  ...casesOf('commitTransaction', {
    'conventions.times': [pending, commit({}, { data: { confirmData: { commitAt: exactly } } })],
    'operations.commitTransaction': [
      pending,
      commit(
        { trace: '42', cardTypeForRpt: 'C', batchNumber: 7 },
        {
          data: {
            confirmData: { authorizationCode: '004512', trace: '42', cardTypeForRpt: 'C', batchNumber: 7 },
          },
        },
      ),
    ],
    'transactions.cancellation-data': [
      stepsTo.CANCELED,
      commit({}, { data: { status: 'PAID', cancellationDara: null } }),
    ],
    'transactions.commit': {
      'another-code': [pay, commit({ authorizationCode: '999999' }, 409)],
      'at-once': [
        pending,
        callAtOnce(
          ...['A', 'B', 'A', 'B'].map((authorizationCode, at) =>
            commit({ authorizationCode }, at < 2 ? {} : 409),
          ),
        ),
      ],
      'the-same-again': [
        pay,
        is('PAID'),
        commit({ trace: 'other' }, { data: { confirmData: { trace: undefined } } }),
      ],
    },
    'transactions.commit-amount': {
      'by-default': [pending, commit({}, { data: { confirmData: { amountReference: 12.5 } } })],
      another: [pending, commit({ amountReference: 13 }, bad('/amountReference'))],
      'may-change': [
        terminal,
        transaction({ allowAmountChange: true }),
        commit(
          { amountReference: 13 },
          { data: { amountReference: 12.5, confirmData: { amountReference: 13 } } },
        ),
      ],
    },
    'transactions.card-type': {
      debit: [pending, commit({ cardTypeForRpt: 'D' }, { data: { confirmData: { cardTypeForRpt: 'D' } } })],
      other: [pending, commit({ cardTypeForRpt: 'X' }, bad('/cardTypeForRpt'))],
    },
    'transactions.card-name': [
      pending,
      commit({ visorMccCard: 'VISA' }, { data: { confirmData: { visOrMccCard: 'VISA' } } }),
    ],
    'closings.batch-number': {
      'as-text': [pending, commit({ batchNumber: 'A-7' }, { data: { confirmData: { batchNumber: 'A-7' } } })],
      zero: [pending, commit({ batchNumber: 0 }, bad('/batchNumber'))],
    },
    'Errors: 404 not found': { unknown: [terminal, commit({}, 404)] },
    'terminals.signature': [pending, { ...commit({}, 401), signing: { body: '{}' } }],
    'terminals.signature-key': [
      pending,
      { ...commit({}, { status: 401, keep: { said: '/detail' } }), signing: { key: '00' } },
      { ...commit({}, { status: 401, body: { detail: '{said}' } }), params: { serialNumber: 'nobody' } },
    ],
  }),
  ...casesOf('commitVoid', {
    'operations.commitVoid': [
      stepsTo.VOID_PENDING,
      commitVoid({ data: { cancellationDara: { commitAt: instant } } }),
    ],
  }),
];
