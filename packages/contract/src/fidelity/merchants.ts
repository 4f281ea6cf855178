import { type Chapter, decided, field } from './difference.ts';

/** Contract sections 6 and 9.6: the merchant and POS API. */
export const merchants: Chapter = [
  decided('registerMerchant', {
    active: 'Merchants are `ACTIVE` at once.',
    'email-taken': 'An e-mail that is taken is 400 with the pointer `/email`.',
  }),
  decided('loginMerchant', {
    token:
      'The access token is a JWT with HS256, `sub` the merchant and one hour of life; any other algorithm or key is 401.',
  }),
  decided(null, {
    'wrong-merchant':
      'A valid token on the path of another merchant, existing or not, is 403 on every operation.',
  }),
];

export const terminals: Chapter = [
  decided('pairTerminal', {
    code: 'The pairing code has 6 digits, lives 10 minutes, works once and is void after 5 wrong tries.',
  }),
  decided('unpairTerminal', {
    'unpair-code':
      'Unlinking a terminal also voids a code that is out; with neither a link nor a code it is 404.',
  }),
  decided('pairTerminal', { serial: 'The `serial` of the body must be that of the path.' }),
  decided('listTerminals', {
    list: 'The list of terminals has every serial that a code was made for, linked or not; no code and no secret stands in it.',
  }),
  decided(null, { 'serial-scope': 'Serials are unique within an account, not in the whole simulator.' }),
  field(null, {
    signature:
      'A terminal sends `x-pos-timestamp` and, in `x-pos-signature`, hex HMAC-SHA256 with `secret_key` over body, line feed, timestamp, line feed, path and query.',
  }),
  decided(null, {
    'signature-get':
      'The signature of a GET with a body is over that body or over the empty one: both are accepted.',
    'signature-key': 'The secret key signs as the text of 64 hexadecimal characters that it is.',
    'timestamp-forms':
      '`x-pos-timestamp` is ISO 8601 with `Z`, `±hh:mm`, `±hhmm` or `±hh`; without an offset it counts as UTC. A 401 tells a form that is none from a time that is too far off.',
    'signature-age':
      'A timestamp off by more than 5 minutes, an unknown terminal or a wrong signature is 401.',
  }),
];

export const transactions: Chapter = [
  decided('createTransaction', {
    names:
      '`currencyReference` or `currency`, `terminalSerial` or `serial`: either name is taken, both with different values are 400.',
    currency: 'A currency is required; without one the fault points at `/currencyReference`.',
    terminal:
      'A terminal is optional: without one, every terminal of the merchant sees the transaction; one that is not linked to the merchant is 400.',
    'order-once': 'An `orderId` that the merchant used before is 400.',
  }),
  decided(null, {
    answer: 'A transaction answers its request’s fields with `merchantId`, `createdAt` and `updatedAt`.',
  }),
  decided('cancelTransaction', {
    cancel:
      'Cancelling turns PENDING into CANCELED and PAID into VOID_PENDING and answers the transaction; any other status is 409.',
  }),
  decided(null, {
    'cancellation-data':
      '`cancellationDara.commitAt` is set when CANCELED or VOIDED and null again when a cancelled transaction is paid; `confirmData` stays after a void.',
  }),
  decided('commitTransaction', {
    commit:
      'Confirming turns PENDING or CANCELED into PAID; again with the same `authorizationCode` it changes nothing, with another one it is 409.',
    'commit-amount':
      'The confirmed amount must be the transaction’s unless `allowAmountChange`; absent fields default to now and to the transaction’s amount. A changed amount stands in `confirmData` alone.',
  }),
  field('commitTransaction', {
    'card-type': '`cardTypeForRpt` is `C` or `D`.',
    'card-name': '`visorMccCard` is taken as `visOrMccCard`.',
  }),
  decided('commitVoid', {
    void: 'Confirming a void turns VOID_PENDING into VOIDED; again it changes nothing, else it is 409.',
  }),
  field(null, {
    'status-filter':
      'Lists of transactions take `status=`, `status[eq]=` and `status[in]=` with commas; an unknown status is 400.',
  }),
  decided('listTerminalTransactions', {
    'list-body': 'The JSON body that the contract declares for the terminal’s list is ignored.',
  }),
];

export const closings: Chapter = [
  field(null, {
    'batch-number':
      'The number of a batch is an integer from 1 or a text, in confirmations and closings alike.',
    'either-credential':
      'A terminal’s lists and its closings take its signature or the access token of its merchant; by token, a serial that the merchant’s account has no terminal of is 404.',
    total: 'Lists of transactions and closings answer `total`, the number of all, beside `data`.',
  }),
  field('createSettlement', {
    form: 'A closing needs `batchNumber`, `transactionCount`, `closedAt` and `currencyReference`, and takes `terminal`, a text or an object of `id`, `affiliateCode`, `number` and `serial`, and `debitBatch`.',
  }),
  decided('createSettlement', {
    'batch-once': 'A batch number that the terminal used before is 409, an unknown one 404.',
    count:
      'A count that differs from the terminal’s own, the payments that it confirmed since its last closing, is accepted and noted in the trace.',
  }),
  field('listMerchantSettlements', {
    pages:
      'A merchant’s closings take `page` from 1, `size` up to 200 (by default 20) and `sort`, by default `-closedAt`; `+closedAt` is `closedAt`. A terminal’s own list takes them too, instead of `limit` and `cursor`.',
  }),
];
