/**
 * Attacks that need more than one account. Each opens its accounts, and then continues until its process is
 * killed. The functions in the parameters are those of tenant-attacker.js.
 */
import { createHmac, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { attacksByRepetition } from './repetition-attacks.js';

const PASSWORD = 'correct horse';
export const JSON_BODY = { 'content-type': 'application/json' };
/** The snapshot limit of a hosted simulator. */
const SNAPSHOT_BYTES = 4 * 2 ** 20;

export function attacksOfAccounts({ ask, send, crowd, draw, begin, targets }) {
  const answerTo = async (method, path, token, json, to) => {
    // Other attacks can cause a request to be refused, so it is repeated until it succeeds.
    for (;;) {
      const answer = await ask(method, path, { token, json, to });
      if (answer.status < 300) return JSON.parse(answer.text);
    }
  };
  const post = (path, token, body, to) => answerTo('POST', path, token, body, to);
  const batchOf = (agreement_id, count, text = 'x') => ({
    items: Array.from({ length: count }, () => ({
      amount_reference: 1,
      currency_reference: 'VES',
      identifier: 'x',
      agreement_id,
      description: text,
    })),
  });

  async function open() {
    const registration = await post('/console/register', '', {
      short_name: `a-${randomUUID()}`,
      password: PASSWORD,
    });
    const { token } = registration.key;
    const agreement = await post('/api/v1/ext/agreements', token, {
      title: 'Shop',
      payment_methods: { immediate_debit: true, crypto: true },
      default_bank_account_id: 'main',
    });
    return {
      token,
      id: registration.account_id,
      console: registration.console_token,
      agreement: agreement.data.agreement_id,
    };
  }

  const batch = ({ token, agreement }, count, text) =>
    send('POST', '/api/v1/ext/payment-sessions/request/batch', {
      token,
      json: batchOf(agreement, count, text),
    });

  /** Registers a merchant and links a terminal with this serial. */
  async function linkTerminal(serial) {
    const login = { email: `${randomUUID()}@till.invalid`, password: PASSWORD };
    const merchant = await post('/api/v1/merchants', '', { ...login, legalName: 'Shop', taxId: 'J-1' });
    const { accessToken: token } = await post('/api/v1/merchants/auth/login', '', login);
    const merchantPath = `/api/v1/merchants/${merchant.data.id}`;
    const paired = await post(`${merchantPath}/pos-terminals/${serial}/pairing`, token, { serial });
    const terminalPath = `/api/v1/pos-terminals/${serial}`;
    const { code } = paired.data;
    const active = await post(`${terminalPath}/pairing/activate`, '', { serial, code });
    return { token, merchantPath, terminalPath, secretKey: active.data.secret_key };
  }

  return {
    /**
     * Snapshots: the account's own, saved and loaded again, of the maximum size, and with faults in every
     * record.
     */
    snapshots: async () => {
      const { token, agreement } = await open();
      await batch({ token, agreement }, 20);
      const file = await answerTo('GET', '/control/snapshot', token);
      const [account] = file.accounts;
      const [session] = account.sessions;
      const sessions = [];
      const each = JSON.stringify(session).length + 1;
      for (let bytes = 0; bytes < SNAPSHOT_BYTES - 200_000; bytes += each)
        sessions.push({ ...session, id: randomUUID() });
      const textOf = (change) => JSON.stringify({ ...file, accounts: [{ ...account, ...change }] });
      const texts = [
        textOf({}),
        textOf({ sessions, trace: [] }),
        textOf({
          sessions: sessions.map((session) => ({ ...session, status: 'x', amountMinor: -1, more: {} })),
        }),
        textOf({ sessions: [...sessions, sessions[0]], trace: [] }),
        textOf({ trace: Array.from({ length: 50_000 }, (_, id) => ({ id: id + 1, data: [[[]]] })) }),
        `{"accounts":${'['.repeat(SNAPSHOT_BYTES / 2 - 20)}${']'.repeat(SNAPSHOT_BYTES / 2 - 20)}}`,
      ];
      await crowd(50, (number) =>
        number % 5 === 0
          ? send('GET', '/control/snapshot', { token })
          : send('PUT', '/control/snapshot', {
              token,
              headers: { ...JSON_BODY, ...draw(fc.constantFrom({}, { 'transfer-encoding': 'chunked' })) },
              body: draw(fc.constantFrom(...texts)),
            }),
      );
    },
    /** Changes of an account's clock, with scheduled events and receivers that never respond. */
    clocks: async () => {
      const account = await open();
      await batch(account, 200);
      const act = fc.constantFrom(
        ['POST', '/control/clock/advance', { ms: 86_400_000 }],
        ['POST', '/control/clock/advance', { ms: 1 }],
        ['PUT', '/control/clock', { now: '2099-12-31T00:00:00.000Z', frozen: true }],
        ['DELETE', '/control/clock'],
      );
      await crowd(100, (number) => {
        if (number % 10 === 0) return batch(account, 20);
        const [method, path, json] = draw(act);
        return send(method, path, { token: account.token, json });
      });
    },
    /** The largest commits that an account can cause, as many at the same time as it can. */
    batches: async () => {
      const account = await open();
      await crowd(64, () => batch(account, 200, 'x'.repeat(2000)));
    },
    /** Forty accounts that each request as much as their limits allow. */
    accounts: async () => {
      const accounts = await Promise.all(Array.from({ length: 40 }, open));
      const acts = [
        (account) => batch(account, 100, 'x'.repeat(2000)),
        ({ console }) => send('GET', '/console/sessions?limit=1000', { token: console }),
        ({ console }) => send('GET', '/console/trace?limit=1000', { token: console }),
        ({ console }) => send('GET', '/console/calls?q=nowhere&limit=1000', { token: console }),
        ({ token }) => send('GET', '/control/snapshot', { token }),
        ({ token }) => send('POST', '/control/clock/advance', { token, json: { ms: 60_000 } }),
      ];
      await crowd(200, (number) => draw(fc.constantFrom(...acts))(accounts[number % accounts.length]));
    },
    /** Forty accounts that each read whole lists, four or five at once. */
    readers: async () => {
      const accounts = await Promise.all(Array.from({ length: 40 }, open));
      await Promise.all(accounts.map((account) => batch(account, 200, 'x'.repeat(1000))));
      const lists = ['/console/sessions?limit=1000', '/console/trace?limit=1000'];
      begin();
      await crowd(180, (number) =>
        send('GET', draw(fc.constantFrom(...lists)), { token: accounts[number % accounts.length].console }),
      );
    },
    /** Wrong signatures for a serial that forty accounts have linked. */
    serials: async () => {
      const terminals = await Promise.all(Array.from({ length: 40 }, () => linkTerminal('SN-000123')));
      const [{ terminalPath }] = terminals;
      begin();
      await crowd(100, () =>
        send('POST', `${terminalPath}/settlements`, {
          headers: {
            ...JSON_BODY,
            'x-pos-timestamp': new Date().toISOString(),
            'x-pos-signature': 'a'.repeat(64),
          },
          body: ' '.repeat(draw(fc.constantFrom(100, 60_000))),
        }),
      );
    },
    /** JSON bodies with as many names, and as many items, as fit. */
    fat: async () => {
      const { token } = await open();
      const names = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, at]));
      const texts = [{ title: 'x', rules: names }, names, { items: Array(80_000).fill({ a: 1 }) }].map(
        (body) => JSON.stringify(body),
      );
      const paths = [
        '/api/v1/ext/agreements',
        '/api/v1/ext/partners',
        '/api/v1/ext/payment-sessions/request/batch',
      ];
      await crowd(100, () =>
        send('POST', draw(fc.constantFrom(...paths)), {
          token,
          headers: JSON_BODY,
          body: draw(fc.constantFrom(...texts)),
        }),
      );
    },
    /** An agent's messages: expensive signature checks and lists of tools. */
    agents: async () => {
      const { token } = await open();
      const headers = {
        'svc-signature': 'a'.repeat(64),
        'svc-timestamp': '2030-01-01T00:00:00Z',
        'idempotency-key': randomUUID(),
      };
      const bodies = [4000, 400_000].flatMap((half) => [
        `[${'1,'.repeat(half)}1]`,
        '{"a":'.repeat(half / 4) + '}'.repeat(half / 4),
        `["${'é'.repeat(half / 2)}"]`,
      ]);
      const calls = [
        ...bodies.map((body) => ({ name: 'check_signature', arguments: { headers, body } })),
        { name: 'check_signature', arguments: { headers, body: '{}', secret: ' "'.repeat(200_000) } },
        { name: 'account', arguments: {} },
      ];
      const texts = [
        ...calls.map((params) => ({ method: 'tools/call', params })),
        { method: 'tools/list', params: {} },
      ].map((message) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }));
      await crowd(200, () =>
        send('POST', '/mcp', {
          token,
          headers: { ...JSON_BODY, accept: 'application/json, text/event-stream' },
          body: draw(fc.constantFrom(...texts)),
        }),
      );
    },
    /** Payment pages, and forms that pay, fail, or are invalid. */
    payments: async () => {
      const account = await open();
      const transaction = await post(
        '/api/v1/ext/payment-sessions/request/batch',
        account.token,
        batchOf(account.agreement, 100, '<b>'.repeat(600)),
      );
      const ids = [...transaction.data.items.map(({ id }) => id), randomUUID()];
      const form = fc.record({
        metodo: fc.constantFrom('immediate_debit', 'crypto', 'x'.repeat(5000)),
        otp: fc.constantFrom('111111', '222222', '1'.repeat(20_000)),
        nombre: fc.constantFrom('x', '<'.repeat(60_000)),
        cedula: fc.constant('12345678'),
        tipo: fc.constant('V'),
        banco: fc.constantFrom('0102', '9999'),
      });
      await crowd(200, (number) => {
        const path = `/pay/${draw(fc.constantFrom(...ids))}`;
        if (number % 2) return send('GET', path, { headers: { accept: 'text/html' } });
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        return send('POST', path, { headers, body: String(new URLSearchParams(draw(form))) });
      });
    },
    /** A terminal's requests with valid and invalid signatures, and pages of many settlements. */
    terminals: async () => {
      const { token, merchantPath, terminalPath, secretKey } = await linkTerminal('SN-1');
      const sendSigned = (method, path, body = '') => {
        const timestamp = new Date().toISOString();
        const secret = draw(fc.constantFrom(secretKey, secretKey, 'wrong'));
        const signature = createHmac('sha256', secret).update(
          `${body}\n${timestamp}\n${terminalPath}${path}`,
        );
        const headers = {
          ...JSON_BODY,
          'x-pos-timestamp': timestamp,
          'x-pos-signature': signature.digest('hex'),
        };
        return send(method, terminalPath + path, { headers, body: body || undefined });
      };
      let closings = 0;
      const closing = () => ({
        batchNumber: ++closings,
        transactionCount: 0,
        closedAt: new Date().toISOString(),
        currencyReference: 'VES',
      });
      await crowd(100, (number) => {
        if (number % 4 === 0) return sendSigned('POST', '/settlements', JSON.stringify(closing()));
        if (number % 4 === 1) return sendSigned('GET', '/settlements?page=2&size=200');
        if (number % 4 === 2)
          return send('GET', `${merchantPath}/pos-terminals/SN-1/settlements?page=9`, { token });
        const order = { orderId: randomUUID(), amountReference: 1, currencyReference: 'VES' };
        return send('POST', `${merchantPath}/transactions`, { token, json: order });
      });
    },
    ...attacksByRepetition({ send, crowd, draw, targets, open, post, answerTo, batchOf }),
    /**
     * Forged addresses in `X-Forwarded-For` before the balancer's address: in every notation, and another
     * address in each request.
     */
    forwarded: () => {
      const network = fc
        .tuple(fc.nat(65_535), fc.nat(65_535))
        .map(([a, b]) => `2001:db8:${a.toString(16)}:${b.toString(16)}::1`);
      const value = fc.oneof(
        network,
        network.map((address) => `${address}, [${address}]:1, ${','.repeat(8000)}`),
        fc.constantFrom('unknown', '::ffff:127.0.0.1', '127.0.0.1, '.repeat(1200), '0x7f.1', '_hidden'),
      );
      return crowd(200, () =>
        send('POST', draw(fc.constantFrom('/console/login', '/console/register')), {
          headers: { 'x-forwarded-for': draw(value) },
          json: { short_name: `n${draw(fc.nat(10_000_000))}`, password: 'wrong' },
        }),
      );
    },
  };
}
