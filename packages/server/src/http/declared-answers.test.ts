import { type Operation, openApiDocument, operations, signTerminalRequest } from '@svc-simulator/contract';
import { merchantBody, TestMerchant, type TestTerminal } from '@svc-simulator/test-support/merchant.ts';
import {
  agreementBody,
  buttonBody,
  paymentForm,
  type TestAccount,
  TestSimulator,
} from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

interface Described {
  readonly responses: Record<string, { readonly content?: Record<string, unknown>; readonly $ref?: string }>;
}

const document = openApiDocument({ serverUrl: 'http://127.0.0.1:4010', version: '1.2.3' });
const paths = document.paths as Record<string, Record<string, Described>>;
const components = document.components as { responses: Record<string, { content: Record<string, unknown> }> };

/** Whether the document says that an operation may answer so. */
function isDeclared(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  status: number,
  type: string,
): boolean {
  const { responses = {} } = paths[path]?.[method.toLowerCase()] ?? {};
  const family = `${String(status)[0]}XX`;
  const found = responses[status] ?? responses[family];
  if (!found) return false;
  const response = found.$ref ? components.responses[found.$ref.split('/').at(-1) as string] : found;
  const media = Object.keys(response?.content ?? {});
  return media.length === 0 ? type === '' : media.includes(type) || media.includes('*/*');
}

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('every answer of every operation', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  let merchant: TestMerchant;
  let other: TestMerchant;
  let terminal: TestTerminal;
  /** Values of path parameters that exist. */
  let there: Record<string, string>;
  const seen = new Map<string, Set<number>>();
  const undeclared = new Set<string>();

  beforeAll(async () => {
    sim = await TestSimulator.start();
    account = await sim.account();
    [merchant, other] = [await TestMerchant.register(sim), await TestMerchant.register(sim)];
    terminal = await merchant.terminal('SN-1');
    const session = await sim.button(account);
    const made = await sim.send('POST', '/console/classes', {
      token: account.console,
      body: { title: 'March' },
    });
    there = {
      session_id: session,
      id: session,
      account_id: account.id,
      receiver: 'paid',
      class_id: made.json.data.class_id,
      merchantId: merchant.id,
      serialNumber: 'SN-1',
      orderId: await merchant.create(),
      batchNumber: '1',
    };
  });
  afterAll(() => sim.close());
  beforeEach(() => undeclared.clear());

  interface Ask {
    readonly headers?: Record<string, string>;
    readonly body?: string | Uint8Array;
    readonly query?: string;
    readonly params?: Record<string, string>;
    readonly credential?: 'right' | 'none' | 'wrong';
  }

  async function ask(
    operation: Operation,
    { headers = {}, body, query = '', params, credential = 'right' }: Ask,
  ) {
    const values = { ...there, ...params };
    let text = '';
    let isJson = false;
    for (const path of [operation.path, ...(operation.aliases ?? []).map((alias) => alias.path)]) {
      const target =
        path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? NOBODY)) + query;
      const answer = await fetch(sim.url + target, {
        method: operation.method,
        redirect: 'manual',
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(credential === 'right' ? credentials(operation, target, body) : {}),
          ...(credential === 'wrong' ? { authorization: `Bearer ${other.token}` } : {}),
          ...headers,
        },
        ...(body === undefined || operation.method === 'GET' ? {} : { body: body as string }),
      });
      const type = (answer.headers.get('content-type') ?? '').split(';')[0] as string;
      // A stream has no end.
      if (type === 'text/event-stream') await answer.body?.cancel();
      else text = await answer.text();
      isJson = type.includes('json');
      // No cache keeps it, and no browser takes it for something else.
      const handling = ['cache-control', 'x-content-type-options'].map((name) => answer.headers.get(name));
      if (isJson && String(handling) !== 'no-store,nosniff')
        undeclared.add(`${operation.method} ${path}: ${answer.status} ${handling}`);
      const statuses = seen.get(operation.id) ?? new Set();
      seen.set(operation.id, statuses.add(answer.status));
      if (!isDeclared({ method: operation.method, path }, answer.status, type))
        undeclared.add(`${operation.method} ${path}: ${answer.status} ${type}`);
    }
    return isJson ? JSON.parse(text) : undefined;
  }

  const of = (id: string) => operations.find((operation) => operation.id === id) as Operation;
  /** Asks an operation with a body that is made for it; its answer's `data`. */
  const told = async (id: string, body?: unknown, more: Ask = {}) =>
    (await ask(of(id), { ...(body === undefined ? {} : { body: JSON.stringify(body) }), ...more }))?.data;

  function credentials({ auth }: Operation, url: string, body: Ask['body']): Record<string, string> {
    if (auth === 'none') return {};
    if (auth !== 'terminal') {
      const token = { api: account.token, console: account.console, merchant: merchant.token }[auth];
      return { authorization: `Bearer ${token}` };
    }
    const timestamp = new Date(sim.clock.now()).toISOString();
    const text = body === undefined ? '' : String(body);
    const signature = signTerminalRequest({ secretKey: terminal.secret, timestamp, url, body: text });
    return { 'x-pos-timestamp': timestamp, 'x-pos-signature': signature };
  }

  const example = ({ example, rawBody }: Operation) => {
    const body = example ?? rawBody?.example;
    return body === undefined
      ? undefined
      : JSON.stringify(body).replaceAll('agr_0f3a9c51d27be846', account.agreement);
  };
  const writing = ({ method }: Operation) => method !== 'GET';

  it.each([...operations].sort(lastOnes).map((operation) => [operation.id, operation] as const))(
    'of %s stands in the document',
    async (_id, operation) => {
      const body = example(operation);
      const sent = body === undefined ? {} : { body };
      const nowhere = Object.fromEntries(Object.keys(there).map((name) => [name, NOBODY]));
      for (const credential of ['none', 'wrong'] as const) await ask(operation, { ...sent, credential });
      for (const accept of ['application/json', 'text/html', 'text/event-stream', 'text/csv', '*/*'])
        await ask(operation, { ...(writing(operation) ? {} : sent), headers: { accept } });
      await ask(operation, { ...sent, params: nowhere });
      await ask(operation, {
        ...sent,
        query: '?limit=x&cursor=%00&type=x&status=x&page=x&size=x&sort=x&after=x&lang=en&session_id=x',
      });
      expect([...undeclared]).toEqual([]);
      if (!writing(operation)) return;
      const key = { 'idempotency-key': `key-${operation.id}` };
      await ask(operation, { ...sent, headers: key });
      await ask(operation, { ...sent, headers: key });
      await ask(operation, { body: '{"title":"another"}', headers: key });
      for (const wrong of ['{', '{}', '[]', 'null', '""', '{"a":{"b":1}}'])
        await ask(operation, { body: wrong });
      await ask(operation, { body: 'a=1', headers: { 'content-type': 'text/plain' } });
      // A form that is posted below /console is a page's.
      if (!operation.path.startsWith('/console/'))
        await ask(operation, {
          body: 'metodo=crypto&otp=000000',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
      await ask(operation, { body: `"${'x'.repeat(1_100_000)}"` });
      expect([...undeclared]).toEqual([]);
    },
  );

  it('of what needs something beforehand stands there too: sessions, webhooks, tokens, classes', async () => {
    const form = (fields = {}) => paymentForm(fields);
    const pay = (id: string, fields = {}, headers = {}) =>
      told('submitPayment', undefined, {
        params: { id },
        ...form(fields),
        headers: { ...form(fields).headers, ...headers },
      });
    const { agreement_id } = await told('createAgreement', agreementBody);
    const { partner_id } = await told('createPartner', { name: 'Ana' });
    const recipients = [{ recipient_id: partner_id, percent: 10 }];
    await told('createSplitReceiptAgreement', { ...agreementBody, recipients });
    const { receivers } = await told('getKeys');
    const button = async (): Promise<string> =>
      (await told('createButtonSession', { ...buttonBody, agreement_id, webhook_url: receivers.captura })).id;
    const [paid, failed, forced] = [await button(), await button(), await button()];
    await pay(paid);
    await pay(paid);
    await pay(failed, { otp: '111111' });
    await pay(await button(), { banco: '' });
    await pay(await button(), {}, { 'content-type': 'text/plain' });
    for (const id of [paid, failed]) await told('showPaymentPage', undefined, { params: { id } });
    for (const id of ['openPaymentPage', 'expireSession'])
      await told(id, undefined, { params: { session_id: paid } });
    for (const outcome of ['paid', 'paid'])
      await told('forceOutcome', { leg: 1, outcome }, { params: { session_id: forced } });
    await told('receiveHook', {}, { params: { receiver: 'fail' } });
    await told('sendProbe', { session_id: paid, kind: 'bad_signature' });
    const [emitted] = await told('getTrace', undefined, { query: '?type=webhook.emitted' });
    await told('resendDelivery', {}, { params: { delivery_id: emitted.data.delivery_id } });
    await told('resendDeliveries', {});
    await told('listDeliveries');
    for (const id of ['listSessions', 'listDeliveries', 'listCalls'])
      await told(id, undefined, { query: '?q=A-1' });
    await told('loadSnapshot', await ask(of('getSnapshot'), {}));

    const named = { short_name: 'another', password: 'correct horse' };
    await told('registerAccount', named);
    const { refreshToken } = await told('loginApi', named);
    await told('refreshApiToken', { refreshToken });
    const [first] = await told('listTokens');
    await told('revokeToken', undefined, { params: { token_id: first.token_id } });
    const { class_id, join_code } = await told('createClass', { title: 'April' });
    const trainee = await sim.account();
    const asTrainee = { headers: { authorization: `Bearer ${trainee.console}` } };
    await told('joinClass', { class_code: join_code }, asTrainee);
    for (const id of ['getClass', 'leaveClass'])
      await told(id, undefined, { ...asTrainee, params: { class_id } });
    await told('joinClass', { class_code: join_code }, asTrainee);
    for (const id of ['resetTraineePassword', 'removeTrainee'])
      await told(id, undefined, { params: { class_id, short_name: trainee.name } });
    const leaving = await sim.account();
    const asLeaving = { headers: { authorization: `Bearer ${leaving.console}` } };
    const passwords = { current_password: 'correct horse', new_password: 'battery staple' };
    await told('changePassword', passwords, asLeaving);
    await told('deleteAccount', { password: 'battery staple' }, asLeaving);

    const settings = (throttle_per_minute: number | null) => told('updateSettings', { throttle_per_minute });
    await settings(1);
    for (const { id } of operations.filter(({ family }) => family === 'session'))
      for (let time = 0; time < 2; time++) await told(id);
    await settings(null);
    expect([...undeclared]).toEqual([]);
  });

  it('of terminals stands there too', async () => {
    await told('registerMerchant', { ...merchantBody, email: 'new@cafe.example' });
    const { code } = await told('pairTerminal', { serial: 'SN-1' });
    terminal = { serial: 'SN-1', ...(await activated('SN-1', code)) };
    const orderId = crypto.randomUUID();
    const order = { params: { orderId } };
    await told('createTransaction', { orderId, amountReference: 1, currencyReference: 'USD' });
    await told('commitTransaction', { authorizationCode: '123456' }, order);
    await told('commitTransaction', { authorizationCode: '654321' }, order);
    await told('cancelTransaction', undefined, order);
    await told('commitVoid', undefined, order);
    await told('cancelTransaction', undefined, order);
    const closing = {
      batchNumber: 77,
      transactionCount: 1,
      closedAt: '2026-01-01T00:00:00Z',
      currencyReference: 'USD',
    };
    for (let time = 0; time < 2; time++) await told('createSettlement', closing);
    await told('getSettlement', undefined, { params: { batchNumber: '77' } });
    expect([...undeclared]).toEqual([]);
  });

  async function activated(serial: string, code: string): Promise<{ readonly secret: string }> {
    const { secret_key: secret } = await told('activateTerminal', { serial, code });
    return { secret };
  }

  it('was a success of each operation at least once', () => {
    const failed = operations.filter(({ id }) => ![...(seen.get(id) ?? [])].some((status) => status < 400));
    // The authority of --tls is not there without it.
    expect(failed.map(({ id }) => id)).toEqual(['getAuthority']);
  });
});

/** What takes away what the others need comes last. */
function lastOnes(one: Operation, other: Operation): number {
  return rank(one) - rank(other);
}

function rank({ id, method }: Operation): number {
  if (/^(reset|login|revoke|delete|load)/i.test(id) || method === 'DELETE') return 1;
  return 0;
}
