import { alone, bad, call, cancel, casesOf, commit, commitVoid, each, like, terminal, transaction } from '../../builders.ts';

const instant = like({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });
const machine = 'States and transitions: Transaction (merchant/POS API)';
const get = (data: unknown, more: object = {}) => call('getTransaction', { data, ...more }, { params: { orderId: '{order}' } });
const is = (name: string) => get({ status: name });
const list = (wanted: object, query: Readonly<Record<string, string>> = {}) => call('listTransactions', wanted, { query });
const seen = (wanted: object | number, more: object = {}) => call('listTerminalTransactions', wanted, { params: { serialNumber: '{serial}' }, ...more });
const mine = { data: like({ type: 'array', minItems: 1 }) };
const paid = [...terminal, transaction(), commit()];
/** What brings a transaction into each state. */
const reached = { PENDING: [...terminal, transaction()], CANCELED: [...terminal, transaction(), cancel()], PAID: paid, VOID_PENDING: [...paid, cancel()], VOIDED: [...paid, cancel(), commitVoid()] };
const moves = [
  ['PENDING', 'cancel', 'CANCELED', `${machine}: PENDING, cancellation request by the merchant: CANCELED`],
  ['PENDING', 'commit', 'PAID', `${machine}: PENDING, POS confirms payment: PAID`],
  ['PENDING', 'void', null, 'transactions.void'],
  ['CANCELED', 'cancel', null, 'transactions.cancel'],
  ['CANCELED', 'commit', 'PAID', `${machine}: CANCELED, POS confirms payment afterwards: PAID`],
  ['CANCELED', 'void', null, 'transactions.void'],
  ['PAID', 'cancel', 'VOID_PENDING', `${machine}: PAID, cancellation request by the merchant: VOID_PENDING`],
  ['PAID', 'commit', 'PAID', 'transactions.commit'],
  ['PAID', 'void', null, 'transactions.void'],
  ['VOID_PENDING', 'cancel', null, 'transactions.cancel'],
  ['VOID_PENDING', 'commit', 'VOID_PENDING', 'transactions.commit'],
  ['VOID_PENDING', 'void', 'VOIDED', `${machine}: VOID_PENDING, POS confirms the void: VOIDED`],
  ['VOIDED', 'cancel', null, 'transactions.cancel'],
  ['VOIDED', 'commit', 'VOIDED', 'transactions.commit'],
  ['VOIDED', 'void', 'VOIDED', 'transactions.void'],
] as const;
const step = { cancel, void: commitVoid, commit: (wanted: object | number) => commit({}, wanted) };
const operationOfMove = { cancel: 'cancelTransaction', commit: 'commitTransaction', void: 'commitVoid' };

const machineCases = moves.flatMap(([from, move, to, judges]) => casesOf(operationOfMove[move], [to === null ? ['negative', `refuses-${from}`, judges, ...reached[from], step[move](409), is(from)] : ['driven', `from-${from}`, judges, ...reached[from], step[move]({ data: { status: to } }), is(to)]]));

const when = like({ format: 'date-time' });

export const transactions = [
  ...machineCases,
  ...casesOf('createTransaction', [
    ['contract', 'times', 'conventions.times', transaction({}, { data: { createdAt: instant, updatedAt: instant } })],
    ['driven', 'starts-pending', `${machine}: (created), create transaction: PENDING`, transaction({}, { data: { status: 'PENDING', amountReference: 12.5, confirmData: null, cancellationDara: null } }), is('PENDING')],
    [
      'contract',
      'declared',
      'transactions.answer',
      terminal,
      transaction(
        { terminalSerial: '{serial}', clientIdentification: 'V1', deeplinkConfig: { returnPackage: 'a.b', returnActivity: 'C' } },
        { declared: true, data: { merchantId: '{merchantId}', orderId: '{order}', clientIdentification: 'V1', deeplinkConfig: { returnPackage: 'a.b' }, createdAt: when, updatedAt: when } },
      ),
    ],
    ['contract', 'id', 'conventions.other-ids', transaction({}, { data: { id: like({ format: 'uuid' }) } })],
    ['behaviour', 'change-not-allowed', 'Resources: allowAmountChange: default false', transaction({}, { data: { allowAmountChange: false } })],
    ...each(['USD', 'EUR', 'COP', 'USDT', 'VES'], (currencyReference) => ['behaviour', `currency-${currencyReference}`, 'Resources: currencyReference: enum `USD`, `EUR`, `COP`, `USDT`, `VES`', transaction({ currencyReference }, { data: { currencyReference } })]),
    ['behaviour', 'other-names', 'transactions.names', terminal, transaction({ currencyReference: undefined, currency: 'EUR', serial: '{serial}' }, { data: { currencyReference: 'EUR', terminalSerial: '{serial}' } })],
    ['behaviour', 'both-names-the-same', 'transactions.names', transaction({ currency: 'USD' })],
    ['negative', 'currencies-differ', 'transactions.names', transaction({ currency: 'EUR' }, bad('/currency'))],
    ['negative', 'serials-differ', 'transactions.names', terminal, transaction({ terminalSerial: '{serial}', serial: 'other' }, bad('/serial'))],
    ['negative', 'no-currency', 'transactions.currency', transaction({ currencyReference: undefined }, bad('/currencyReference'))],
    ['negative', 'unlinked-terminal', 'transactions.terminal', transaction({ terminalSerial: 'nobody' }, bad('/terminalSerial'))],
    ['negative', 'order-twice', 'transactions.order-once', transaction(), transaction({}, bad('/orderId'))],
    ['negative', 'order-no-uuid', 'Resources: orderId: string, uuid', transaction({ orderId: '42' }, bad('/orderId'))],
    ['negative', 'amount', 'Resources: amountReference: number, double, not null', transaction({ amountReference: null }, bad('/amountReference'))],
    ['negative', 'no-token', 'Authentication: a missing token gets 401', { ...transaction({}, 401), as: 'nobody' }],
    ['negative', 'foreign-merchant', 'Authentication: A token that does not belong to the `merchantId` in the path gets 403', { ...transaction({}, 403), params: { merchantId: '{other.merchantId}' } }],
    ['negative', 'unknown-merchant', 'merchants.wrong-merchant', { ...transaction({}, 403), params: { merchantId: '{uuid}' } }],
    ['negative', 'forged-token', 'merchants.token', { ...transaction({}, 401), as: 'nobody', headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' } }],
    ['negative', 'api-token', 'accounts.merchant-token', { ...transaction({}, 401), as: 'api' }],
    ['negative', 'credential-before-body', 'conventions.order-of-checks', { ...transaction({ amountReference: 0 }, 403), params: { merchantId: '{uuid}' } }],
  ]),
  ...casesOf('getTransaction', [
    ['driven', 'answers', 'Endpoints: 200 with transaction data', transaction(), get({ orderId: '{order}', status: 'PENDING' })],
    ['contract', 'declared', 'transactions.answer', ...reached.VOIDED, get({}, { declared: true })],
    ['behaviour', 'confirmation-stays', 'transactions.cancellation-data', ...reached.VOIDED, get({ confirmData: { authorizationCode: '004512' }, cancellationDara: { commitAt: when } })],
    ['negative', 'unknown', 'Errors: 404 transaction query', call('getTransaction', 404, { params: { orderId: '{uuid}' } })],
    ['negative', 'foreign', 'merchants.wrong-merchant', transaction(), { ...get(undefined, { status: 403 }), as: 'other' }],
  ]),
  ...casesOf('cancelTransaction', [
    ['contract', 'declared', 'transactions.cancel', transaction(), cancel({ declared: true })],
    ['behaviour', 'says-when', 'transactions.cancellation-data', transaction(), cancel({ data: { cancellationDara: { commitAt: when } } })],
    ['behaviour', 'paid-is-not-voided-yet', 'transactions.cancellation-data', ...paid, cancel({ data: { cancellationDara: null } })],
    ['negative', 'unknown', 'Errors: 404 not found', call('cancelTransaction', 404, { params: { orderId: '{uuid}' } })],
  ]),
  ...casesOf('listTransactions', [
    ['driven', 'lists', 'operations.listTransactions', transaction(), list({ body: { data: mine.data, total: like({ type: 'integer', minimum: 1 }) } })],
    ['contract', 'declared', 'closings.total', transaction(), list({ declared: true })],
    ...each([{ status: 'PENDING' }, { 'status[eq]': 'PENDING' }, { 'status[in]': 'PAID,PENDING' }], (query) => ['behaviour', `filter-${Object.keys(query)}`, 'transactions.status-filter', transaction(), list(mine, query)]),
    ...each([{ status: 'DONE' }, { 'status[in]': 'PAID,DONE' }, { 'status[ne]': 'PAID' }], (query) => ['negative', `no-filter-${Object.keys(query)}`, 'transactions.status-filter', list({ status: 400 }, query)]),
    ['behaviour', 'only-that-status', 'transactions.status-filter', alone, transaction(), list({ data: [] }, { status: 'PAID' })],
  ]),
  ...casesOf('listTerminalTransactions', [
    ['driven', 'sees-what-is-pending', 'Endpoints: 200 with `data` as an array of transaction objects', terminal, transaction({ terminalSerial: '{serial}' }), seen({ data: like({ type: 'array', minItems: 1 }) }, { query: { status: 'PENDING' } })],
    ['contract', 'declared', 'closings.total', terminal, seen({ declared: true })],
    ['behaviour', 'sees-those-of-no-terminal', 'transactions.terminal', alone, terminal, transaction(), seen({ data: [{ orderId: '{order}' }] })],
    ['behaviour', 'by-token', 'closings.either-credential', terminal, seen({}, { as: 'merchant' })],
    ['negative', 'by-token-unknown-serial', 'closings.either-credential', call('listTerminalTransactions', 404, { as: 'merchant', params: { serialNumber: 'nobody' } })],
    ['negative', 'unsigned', 'terminals.signature-age', terminal, seen(401, { as: 'nobody' })],
    ['negative', 'wrong-key', 'terminals.signature-age', terminal, seen(401, { as: 'unknown' })],
    ['negative', 'too-old', 'terminals.signature-age', terminal, seen(401, { signing: { ageMs: 301_000 } })],
    ['negative', 'from-the-future', 'terminals.signature-age', terminal, seen(401, { signing: { ageMs: -330_000 } })],
    ['behaviour', 'four-minutes-old', 'terminals.signature-age', terminal, seen({}, { signing: { ageMs: 240_000 } })],
    ['negative', 'signed-for-another-path', 'terminals.signature', terminal, seen(401, { signing: { url: '/api/v1/pos-terminals/{serial}/settlements' } })],
    ['negative', 'query-not-signed', 'terminals.signature', terminal, seen(401, { query: { status: 'PAID' }, signing: { url: '/api/v1/pos-terminals/{serial}/transactions' } })],
    ['negative', 'unknown-terminal', 'terminals.signature-age', terminal, call('listTerminalTransactions', 401, { params: { serialNumber: 'nobody' } })],
    ['negative', 'merchant-token-elsewhere', 'Authentication: The terminal never uses the merchant token', terminal, transaction(), { ...commit({}, 401), as: 'merchant' }],
  ]),
  ...casesOf('getTerminalTransaction', [
    ['driven', 'answers', 'operations.getTerminalTransaction', terminal, transaction(), call('getTerminalTransaction', { declared: true, data: { status: 'PENDING' } }, { params: { serialNumber: '{serial}', orderId: '{order}' } })],
    [
      'negative',
      'of-another-terminal',
      'transactions.terminal',
      terminal,
      transaction({ terminalSerial: '{serial}' }),
      call('pairTerminal', { keep: { code: '/data/code' } }, { params: { serialNumber: '{serial}-2' }, body: { serial: '{serial}-2' } }),
      call('activateTerminal', { keep: { secretKey: '/data/secret_key' } }, { params: { serialNumber: '{serial}-2' }, body: { serial: '{serial}-2', code: '{code}' } }),
      call('getTerminalTransaction', 404, { params: { serialNumber: '{serial}-2', orderId: '{order}' } }),
    ],
    ['negative', 'unknown', 'Errors: 404 not found', terminal, call('getTerminalTransaction', 404, { params: { serialNumber: '{serial}', orderId: '{uuid}' } })],
  ]),
  ...casesOf('commitTransaction', [
    ['contract', 'times', 'conventions.times', terminal, transaction(), commit({}, { data: { updatedAt: instant, confirmData: { commitAt: instant } } })],
    ['contract', 'declared', 'operations.commitTransaction', terminal, transaction(), commit({ trace: '42', cardTypeForRpt: 'C', batchNumber: 7 }, { declared: true, data: { confirmData: { authorizationCode: '004512', trace: '42', cardTypeForRpt: 'C', batchNumber: 7 } } })],
    ['behaviour', 'cancellation-is-overwritten', 'transactions.cancellation-data', ...reached.CANCELED, commit({}, { data: { status: 'PAID', cancellationDara: null } })],
    ['negative', 'another-code', 'transactions.commit', ...paid, commit({ authorizationCode: '999999' }, 409)],
    ['behaviour', 'defaults', 'transactions.commit-amount', terminal, transaction(), commit({}, { data: { confirmData: { amountReference: 12.5, commitAt: when } } })],
    ['negative', 'another-amount', 'transactions.commit-amount', terminal, transaction(), commit({ amountReference: 13 }, bad('/amountReference'))],
    ['behaviour', 'amount-may-change', 'transactions.commit-amount', terminal, transaction({ allowAmountChange: true }), commit({ amountReference: 13 }, { data: { amountReference: 12.5, confirmData: { amountReference: 13 } } })],
    ...each(['C', 'D'], (cardTypeForRpt) => ['behaviour', `card-${cardTypeForRpt}`, 'transactions.card-type', terminal, transaction(), commit({ cardTypeForRpt }, { data: { confirmData: { cardTypeForRpt } } })]),
    ['negative', 'card-X', 'transactions.card-type', terminal, transaction(), commit({ cardTypeForRpt: 'X' }, bad('/cardTypeForRpt'))],
    ['behaviour', 'other-card-name', 'transactions.card-name', terminal, transaction(), commit({ visorMccCard: 'VISA' }, { data: { confirmData: { visOrMccCard: 'VISA' } } })],
    ...each([1, 'A-7'], (batchNumber) => ['behaviour', `batch-${batchNumber}`, 'closings.batch-number', terminal, transaction(), commit({ batchNumber }, { data: { confirmData: { batchNumber } } })]),
    ['negative', 'batch-0', 'closings.batch-number', terminal, transaction(), commit({ batchNumber: 0 }, bad('/batchNumber'))],
    ['negative', 'no-code', 'transactions.commit', terminal, transaction(), commit({ authorizationCode: undefined }, bad('/authorizationCode'))],
    ['negative', 'unknown', 'Errors: 404 not found', terminal, commit({}, 404)],
    ['negative', 'body-not-signed', 'terminals.signature', terminal, transaction(), { ...commit({}, 401), signing: { body: '{}' } }],
    ['negative', 'key-as-bytes', 'terminals.signature-key', terminal, transaction(), { ...commit({}, 401), signing: { key: '00' } }],
  ]),
  ...casesOf('commitVoid', [['contract', 'declared', 'operations.commitVoid', ...paid, cancel(), commitVoid({ declared: true, data: { cancellationDara: { commitAt: when } } })]]),
];
