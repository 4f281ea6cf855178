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
  const signed = (method: string, path: string, signing: Signing = {}, who = terminal) =>
    sendSigned(sim, who, method, path, signing);
  const commit = (orderId: string, more: object = {}, who = terminal) =>
    signed('POST', `/transactions/${orderId}/commit`, { body: { authorizationCode: 'A-1', ...more } }, who);
  const commitVoid = (orderId: string, who = terminal) =>
    signed('POST', `/transactions/${orderId}/cancellation/commit`, {}, who);

  describe('the life of a transaction', () => {
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
