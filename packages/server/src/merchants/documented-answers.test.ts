import { type Operation, operations } from '@svc-simulator/contract';
import {
  activate,
  logIn,
  merchantBody,
  sendSigned,
  TestMerchant,
} from '@svc-simulator/test-support/merchant.ts';
import { type Answered, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';

it('every operation of the merchant and POS API answers as the OpenAPI document says', async () => {
  await using sim = await TestSimulator.start();
  const account = await sim.account();
  const merchant = await TestMerchant.register(sim);
  const answers = new Map<string, Answered>();
  const keep = async (id: string, sent: Promise<Answered>) => {
    const answer = await sent;
    answers.set(id, answer);
    return answer.json.data;
  };
  const body = { ...merchantBody, email: 'documented@cafe.example' };
  await keep('registerMerchant', sim.send('POST', '/api/v1/merchants', { body }));
  const profile = { ...merchantBody, email: 'console@cafe.example' };
  await keep(
    'createConsoleMerchant',
    sim.send('POST', '/console/merchant', { token: account.console, body: profile }),
  );
  await keep('loginMerchant', logIn(sim, merchant.email));
  const { code } = await keep('pairTerminal', merchant.pairing('POST', 'SN-1'));
  const { secret_key: secret } = await keep('activateTerminal', activate(sim, 'SN-1', code));
  const order = {
    orderId: crypto.randomUUID(),
    amountReference: 0.1,
    currency: 'USDT',
    serial: 'SN-1',
    clientIdentification: 'V-1',
    deeplinkConfig: { returnPackage: 'com.shop' },
  };
  const path = `/transactions/${order.orderId}`;
  const signed = (method: string, below: string, sent?: object) =>
    sendSigned(sim, { serial: 'SN-1', secret }, method, below, { body: sent });
  await keep('createTransaction', merchant.send('POST', '/transactions', order));
  const confirmation = { authorizationCode: 'A', visorMccCard: 'VISA', batchNumber: 7, trace: '1' };
  await keep('commitTransaction', signed('POST', `${path}/commit`, confirmation));
  await keep('cancelTransaction', merchant.cancel(order.orderId));
  await keep('commitVoid', signed('POST', `${path}/cancellation/commit`));
  await keep('getTransaction', merchant.send('GET', path));
  await keep('listTransactions', merchant.send('GET', '/transactions'));
  await keep('getTerminalTransaction', signed('GET', path));
  await keep('listTerminalTransactions', signed('GET', '/transactions'));
  const closing = {
    batchNumber: 'B-7',
    transactionCount: 1,
    closedAt: '2026-01-01',
    currencyReference: 'VES',
    debitBatch: 3,
  };
  await keep('createSettlement', signed('POST', '/settlements', closing));
  await keep('getSettlement', signed('GET', '/settlements/B-7'));
  await keep('listSettlements', signed('GET', '/settlements'));
  await keep('listMerchantSettlements', merchant.send('GET', '/pos-terminals/SN-1/settlements'));
  await keep('listTerminals', merchant.send('GET', '/pos-terminals'));
  await keep('unpairTerminal', merchant.pairing('DELETE', 'SN-1'));

  const documented = operations.filter(
    ({ family, id }) => family === 'merchant' || family === 'pos' || id === 'createConsoleMerchant',
  );
  expect([...answers.keys()].sort()).toEqual(documented.map(({ id }) => id).sort());
  for (const operation of documented) expectDocumented(operation, answers.get(operation.id) as Answered);
});

function expectDocumented(
  { id, status, title, data, paged, counted, flat }: Operation,
  answer: Answered,
): void {
  expect([id, answer.status, answer.json.status, answer.json.title]).toEqual([id, status, status, title]);
  const parsed = data?.().safeParse(answer.json.data);
  expect(parsed?.error?.issues ?? [], id).toEqual([]);
  // Nothing is answered that is not documented.
  expect([id, parsed?.data]).toEqual([id, answer.json.data]);
  const ofList = [...(paged ? ['next_cursor'] : []), ...(counted ? ['total'] : [])];
  const extra = [...ofList, ...(flat ? Object.keys(answer.json.data) : [])];
  expect([id, Object.keys(answer.json).sort()]).toEqual([id, ['data', 'status', 'title', ...extra].sort()]);
}
