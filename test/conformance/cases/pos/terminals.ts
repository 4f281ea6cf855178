import { alone, bad, call, casesOf, commit, each, later, like, settle, terminal, transaction } from '../../builders.ts';

const at = { params: { serialNumber: '{serial}' } };
const pair = (wanted: object | number = {}, body: object = { serial: '{serial}' }) => call('pairTerminal', wanted, { ...at, body });
const activate = (wanted: object | number, body: object = {}) => call('activateTerminal', wanted, { ...at, body: { serial: '{serial}', code: '{code}', ...body } });
const coded = pair({ keep: { code: '/data/code' } });
const email = 'm-{unique}@verify.example';
const merchant = { legalName: 'Café', taxId: 'J-1', email, password: 'p {unique}' };
const join = (wanted: object | number = {}, change: object = {}) => call('registerMerchant', wanted, { body: { ...merchant, ...change } });
const login = (wanted: object | number = {}, change: object = {}) => call('loginMerchant', wanted, { body: { email, password: merchant.password, ...change } });

export const merchants = [
  ...casesOf('registerMerchant', [
    ['driven', 'answers', 'Resources: Registration response `data`: `id`, `legalName`, `status`, `createdAt`', join({ data: { id: like({ format: 'uuid' }), legalName: 'Café', status: like({ enum: ['ACTIVE', 'PENDING'] }), createdAt: like({ format: 'date-time' }) } })],
    ['contract', 'declared', 'merchants.active', join({ declared: true, data: { status: 'ACTIVE' } })],
    ['behaviour', 'opens-the-login', 'Endpoints: 200 with `accessToken`, `tokenType`, `expiresIn`, `merchantId`', join(), login({ declared: true })],
    ['behaviour', 'opens-the-console', 'accounts.merchant-account', join(), call('loginConsole', {}, { body: { short_name: email, password: merchant.password } })],
    ['negative', 'e-mail-taken', 'merchants.email-taken', join(), join(bad('/email'))],
    ...each(['nobody', 'a b@c', '@'], (wrong) => ['negative', `e-mail-${wrong.replace(/\W/g, '-')}`, 'Resources: email: string, format email', join(bad('/email'), { email: wrong })]),
    ['negative', 'password-null', 'Resources: password: string, not null', join(bad('/password'), { password: null })],
    ['negative', 'nothing-sent', 'conventions.all-faults', call('registerMerchant', bad('/legalName', '/taxId', '/email', '/password'), { body: {} })],
  ]),
  ...casesOf('loginMerchant', [
    ['driven', 'answers', 'Resources: Login response `data`: `accessToken`, `tokenType` (value `Bearer`), `expiresIn` (3600), `merchantId`', join(), login({ data: { tokenType: 'Bearer', expiresIn: 3600, merchantId: like({ format: 'uuid' }), accessToken: like({ pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$' }) } })],
    ['contract', 'flat', 'conventions.flat-credentials', join(), login({ body: { tokenType: 'Bearer', expiresIn: 3600, accessToken: like({ type: 'string' }) } })],
    ['contract', 'hs256', 'merchants.token', join(), login({ data: { accessToken: like({ pattern: '^eyJ' }) } })],
    ['negative', 'wrong-password', 'Errors: 401 invalid credentials', join(), login(401, { password: 'another' })],
    ['negative', 'short-password-is-401', 'accounts.login-form', join(), login(401, { password: 'x' })],
    ['negative', 'unknown', 'Errors: 401 invalid credentials', login(401)],
  ]),
  ...casesOf('createConsoleMerchant', [
    ['negative', 'a-second-time', 'accounts.merchant-profile', call('createConsoleMerchant', 409, { body: merchant })],
    ['driven', 'path', 'operations.createConsoleMerchant', call('createConsoleMerchant', 409, { body: merchant })],
  ]),
  ...casesOf('issueMerchantToken', [
    ['driven', 'answers', 'operations.issueMerchantToken', call('issueMerchantToken', { declared: true, keep: { merchantToken: '/data/accessToken' } }), call('listTransactions')],
    ['behaviour', 'opens-the-merchant', 'accounts.merchant-token-exchange', call('issueMerchantToken', { data: { merchantId: '{merchantId}' } })],
    ['behaviour', 'leaves-no-trace', 'operations.issueMerchantToken.note-1', alone, call('getTrace', { keep: { before: '/data' } }), call('issueMerchantToken'), call('getTrace', { body: { data: '{before}' } })],
  ]),
];

export const terminals = [
  ...casesOf('pairTerminal', [
    ['driven', 'gives-a-code', 'Resources: Pairing generation response `data.code` (string, required)', pair({ data: { code: like({ type: 'string' }) } })],
    ['contract', 'declared', 'terminals.code', pair({ declared: true, data: { code: like({ pattern: '^\\d{6}$' }) } })],
    ['negative', 'linked-already', 'States and transitions: a terminal already linked cannot be paired again (400)', terminal, pair(400)],
    ['negative', 'another-serial', 'terminals.serial', pair(bad('/serial'), { serial: 'another' })],
    ['negative', 'no-serial', 'Endpoints: body `serial` (string, required)', pair(bad('/serial'), {})],
    ['negative', 'foreign-merchant', 'merchants.wrong-merchant', { ...pair(403), params: { serialNumber: '{serial}', merchantId: '{other.merchantId}' } }],
    ['behaviour', 'serials-of-accounts', 'terminals.serial-scope', terminal, { ...pair(), as: 'other', params: { serialNumber: '{serial}', merchantId: '{other.merchantId}' } }],
    ['behaviour', 'ends-after-ten-minutes', 'terminals.code', alone, call('setClock', {}, { body: { frozen: true } }), coded, later(600_000), activate(400)],
    ['behaviour', 'lives-just-under', 'terminals.code', alone, call('setClock', {}, { body: { frozen: true } }), coded, later(599_999), activate({})],
  ]),
  ...casesOf('activateTerminal', [
    ['driven', 'gives-the-secret', 'Resources: Activation response `data.secret_key` (string, required)', coded, activate({ data: { secret_key: like({ type: 'string' }) } })],
    ['contract', 'declared', 'terminals.signature-key', coded, activate({ declared: true, data: { secret_key: like({ pattern: '^[0-9a-f]{64}$' }) } })],
    ['negative', 'wrong-code', 'Errors: 400 wrong OTP', coded, activate(400, { code: 'abcdef' })],
    ['negative', 'code-twice', 'terminals.code', coded, activate({}), activate(400)],
    ['negative', 'void-after-five-tries', 'terminals.code', coded, ...Array.from({ length: 5 }, () => activate(400, { code: 'abcdef' })), activate(400)],
    ['behaviour', 'good-after-four-tries', 'terminals.code', coded, ...Array.from({ length: 4 }, () => activate(400, { code: 'abcdef' })), activate({})],
    ['negative', 'another-serial', 'terminals.serial', coded, activate(400, { serial: 'another' })],
    ['negative', 'nothing-sent', 'Endpoints: body `serial` (required), `code` (required)', call('activateTerminal', bad('/serial', '/code'), { ...at, body: {} })],
  ]),
  ...casesOf('unpairTerminal', [
    ['driven', 'unlinks', 'operations.unpairTerminal', terminal, call('unpairTerminal', { declared: true, data: { linked: false } }, at), pair()],
    ['behaviour', 'secret-dies', 'operations.unpairTerminal', terminal, call('unpairTerminal', {}, at), call('listTerminalTransactions', 401, at)],
    ['behaviour', 'voids-a-code', 'terminals.unpair-code', coded, call('unpairTerminal', {}, at), activate(400)],
    ['negative', 'never-paired', 'terminals.unpair-code', call('unpairTerminal', 404, at)],
  ]),
  ...casesOf('listTerminals', [
    ['driven', 'lists', 'operations.listTerminals', alone, terminal, call('listTerminals', { declared: true, data: [{ serial: '{serial}', status: 'LINKED' }] })],
    ['behaviour', 'unlinked-too', 'terminals.list', alone, coded, call('listTerminals', { data: [{ serial: '{serial}', status: 'PAIRING', code: undefined, secret_key: undefined }] })],
  ]),
];

const one = (wanted: object | number, number = '7') => call('getSettlement', wanted, { params: { serialNumber: '{serial}', batchNumber: number } });
const closings = (wanted: object | number, more: object = {}) => call('listSettlements', wanted, { ...at, ...more });
const ofMerchant = (wanted: object | number, query: Readonly<Record<string, string | number>> = {}) => call('listMerchantSettlements', wanted, { ...at, query });
const three = [...terminal, ...[1, 2, 3].map((batchNumber) => settle({ batchNumber, closedAt: `2026-11-0${batchNumber}T00:00:00.000Z` }))];

export const settlements = [
  ...casesOf('createSettlement', [
    ['driven', 'closes', 'operations.createSettlement', terminal, transaction(), commit(), settle({ transactionCount: 1 }, { data: { batchNumber: 7, transactionCount: 1, currencyReference: 'VES' } }), one({ data: { transactionCount: 1 } })],
    ['contract', 'declared', 'closings.form', terminal, settle({ terminal: { id: '1', affiliateCode: '2', number: '3', serial: '4' }, debitBatch: 'D-1' }, { declared: true, data: { terminal: { id: '1', affiliateCode: '2', number: '3', serial: '4' }, debitBatch: 'D-1', serialNumber: '{serial}' } })],
    ['behaviour', 'terminal-as-text', 'closings.form', terminal, settle({ terminal: 'T-1' }, { data: { terminal: 'T-1' } })],
    ['behaviour', 'batch-as-text', 'closings.batch-number', terminal, settle({ batchNumber: 'B-7' }, { data: { batchNumber: 'B-7' } }), one({ data: { batchNumber: 'B-7' } }, 'B-7')],
    ['behaviour', 'count-that-differs', 'closings.count', terminal, settle({ transactionCount: 99 }, { data: { transactionCount: 99 } })],
    ['negative', 'batch-twice', 'closings.batch-once', terminal, settle(), settle({}, 409)],
    ['negative', 'batch-0', 'closings.batch-number', terminal, settle({ batchNumber: 0 }, bad('/batchNumber'))],
    ...each(['batchNumber', 'transactionCount', 'closedAt', 'currencyReference'], (field) => ['negative', `without-${field}`, 'closings.form', terminal, settle({ [field]: undefined }, bad(`/${field}`))]),
    ['negative', 'count-negative', 'closings.form', terminal, settle({ transactionCount: -1 }, bad('/transactionCount'))],
    ['negative', 'by-token', 'closings.either-credential', terminal, { ...settle({}, 401), as: 'merchant' }],
  ]),
  ...casesOf('getSettlement', [
    ['driven', 'answers', 'operations.getSettlement', terminal, settle(), one({ declared: true, data: { batchNumber: 7 } })],
    ['negative', 'unknown', 'closings.batch-once', terminal, one(404, '8')],
    ['behaviour', 'by-token', 'closings.either-credential', terminal, settle(), { ...one({ data: { batchNumber: 7 } }), as: 'merchant' }],
  ]),
  ...casesOf('listSettlements', [
    ['driven', 'newest-first', 'operations.listSettlements', three, closings({ data: [{ batchNumber: 3 }, { batchNumber: 2 }, { batchNumber: 1 }], body: { total: 3 } })],
    ['contract', 'declared', 'closings.total', three, closings({ declared: true })],
    ['behaviour', 'by-page-newest-first', 'closings.pages', three, closings({ data: [{ batchNumber: 3 }] }, { query: { page: 1, size: 1 } })],
    ['behaviour', 'by-page', 'closings.pages', three, closings({ data: [{ batchNumber: 1 }], body: { total: 3 } }, { query: { page: 1, size: 1, sort: 'closedAt' } })],
    ['behaviour', 'by-token', 'closings.either-credential', terminal, closings({ data: [] }, { as: 'merchant' })],
  ]),
  ...casesOf('listMerchantSettlements', [
    ['driven', 'newest-first', 'operations.listMerchantSettlements', three, ofMerchant({ data: [{ batchNumber: 3 }, { batchNumber: 2 }, { batchNumber: 1 }] })],
    ['contract', 'declared', 'closings.pages', three, ofMerchant({ declared: true, body: { total: 3 } })],
    ...each(
      [
        ['closedAt', 1],
        ['+closedAt', 1],
        ['-closedAt', 3],
      ] as const,
      ([sort, batchNumber]) => ['behaviour', `sort-${sort}`, 'closings.pages', three, ofMerchant({ data: [{ batchNumber }] }, { sort, size: 1 })],
    ),
    ['behaviour', 'page-2', 'closings.pages', three, ofMerchant({ data: [{ batchNumber: 1 }] }, { page: 2, size: 2 })],
    ...each([{ page: 0 }, { size: 0 }, { size: 201 }, { sort: 'amount' }], (query) => ['negative', `with-${Object.entries(query).flat().join('-')}`, 'closings.pages', terminal, ofMerchant(400, query)]),
    ['negative', 'unknown-terminal', 'closings.either-credential', call('listMerchantSettlements', 404, { params: { serialNumber: 'nobody' } })],
  ]),
];
