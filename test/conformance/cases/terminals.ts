import { z } from 'zod';
import { commit, settle, terminal, transaction } from '../calls.ts';
import { alone, casesOf, each } from '../cases-of.ts';
import { advanceBy, bad, call, callAtOnce, frozen, listInTwoPages, send, type Wanted } from '../steps.ts';

const email = 'm-{unique}@conformance.example';
const profile = { legalName: 'Café', taxId: 'J-1', email, password: 'p {unique}' };
const join = (expectation: Wanted = {}, change: object = {}) =>
  send('registerMerchant', { ...profile, ...change }, expectation);
const login = (expectation: Wanted = {}, password = profile.password) =>
  send('loginMerchant', { email, password }, expectation);

export const merchants = [
  ...casesOf('registerMerchant', {
    'merchants.active': [join({ data: { legalName: 'Café', status: 'ACTIVE' } })],
    'accounts.merchant-account': [
      join(),
      send('loginConsole', { short_name: email, password: profile.password }),
    ],
    'merchants.email-taken': {
      'email-taken': [join(), join(bad('/email'))],
      'at-once': [
        callAtOnce(
          join(),
          join(bad('/email')),
          join(bad('/email'), { email: 'M-{unique}@conformance.example' }),
        ),
      ],
    },
    'Resources: email: string, format email': each(['nobody', 'a b@c', '@', 'a\u001b[31m@c'], (wrong) => [
      `no-${wrong}`,
      join(bad('/email'), { email: wrong }),
    ]),
    'Resources: password: string, not null': {
      'password-null': [join(bad('/password'), { password: null })],
    },
    'conventions.all-faults': [
      send('registerMerchant', {}, bad('/legalName', '/taxId', '/email', '/password')),
    ],
  }),
  ...casesOf('getConsoleMerchant', {
    'operations.getConsoleMerchant': [alone, call('getConsoleMerchant', { data: { status: 'ACTIVE' } })],
  }),
  ...casesOf('loginMerchant', {
    'Resources: Login response `data`: `accessToken`, `tokenType` (value `Bearer`), `expiresIn` (3600), `merchantId`':
      { answers: [join(), login({ data: { tokenType: 'Bearer', expiresIn: 3600, merchantId: z.uuid() } })] },
    'merchants.token': [join(), login({ data: { accessToken: /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/ } })],
    'Errors: 401 invalid credentials': {
      'wrong-password': [
        join(),
        login({ status: 401, keep: { said: '/detail' } }, 'another'),
        send(
          'loginMerchant',
          { email: 'nobody@cafe.example', password: 'another' },
          { status: 401, body: { detail: '{said}' } },
        ),
      ],
      unknown: [login(401)],
    },
    'accounts.login-form': [join(), login(401, 'x')],
  }),
  ...casesOf('createConsoleMerchant', {
    'accounts.merchant-profile': [send('createConsoleMerchant', profile, 409)],
    'merchants.email-taken': {
      'of-another': [send('createConsoleMerchant', { ...profile, email: '{other.email}' }, 409)],
    },
  }),
  ...casesOf('issueMerchantToken', {
    'accounts.merchant-token-exchange': [
      call('issueMerchantToken', {
        data: { merchantId: '{merchantId}' },
        keep: { merchantToken: '/data/accessToken' },
      }),
      call('listTransactions'),
    ],
    'operations.issueMerchantToken.note-1': [
      alone,
      call('getTrace', { keep: { before: '/data' } }),
      call('issueMerchantToken'),
      call('getTrace', { data: '{before}' }),
    ],
  }),
];

const pair = (expectation: Wanted = {}, serial?: string) => send('pairTerminal', { serial }, expectation);
const paired = pair({}, '{serialNumber}');
const another = '{serialNumber}-2';
const activate = (expectation: Wanted, body: object = {}) =>
  send('activateTerminal', { serial: '{serialNumber}', code: '{code}', ...body }, expectation);
const wrongCode = activate(400, { code: 'abcdef' });
const unpair = call('unpairTerminal', { data: { linked: false } });
const foreign = { params: { merchantId: '{other.merchantId}' } };

export const terminals = [
  ...casesOf('pairTerminal', {
    'terminals.code': {
      'six-digits': [pair({ data: { code: /^\d{6}$/ } }, '{serialNumber}')],
      'ends-after-ten-minutes': [frozen, paired, advanceBy(600_000), activate(400)],
      'lives-just-under': [frozen, paired, advanceBy(599_999), activate({})],
    },
    'States and transitions: a terminal already linked cannot be paired again (400)': {
      'linked-already': [terminal, pair(400, '{serialNumber}')],
    },
    'terminals.serial': [pair(bad('/serial'), 'another')],
    'Endpoints: body `serial` (string, required)': { 'no-serial': [pair(bad('/serial'))] },
    'merchants.wrong-merchant': [{ ...pair(403, '{serialNumber}'), ...foreign }],
    'terminals.serial-scope': [terminal, { ...paired, ...foreign, as: 'other' }],
  }),
  ...casesOf('activateTerminal', {
    'terminals.signature-key': [paired, activate({ data: { secret_key: /^[0-9a-f]{64}$/ } })],
    'terminals.code': {
      'code-twice': [paired, activate({}), activate(bad('/code'))],
      'twice-at-once': [paired, callAtOnce(activate({}), activate(400), activate(400))],
      'five-tries-at-once': [
        paired,
        callAtOnce(...Array(5).fill(wrongCode)),
        activate(400),
        paired,
        activate({}),
      ],
      'replaced-by-the-next': [
        pair({ keep: { first: '/data/code' } }, '{serialNumber}'),
        paired,
        activate(400, { code: '{first}' }),
        activate({}),
      ],
      'void-after-five-tries': [paired, ...Array(5).fill(wrongCode), activate(400)],
      'good-after-four-tries': [paired, ...Array(4).fill(wrongCode), activate({})],
    },
    'terminals.serial': [paired, activate(400, { serial: 'another' })],
  }),
  ...casesOf('unpairTerminal', {
    'operations.unpairTerminal': {
      unlinks: [terminal, unpair, paired],
      'secret-dies': [terminal, unpair, call('listTerminalTransactions', 401)],
    },
    'terminals.unpair-code': {
      'voids-it': [paired, unpair, activate(400)],
      'never-paired': [call('unpairTerminal', 404)],
    },
  }),
  ...casesOf('listTerminals', {
    'operations.listTerminals': [
      alone,
      terminal,
      call('listTerminals', { data: [{ serial: '{serialNumber}', status: 'LINKED' }] }),
    ],
    'terminals.list': [
      alone,
      frozen,
      paired,
      call('listTerminals', {
        data: [{ serial: '{serialNumber}', status: 'PAIRING', code: undefined, secret_key: undefined }],
      }),
      advanceBy(600_000),
      call('listTerminals', { data: [{ status: 'UNLINKED' }] }),
    ],
    'conventions.lists': [
      alone,
      paired,
      { ...pair({}, another), params: { serialNumber: another } },
      listInTwoPages('listTerminals', { serial: another }),
    ],
  }),
];

const one = (expectation: Wanted, batchNumber = '7') =>
  call('getSettlement', expectation, { params: { batchNumber } });
const closings = (
  operation: string,
  numbers: readonly number[],
  query: Readonly<Record<string, string | number>> = {},
) =>
  call(operation, { data: numbers.map((batchNumber) => ({ batchNumber })), body: { total: 3 } }, { query });
const asMerchant = { as: 'merchant' as const };
const asAnother = { as: 'other-merchant' as const };
const three = [
  terminal,
  ...[1, 2, 3].map((batchNumber) =>
    settle({ batchNumber, closedAt: `2026-11-0${batchNumber}T00:00:00.000Z` }),
  ),
].flat();
const device = { id: '1', affiliateCode: '2', number: '3', serial: '4' };

export const settlements = [
  ...casesOf('createSettlement', {
    'operations.createSettlement': [
      terminal,
      transaction(),
      commit(),
      settle(
        { transactionCount: 1 },
        { data: { batchNumber: 7, transactionCount: 1, currencyReference: 'VES' } },
      ),
      one({ data: { transactionCount: 1 } }),
    ],
    'closings.form': {
      'terminal-as-object': [
        terminal,
        settle({ terminal: device, debitBatch: 'D-1' }, { data: { terminal: device, debitBatch: 'D-1' } }),
      ],
      'terminal-as-text': [terminal, settle({ terminal: 'T-1' }, { data: { terminal: 'T-1' } })],
    },
    'closings.batch-number': {
      'as-text': [
        terminal,
        settle({ batchNumber: 'B-7' }, { data: { batchNumber: 'B-7' } }),
        one({ data: { batchNumber: 'B-7' } }, 'B-7'),
      ],
      zero: [terminal, settle({ batchNumber: 0 }, bad('/batchNumber'))],
    },
    'closings.count': [terminal, settle({ transactionCount: 99 }, { data: { transactionCount: 99 } })],
    'closings.batch-once': {
      'batch-once': [terminal, settle(), settle({}, 409), settle({ batchNumber: '7' }, 409)],
      'once-at-once': [terminal, callAtOnce(settle(), settle({}, 409), settle({}, 409))],
    },
    'closings.either-credential': [terminal, { ...settle({}, 401), ...asMerchant }],
  }),
  ...casesOf('getSettlement', {
    'closings.batch-once': [terminal, one(404, '8')],
    'closings.either-credential': {
      'by-token': [terminal, settle(), { ...one({ data: { batchNumber: 7 } }), ...asMerchant }],
      'another-merchant': [terminal, settle(), { ...one(404), ...asAnother }],
    },
  }),
  ...casesOf('listSettlements', {
    'operations.listSettlements': [three, closings('listSettlements', [3, 2, 1])],
    'closings.pages': {
      'newest-first': [three, closings('listSettlements', [3], { page: 1, size: 1 })],
      'oldest-first': [three, closings('listSettlements', [1], { page: 1, size: 1, sort: 'closedAt' })],
    },
    'closings.either-credential': {
      'by-token': [terminal, call('listSettlements', { data: [] }, asMerchant)],
      'another-merchant': [terminal, call('listSettlements', 404, asAnother)],
    },
  }),
  ...casesOf('listMerchantSettlements', {
    'operations.listMerchantSettlements': [three, closings('listMerchantSettlements', [3, 2, 1])],
    'closings.pages': {
      closedAt: [three, closings('listMerchantSettlements', [1], { sort: 'closedAt', size: 1 })],
      '+closedAt': [three, closings('listMerchantSettlements', [1], { sort: '+closedAt', size: 1 })],
      'page-2': [three, closings('listMerchantSettlements', [1], { page: 2, size: 2 })],
      ...each(['page=0', 'size=0', 'size=201', 'sort=amount'], (query) => [
        `no-${query}`,
        terminal,
        call('listMerchantSettlements', 400, { query: Object.fromEntries(new URLSearchParams(query)) }),
      ]),
    },
    'closings.either-credential': {
      'unknown-serial': [call('listMerchantSettlements', 404, { params: { serialNumber: 'nobody' } })],
      'another-merchant': [
        terminal,
        call('listMerchantSettlements', 404, { as: 'other', params: { merchantId: '{other.merchantId}' } }),
      ],
    },
  }),
];
