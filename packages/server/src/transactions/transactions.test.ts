import {
  type Signing,
  sendSigned,
  TestMerchant,
  type TestTerminal,
} from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('transactions (specification, Transaction; contract sections 6 and 9)', () => {
  let sim: TestSimulator;
  let merchant: TestMerchant;
  let other: TestMerchant;
  let terminal: TestTerminal;
  let second: TestTerminal;
  beforeAll(async () => {
    sim = await TestSimulator.start();
    [merchant, other] = [await TestMerchant.register(sim), await TestMerchant.register(sim)];
    [terminal, second] = [await merchant.terminal('SN-1'), await merchant.terminal('SN-2')];
  });
  afterAll(() => sim.close());

  const get = (orderId: string, who = merchant) => who.send('GET', `/transactions/${orderId}`);
  const signed = (method: string, path: string, signing: Signing = {}, who = terminal) =>
    sendSigned(sim, who, method, path, signing);
  const commit = (orderId: string, more: object = {}, who = terminal) =>
    signed('POST', `/transactions/${orderId}/commit`, { body: { authorizationCode: 'A-1', ...more } }, who);
  const commitVoid = (orderId: string, who = terminal) =>
    signed('POST', `/transactions/${orderId}/cancellation/commit`, {}, who);
  const now = () => new Date(sim.clock.now()).toISOString();

  describe('creation', () => {
    it('answers the transaction with the request’s fields', async () => {
      const body = {
        orderId: crypto.randomUUID(),
        amountReference: 1999.99,
        currency: 'VES',
        serial: 'SN-1',
        allowAmountChange: true,
        clientIdentification: 'V-12345678',
        deeplinkConfig: { returnPackage: 'com.shop', returnActivity: '.Pay', unknown: 1 },
        unknown: true,
      };
      const made = await merchant.send('POST', '/transactions', body);
      expect(made.status).toBe(201);
      expect(made.json.data).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        orderId: body.orderId,
        merchantId: merchant.id,
        status: 'PENDING',
        amountReference: 1999.99,
        currencyReference: 'VES',
        allowAmountChange: true,
        clientIdentification: 'V-12345678',
        terminalSerial: 'SN-1',
        deeplinkConfig: { returnPackage: 'com.shop', returnActivity: '.Pay' },
        confirmData: null,
        cancellationDara: null,
        createdAt: now(),
        updatedAt: now(),
      });
      expect((await get(body.orderId)).json.data).toEqual(made.json.data);
    });
  });

  describe('the life of a transaction', () => {
    it('goes from payment to void, and keeps its confirmation', async () => {
      const orderId = await merchant.create({ terminalSerial: 'SN-1' });
      const createdAt = now();
      await sim.clock.advance(1000);
      const paid = await commit(orderId, {
        amountReference: 12.5,
        commitAt: '2025-12-31T20:00:00-04:00',
        visorMccCard: 'VISA',
        cardTypeForRpt: 'D',
        batchNumber: 7,
        trace: '000042',
        processCode: '00',
        terminalNumber: '7',
        utcDate: '1231200000',
      });
      expect(paid.status).toBe(200);
      const confirmData = {
        authorizationCode: 'A-1',
        processCode: '00',
        commitAt: '2026-01-01T00:00:00.000Z',
        amountReference: 12.5,
        terminalNumber: '7',
        trace: '000042',
        utcDate: '1231200000',
        cardTypeForRpt: 'D',
        visOrMccCard: 'VISA',
        batchNumber: 7,
      };
      expect(paid.json.data).toMatchObject({ status: 'PAID', createdAt, updatedAt: now() });
      expect(paid.json.data.confirmData).toEqual(confirmData);
      const asked = await merchant.cancel(orderId);
      expect(asked.json.data).toMatchObject({ status: 'VOID_PENDING', cancellationDara: null, confirmData });
      expect((await merchant.cancel(orderId)).status).toBe(409);
      await sim.clock.advance(1000);
      const voided = await commitVoid(orderId);
      const cancellationDara = { commitAt: now() };
      expect(voided.json.data).toMatchObject({ status: 'VOIDED', cancellationDara, confirmData });
      expect((await get(orderId)).json.data).toEqual(voided.json.data);
      await sim.clock.advance(1000);
      expect((await commitVoid(orderId)).json.data).toEqual(voided.json.data);
      expect((await commit(orderId)).json.data).toEqual(voided.json.data);
      expect((await commit(orderId, { authorizationCode: 'A-2' })).status).toBe(409);
      expect((await merchant.cancel(orderId)).status).toBe(409);
    });

    it('does not find what a terminal does not see', async () => {
      const own = await merchant.create({ terminalSerial: 'SN-1' });
      for (const orderId of [own, await other.create(), NOBODY]) {
        expect((await commit(orderId, {}, second)).status).toBe(404);
        expect((await commitVoid(orderId, second)).status).toBe(404);
      }
      for (const orderId of [await other.create(), NOBODY]) {
        expect((await merchant.cancel(orderId)).status).toBe(404);
      }
    });
  });
});
