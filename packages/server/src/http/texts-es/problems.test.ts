import { type Operation, operations, signTerminalRequest } from '@svc-simulator/contract';
import { TestMerchant, type TestTerminal } from '@svc-simulator/test-support/merchant.ts';
import { faultyBodies, queryNames } from '@svc-simulator/test-support/problems/faulty-bodies.ts';
import { type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Words of every English sentence, which no Spanish one has. */
const english =
  /\b(the|is|are|be|must|not|of|and|or|this|that|with|has|have|for|from|to|in|on|it|such|invalid|expected|received|unrecognized|too|unexpected|required|takes)\b/i;

/** Names of events and filters. */
const names = /\w+(\.\w+|\[\w+\])/g;

const NOBODY = '00000000-0000-4000-8000-000000000000';

let sim: TestSimulator;
let account: TestAccount;
let merchant: TestMerchant;
let terminal: TestTerminal;
let there: Record<string, string>;

beforeAll(async () => {
  sim = await TestSimulator.start();
  account = await sim.account();
  merchant = await TestMerchant.register(sim);
  terminal = await merchant.terminal('SN-1');
  const id = await sim.button(account);
  there = {
    ...{ session_id: id, id, account_id: account.id, receiver: 'paid', merchantId: merchant.id },
    ...{ serialNumber: 'SN-1', orderId: await merchant.create(), batchNumber: '1' },
  };
});
afterAll(() => sim.close());

interface Ask {
  readonly body?: string | undefined;
  readonly query?: string;
  readonly values?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

async function ask({ path, method, auth }: Operation, sent: Ask = {}) {
  const values = { ...there, ...sent.values };
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? NOBODY) + (sent.query ?? '');
  const own = sent.method ?? method;
  return sim.send(own, target, {
    ...(sent.body === undefined || own === 'GET' ? {} : { body: sent.body }),
    headers: {
      'accept-language': 'es-VE, en;q=0.5',
      ...credential(auth, target, sent.body),
      ...sent.headers,
    },
  });
}

function credential(auth: Operation['auth'], url: string, body = ''): Record<string, string> {
  if (auth === 'none') return {};
  if (auth !== 'terminal') {
    const token = { api: account.token, console: account.console, merchant: merchant.token }[auth];
    return { authorization: `Bearer ${token}` };
  }
  const timestamp = new Date(sim.clock.now()).toISOString();
  const signature = signTerminalRequest({ secretKey: terminal.secret, timestamp, url, body });
  return { 'x-pos-timestamp': timestamp, 'x-pos-signature': signature };
}

/** The sentences of a problem that are not Spanish, with the status; none where the answer is no problem. */
function strangeIn({ status, headers, json }: Awaited<ReturnType<typeof ask>>): string[] {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) return [];
  expect([headers.get('content-language'), headers.get('vary')]).toEqual(['es', 'accept-language']);
  const { title, detail = '', message, errors = [] } = json;
  const said = [title, detail, message, ...errors.map((fault: { detail: string }) => fault.detail)];
  return said.filter((text) => english.test(text.replaceAll(names, ''))).map((text) => `${status} ${text}`);
}

/** What would end the tests, or the credential that they come with. */
const last = [
  'deleteAccount',
  'changePassword',
  'unlinkTerminal',
  'revokeToken',
  'resetAccount',
  'logoutApi',
];

describe('a request in Spanish', () => {
  it.each(operations.filter(({ id }) => !last.includes(id)).map((one) => [one.id, one] as const))(
    'of %s is refused in Spanish',
    async (_id, operation) => {
      const example = operation.example ?? operation.rawBody?.example;
      const sample =
        example === undefined ? undefined : (JSON.parse(own(JSON.stringify(example))) as unknown);
      const text = sample === undefined ? undefined : JSON.stringify(sample);
      const nowhere = Object.fromEntries(Object.keys(there).map((name) => [name, NOBODY]));
      const asked: Ask[] = [
        { body: text, values: nowhere },
        { body: text, headers: { 'content-type': 'text/plain' } },
        { body: text, headers: { 'idempotency-key': 'k'.repeat(256) } },
        ...[account.token, account.console, merchant.token, 'nobody'].map((token) => ({
          body: text,
          headers: { authorization: `Bearer ${token}` },
        })),
        {
          body: text,
          headers: { authorization: 'Basic x', 'x-pos-signature': 'zz', 'x-pos-timestamp': 'zz' },
        },
        { body: text, headers: { authorization: '', 'x-pos-signature': '', 'x-pos-timestamp': '' } },
        { method: 'PROPFIND', values: nowhere },
        ...queryNames(operation).flatMap((name) =>
          ['', '0', 'zz', '-1', '9'.repeat(30), 'x'.repeat(600)].map((value) => ({
            query: `?${name}=${value}`,
          })),
        ),
        ...(operation.body ? faultyBodies(operation, sample).map((body) => ({ body })) : []),
      ];
      const strange = new Set<string>();
      for (const one of asked) for (const text of strangeIn(await ask(operation, one))) strange.add(text);
      expect([...strange]).toEqual([]);
    },
  );

  function own(text: string): string {
    return text.replaceAll('agr_0f3a9c51d27be846', account.agreement);
  }
});
