/**
 * A till and its card terminal by the POS reference, for one business day: pairing, sales, a void, a sale that was paid after it
 * was cancelled, and the closing. The till's backend holds the merchant's token; the terminal holds its own secret, and signs.
 * It prints what it believes at the end of the day as one line of JSON.
 *
 * POS_API, MERCHANT_EMAIL, MERCHANT_PASSWORD and TERMINAL_SERIAL come from the environment.
 */
import { strict as assert } from 'node:assert';
import { createHmac, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

const { POS_API, MERCHANT_EMAIL, MERCHANT_PASSWORD, TERMINAL_SERIAL } = process.env;

/** Not `fetch`: the reference has a GET with a body, which `fetch` refuses to send. */
function exchange(method, path, { headers = {}, body = '' } = {}) {
  const target = new URL(POS_API);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const call = send(
      // The path as it stands: it is signed, so nobody may write it anew.
      {
        hostname: target.hostname,
        port: target.port,
        method,
        path,
        headers: {
          ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      async (response) => {
        let text = '';
        for await (const part of response.setEncoding('utf8')) text += part;
        resolve({ status: response.statusCode, ...JSON.parse(text) });
      },
    );
    call.on('error', reject).end(body);
  });
}

function expectStatus(answer, status) {
  assert.equal(answer.status, status, `${answer.title}: ${JSON.stringify(answer)}`);
  return answer;
}

class Backend {
  async logIn() {
    const body = JSON.stringify({ email: MERCHANT_EMAIL, password: MERCHANT_PASSWORD });
    const answer = expectStatus(await exchange('POST', '/api/v1/merchants/auth/login', { body }), 200);
    this.token = `${answer.data.tokenType} ${answer.data.accessToken}`;
    this.base = `/api/v1/merchants/${answer.data.merchantId}`;
    return this;
  }

  call(method, path, body) {
    const headers = { authorization: this.token };
    return exchange(method, path.startsWith('/api') ? path : this.base + path, {
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async pair(serial) {
    const path = `/pos-terminals/${serial}/pairing`;
    return expectStatus(await this.call('POST', path, { serial }), 200).data.code;
  }

  async sell(amountReference, more = {}) {
    const orderId = randomUUID();
    const body = {
      orderId,
      amountReference,
      currencyReference: 'USD',
      terminalSerial: TERMINAL_SERIAL,
      ...more,
    };
    expectStatus(await this.call('POST', '/transactions', body), 201);
    return orderId;
  }

  async statusOf(orderId) {
    return expectStatus(await this.call('GET', `/transactions/${orderId}`), 200).data.status;
  }

  async cancel(orderId) {
    return expectStatus(await this.call('POST', `/transactions/${orderId}/cancellation`), 200);
  }
}

class Terminal {
  #secret;
  #counter = 0;

  constructor(serial) {
    this.serial = serial;
    this.base = `/api/v1/pos-terminals/${serial}`;
  }

  async activate(code) {
    const body = JSON.stringify({ serial: this.serial, code });
    const answer = await exchange('POST', `${this.base}/pairing/activate`, { body });
    this.#secret = expectStatus(answer, 200).data.secret_key;
  }

  call(method, path, content, { signs = content } = {}) {
    const body = content ? JSON.stringify(content) : '';
    const timestamp = new Date().toISOString();
    const signature = createHmac('sha256', this.#secret)
      .update(`${signs ? body : ''}\n${timestamp}\n${this.base}${path}`)
      .digest('hex');
    const headers = { 'x-pos-timestamp': timestamp, 'x-pos-signature': signature };
    return exchange(method, this.base + path, { headers, body });
  }

  async pay(orderId, more = {}) {
    this.#counter += 1;
    const confirmation = {
      authorizationCode: String(770_000 + this.#counter),
      processCode: '000000',
      terminalNumber: '00000042',
      trace: String(this.#counter).padStart(6, '0'),
      cardTypeForRpt: 'D',
      visOrMccCard: 'VISA',
      batchNumber: 7,
      ...more,
    };
    return expectStatus(await this.call('POST', `/transactions/${orderId}/commit`, confirmation), 200).data;
  }

  async confirmVoid(orderId) {
    const path = `/transactions/${orderId}/cancellation/commit`;
    return expectStatus(await this.call('POST', path), 200).data;
  }
}

const backend = await new Backend().logIn();
const terminal = new Terminal(TERMINAL_SERIAL);
await terminal.activate(await backend.pair(TERMINAL_SERIAL));
const report = {};

// The morning: three sales are waiting at the terminal, asked for as the reference declares it, with a body in the GET.
const [coffee, cake, juice] = [
  await backend.sell(0.1 + 0.2),
  await backend.sell(12.5),
  await backend.sell(3),
];
const declared = { orderId: coffee, amountReference: 0.3, currency: 'USD', serial: TERMINAL_SERIAL };
const waiting = [
  await terminal.call('GET', '/transactions?status=PENDING'),
  await terminal.call('GET', '/transactions?status[in]=PENDING,PAID', declared),
  await terminal.call('GET', '/transactions?status[eq]=PENDING', declared, { signs: false }),
].map((answer) => expectStatus(answer, 200));
report.waiting = waiting.map(({ data, total }) => ({
  amounts: data.map(({ amountReference }) => amountReference).sort((one, other) => one - other),
  total,
}));

const paid = await terminal.pay(coffee);
report.coffee = [paid.status, paid.confirmData.amountReference, paid.confirmData.cardTypeForRpt];
await terminal.pay(cake, { batchNumber: 'LOTE-7', cardTypeForRpt: 'C' });

// A void: the money goes back only when the terminal has said so.
report.cake = [(await backend.cancel(cake)).data.status, await backend.statusOf(cake)];
report.cake.push((await terminal.confirmVoid(cake)).status);

// Cancelled at the till and paid at the terminal a moment later: paid wins.
await backend.cancel(juice);
report.juice = [await backend.statusOf(juice), (await terminal.pay(juice)).status];
report.refusals = [
  (await backend.call('POST', `/transactions/${cake}/cancellation`)).status,
  (await terminal.call('POST', `/transactions/${coffee}/commit`, { authorizationCode: '1' })).status,
  (await backend.call('GET', '/pos-terminals/NEVER-SEEN/settlements')).status,
  (
    await terminal.call('POST', `/transactions/${coffee}/commit`, {
      authorizationCode: '2',
      cardTypeForRpt: 'X',
    })
  ).status,
];

// The evening: one closing by number, one by name, each with the terminal as it describes itself.
const closing = (batchNumber, transactionCount, at) => ({
  batchNumber,
  transactionCount,
  closedAt: at,
  currencyReference: 'USD',
  terminal: { id: '42', affiliateCode: '0001234', number: '00000042', serial: TERMINAL_SERIAL },
});
const evening = Date.now();
for (const [index, batch] of [7, 'LOTE-7', 8].entries()) {
  const at = new Date(evening + index * 1000).toISOString();
  expectStatus(await terminal.call('POST', '/settlements', closing(batch, 2 - index, at)), 201);
}
report.closings = {};
const pages = {
  newest: '?page=1&size=2',
  rest: '?page=2&size=2',
  oldest: '?page=1&size=1&sort=closedAt',
  plus: '?page=1&size=1&sort=+closedAt',
  encoded: '?page=1&size=1&sort=%2BclosedAt',
};
for (const [name, query] of Object.entries(pages)) {
  const bySignature = expectStatus(await terminal.call('GET', `/settlements${query}`), 200);
  const byToken = expectStatus(await backend.call('GET', `${terminal.base}/settlements${query}`), 200);
  const ofMerchant = expectStatus(
    await backend.call('GET', `/pos-terminals/${TERMINAL_SERIAL}/settlements${query}`),
    200,
  );
  assert.deepEqual([byToken.data, ofMerchant.data], [bySignature.data, bySignature.data], name);
  report.closings[name] = {
    batches: bySignature.data.map(({ batchNumber }) => batchNumber),
    totals: [bySignature.total, byToken.total, ofMerchant.total],
  };
}
const one = await terminal.call('GET', '/settlements/7');
const same = await backend.call('GET', `${terminal.base}/settlements/7`);
report.closing = [
  expectStatus(one, 200).data.terminal,
  expectStatus(same, 200).data.batchNumber,
  (await terminal.call('GET', '/settlements/LOTE-7')).data.batchNumber,
];
const sales = expectStatus(await backend.call('GET', '/transactions?status=PAID'), 200);
report.day = { paid: sales.data.length, total: sales.total };
console.log(JSON.stringify(report));
