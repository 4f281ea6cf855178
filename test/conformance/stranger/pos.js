import { createHmac, randomBytes, randomInt } from 'node:crypto';
import {
  amount,
  anyText,
  check,
  date,
  either,
  flag,
  invalid,
  maybe,
  object,
  oneOf,
  page,
  text,
  whole,
} from './check.js';
import { envelope, Refusal } from './http.js';
import { units } from './money.js';

const STATES = ['PENDING', 'CANCELED', 'PAID', 'VOID_PENDING', 'VOIDED'];
const currency = maybe(oneOf('USD', 'EUR', 'COP', 'USDT', 'VES'));
const orderShape = {
  orderId: text(36, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i),
  amountReference: amount,
  currencyReference: currency,
  currency,
  allowAmountChange: maybe(flag, false),
  clientIdentification: maybe(anyText()),
  terminalSerial: maybe(text()),
  serial: maybe(text()),
  deeplinkConfig: maybe(object({ returnPackage: maybe(anyText()), returnActivity: maybe(anyText()) })),
};
const batchNumber = either(whole(1, Number.MAX_SAFE_INTEGER), text());
const optional = Object.fromEntries(
  ['processCode', 'terminalNumber', 'trace', 'utcDate', 'visOrMccCard', 'visorMccCard'].map((name) => [
    name,
    maybe(anyText()),
  ]),
);
const commitShape = {
  authorizationCode: text(),
  ...optional,
  commitAt: maybe(date),
  amountReference: maybe(amount),
  cardTypeForRpt: maybe(oneOf('C', 'D')),
  batchNumber: maybe(batchNumber),
};

/** Terminals of a merchant, their transactions, and the terminal's own signed calls. */
export function posBook({ accounts, deviates, note, now }) {
  const at = () => {
    const utc = new Date(now()).toISOString();
    return deviates('local-time')
      ? `${new Date(now() - 4 * 3_600_000).toISOString().slice(0, -1)}-04:00`
      : utc;
  };
  const shown = (order) => ({
    ...order.fields,
    amountReference: units(order.cents),
    id: order.id,
    status: order.status,
    confirmData: order.confirmData,
    cancellationDara: order.cancellationDara,
    merchantId: order.merchantId,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
  });
  const answer = (order, title) => envelope(200, title, shown(order));
  const order = (account, id) => {
    const found = account.transactions.get(id.toLowerCase());
    if (!found) throw new Refusal(404, 'there is no such transaction');
    return found;
  };
  const move = (found, status, more = {}) => Object.assign(found, { status, updatedAt: at() }, more);
  const wrong = (pointer, detail) => invalid([{ pointer, detail }]);
  const sameSerial = (body, params) => {
    if (body.serial !== params.serialNumber) throw wrong('/serial', 'is not the serial of the path');
  };

  /** The terminal that signed a call: HMAC over body, time and address as sent. */
  function signer({ headers, params, raw, url }) {
    const [stamp, given] = [headers['x-pos-timestamp'] ?? '', headers['x-pos-signature'] ?? ''];
    if (Math.abs(Date.parse(stamp) - now()) > 300_000 || Number.isNaN(Date.parse(stamp)))
      throw accounts.unauthorized('the time of the signature is missing or too far off');
    for (const account of accounts.all()) {
      const terminal = account.terminals.get(params.serialNumber);
      const fits = (body) =>
        accounts.alike(
          given,
          createHmac('sha256', terminal.secret)
            .update(Buffer.concat([body, Buffer.from(`\n${stamp}\n${url}`)]))
            .digest('hex'),
        );
      if (terminal?.secret && (fits(raw ?? Buffer.alloc(0)) || fits(Buffer.alloc(0))))
        return { account, terminal };
    }
    throw accounts.unauthorized('the signature does not fit');
  }
  const mine = ({ headers, params }) => accounts.merchant(headers, params.merchantId);

  function listed(orders, query) {
    let wanted = STATES;
    for (const [name, value] of query) {
      if (!name.startsWith('status')) continue;
      wanted = value.split(',');
      const isKnown = ['status', 'status[eq]', 'status[in]'].includes(name);
      if (!isKnown || wanted.some((status) => !STATES.includes(status)))
        throw wrong(`/${name}`, `must be one of ${STATES.join(', ')}`);
    }
    const { limit } = check(page, Object.fromEntries(query));
    const fitting = orders.filter((one) => wanted.includes(one.status)).reverse();
    return envelope(200, 'Transactions', fitting.slice(0, limit).map(shown), {
      beside: { total: fitting.length, next_cursor: null },
    });
  }

  function create(call) {
    const account = mine(call);
    const body = check(orderShape, call.json(), (kept, fault) => {
      for (const [name, alias] of [
        ['currencyReference', 'currency'],
        ['terminalSerial', 'serial'],
      ]) {
        if (kept[name] && kept[alias] && kept[name] !== kept[alias])
          fault(`/${alias}`, `differs from ${name}`);
        kept[name] ??= kept[alias];
        delete kept[alias];
      }
      if (!kept.currencyReference) fault('/currencyReference', 'is required');
      if (kept.terminalSerial && !account.terminals.get(kept.terminalSerial)?.secret)
        fault('/terminalSerial', 'is not linked to this merchant');
      if (kept.orderId && account.transactions.has(kept.orderId.toLowerCase()))
        fault('/orderId', 'was used before');
    });
    const { amountReference: cents, ...fields } = body;
    const made = {
      id: crypto.randomUUID(),
      status: 'PENDING',
      cents,
      fields,
      merchantId: account.merchant.id,
      confirmData: null,
      cancellationDara: null,
      createdAt: at(),
      updatedAt: at(),
    };
    account.transactions.set(body.orderId.toLowerCase(), made);
    note(account, 'pos.transaction_created', undefined, { orderId: body.orderId });
    return envelope(201, 'Transaction created', shown(made));
  }

  function cancel(call) {
    const found = order(mine(call), call.params.orderId);
    if (found.status === 'PENDING' || (found.status === 'PAID' && deviates('paid-cancelled-at-once')))
      move(found, 'CANCELED', { cancellationDara: { commitAt: at() } });
    else if (found.status === 'PAID') move(found, 'VOID_PENDING');
    else throw new Refusal(409, `a transaction that is ${found.status} cannot be cancelled`);
    return answer(found, 'Cancellation taken');
  }

  /** The terminal that signed, or the one of the path that the merchant's token may read. */
  function reader(call) {
    if (call.headers['x-pos-signature'] || !call.headers.authorization || call.method !== 'GET')
      return signer(call);
    const account = accounts.merchant(call.headers);
    const terminal = account.terminals.get(call.params.serialNumber);
    if (!terminal) throw new Refusal(404, 'there is no such terminal');
    return { account, terminal };
  }

  function visible(call, who = signer) {
    const { account, terminal } = who(call);
    const sees = (one) => !one.fields.terminalSerial || one.fields.terminalSerial === terminal.serial;
    return {
      account,
      all: [...account.transactions.values()].filter(sees),
      one: () => {
        const found = order(account, call.params.orderId);
        if (!sees(found)) throw new Refusal(404, 'there is no such transaction');
        return found;
      },
    };
  }

  function commit(call) {
    const seen = visible(call);
    const body = check(commitShape, call.json());
    const found = seen.one();
    if (found.confirmData?.authorizationCode === body.authorizationCode && found.status !== 'CANCELED')
      return answer(found, 'Payment confirmed before');
    if (
      body.amountReference !== undefined &&
      body.amountReference !== found.cents &&
      !found.fields.allowAmountChange
    )
      throw wrong('/amountReference', 'is not the amount of the transaction');
    if (!['PENDING', 'CANCELED'].includes(found.status))
      throw new Refusal(409, `a transaction that is ${found.status} cannot be paid`);
    const { visorMccCard, ...typed } = body;
    const confirmData = {
      ...typed,
      visOrMccCard: typed.visOrMccCard ?? visorMccCard,
      commitAt: body.commitAt ?? at(),
      amountReference: units(body.amountReference ?? found.cents),
    };
    return answer(move(found, 'PAID', { confirmData, cancellationDara: null }), 'Payment confirmed');
  }

  function commitVoid(call) {
    const found = visible(call).one();
    if (found.status === 'VOIDED') return answer(found, 'Void confirmed before');
    if (found.status !== 'VOID_PENDING')
      throw new Refusal(409, `a transaction that is ${found.status} has no void to confirm`);
    return answer(move(found, 'VOIDED', { cancellationDara: { commitAt: at() } }), 'Void confirmed');
  }

  function pair(call) {
    const account = mine(call);
    const body = check({ serial: text() }, call.json());
    sameSerial(body, call.params);
    if (account.terminals.get(body.serial)?.secret) throw wrong('/serial', 'is linked already');
    const terminal = {
      serial: body.serial,
      code: String(randomInt(1_000_000)).padStart(6, '0'),
      ends: now() + 600_000,
      tries: 0,
    };
    account.terminals.set(body.serial, terminal);
    return envelope(200, 'Pairing code', { code: terminal.code });
  }
  function activate({ params, json }) {
    const body = check({ serial: text(), code: text() }, json());
    sameSerial(body, params);
    const waiting = accounts
      .all()
      .map((account) => account.terminals.get(body.serial))
      .filter((terminal) => terminal?.code && terminal.tries < 5 && now() < terminal.ends);
    const terminal = waiting.find((one) => accounts.alike(one.code, body.code));
    if (!terminal) {
      for (const one of waiting) one.tries += 1;
      throw wrong('/code', 'is wrong or has expired');
    }
    Object.assign(terminal, { secret: randomBytes(32).toString('hex'), code: undefined });
    return envelope(200, 'Terminal linked', { secret_key: terminal.secret }, { top: {} });
  }
  function unpair(call) {
    const account = mine(call);
    if (!account.terminals.delete(call.params.serialNumber))
      throw new Refusal(404, 'there is no such terminal');
    return envelope(200, 'Terminal unlinked', { serial: call.params.serialNumber, linked: false });
  }

  const merchant = '/api/v1/merchants/{merchantId}';
  const terminal = '/api/v1/pos-terminals/{serialNumber}';
  return [
    { method: 'POST', path: `${merchant}/pos-terminals/{serialNumber}/pairing`, handle: pair },
    { method: 'DELETE', path: `${merchant}/pos-terminals/{serialNumber}/pairing`, handle: unpair },
    { method: 'POST', path: `${terminal}/pairing/activate`, handle: activate },
    { method: 'POST', path: `${merchant}/transactions`, handle: create },
    {
      method: 'GET',
      path: `${merchant}/transactions`,
      handle: (call) => listed([...mine(call).transactions.values()], call.query),
    },
    {
      method: 'GET',
      path: `${merchant}/transactions/{orderId}`,
      handle: (call) => answer(order(mine(call), call.params.orderId), 'Transaction'),
    },
    { method: 'POST', path: `${merchant}/transactions/{orderId}/cancellation`, handle: cancel },
    {
      method: 'GET',
      path: `${terminal}/transactions`,
      handle: (call) => listed(visible(call, reader).all, call.query),
    },
    {
      method: 'GET',
      path: `${terminal}/transactions/{orderId}`,
      handle: (call) => answer(visible(call).one(), 'Transaction'),
    },
    { method: 'POST', path: `${terminal}/transactions/{orderId}/commit`, handle: commit },
    { method: 'POST', path: `${terminal}/transactions/{orderId}/cancellation/commit`, handle: commitVoid },
  ];
}
