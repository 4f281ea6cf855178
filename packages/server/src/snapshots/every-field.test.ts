import {
  commitTransaction,
  createAgreement,
  createButtonSession,
  createConsoleMerchant,
  createPartner,
  createRequestBatch,
  createRequestSession,
  createSettlement,
  createSplitReceiptAgreement,
  createTransaction,
  type Operation,
  setChaos,
  updateSettings,
} from '@svc-simulator/contract';
import { fullBody } from '@svc-simulator/test-support/full-bodies.ts';
import { sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { differences, load, saved } from '@svc-simulator/test-support/snapshot-scene.ts';
import { expect, it } from 'vitest';

const orderId = '5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b';

it('a snapshot holds every field that the API takes, and what it holds can be loaded', async () => {
  await using sim = await TestSimulator.start();
  await using there = await TestSimulator.start();
  const account = await sim.account();
  const given: Record<string, unknown> = {
    agreement_id: account.agreement,
    webhook_url: '',
    frame_ancestors: ['https://shop.invalid'],
  };
  /** Sends all that an operation takes, and sees that it is answered again. */
  const made = async (operation: Operation, token: string | undefined, path = operation.path) => {
    const body = fullBody(operation, given);
    const answer = await sim.send(operation.method, path, { token, body });
    expect(answer.json, operation.id).toMatchObject({ status: operation.status });
    return answer.json.data;
  };

  given.recipient_id = (await made(createPartner, account.token)).partner_id;
  await made(createAgreement, account.token);
  await made(createSplitReceiptAgreement, account.token);
  const button = await made(createButtonSession, account.token);
  expect(button).toMatchObject({ split: { rules: [{ label: 'text' }] }, internal_reference: 'text' });
  await made(createRequestSession, account.token);
  await made(createRequestBatch, account.token);

  Object.assign(given, { email: 'owner@cafe.invalid', password: 'correct horse' });
  const { id } = await made(createConsoleMerchant, account.console);
  const login = await sim.send('POST', '/api/v1/merchants/auth/login', {
    body: { email: given.email, password: given.password },
  });
  const merchant = new TestMerchant(sim, id, 'owner@cafe.invalid', login.json.accessToken);
  const terminal = await merchant.terminal('SN-1');
  Object.assign(given, { orderId, terminalSerial: 'SN-1', serial: 'SN-1', commitAt: '2026-11-20T21:27:00Z' });
  const path = createTransaction.path.replace('{merchantId}', id);
  await made(createTransaction, merchant.token, path);
  const signed = async (operation: Operation, at: string) => {
    const answer = await sendSigned(sim, terminal, 'POST', at, { body: fullBody(operation, given) });
    expect(answer.json, operation.id).toMatchObject({ status: operation.status });
  };
  Object.assign(given, {
    batchNumber: 'B-7',
    terminal: { id: '1', affiliateCode: '2', number: '3', serial: 'SN-1' },
  });
  await signed(commitTransaction, `/transactions/${orderId}/commit`);
  await signed(createSettlement, '/settlements');
  Object.assign(given, { frame_ancestors: ['https://shop.invalid'] });
  await made(updateSettings, account.console);
  await made(setChaos, account.token);

  const file = await saved(sim, account);
  const mine = await there.account();
  const { json: loaded } = await load(there, mine, file);
  expect(loaded.errors ?? []).toEqual([]);
  expect(differences(file, await saved(there, mine))).toEqual(['changed terminals SN-1/state']);
});
