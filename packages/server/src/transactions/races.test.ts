import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import type { Answered } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

/** `SIM_RACES=500` runs more races, which takes long. */
const RACES = Number(process.env.SIM_RACES ?? 60);

describe('a transaction under simultaneous commands', async () => {
  const sim = await simulatorOfBlock();
  const merchant = await TestMerchant.register(sim);
  const terminal = await merchant.terminal('SN-1');

  const confirmTransaction = (orderId: string, authorizationCode: string) =>
    sendSigned(sim, terminal, 'POST', `/transactions/${orderId}/commit`, { body: { authorizationCode } });
  const countPayments = async () => {
    const counts = new Map<string, number>();
    const token = await merchant.logInToConsole();
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Answered = await sim.send(
        'GET',
        `/console/trace?type=pos.committed&limit=1000${cursor && `&cursor=${cursor}`}`,
        { token },
      );
      for (const { data } of page.json.data) counts.set(data.order_id, (counts.get(data.order_id) ?? 0) + 1);
      cursor = page.json.next_cursor;
    }
    return counts;
  };

  it('executes a cancel and a payment in one order or the other, and pays once', async () => {
    const orders: string[] = [];
    for (let race = 0; race < RACES; race++) {
      const orderId = await merchant.create();
      orders.push(orderId);
      const commands = [() => merchant.cancel(orderId), () => confirmTransaction(orderId, 'A')];
      if (race % 2 === 1) commands.reverse();
      const answers = await Promise.all(commands.map((command) => command()));
      // In either order both commands succeed: cancelled and then paid, or paid and then voided.
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { data } = (await merchant.send('GET', `/transactions/${orderId}`)).json;
      expect(['PAID', 'VOID_PENDING']).toContain(data.status);
      expect(data.cancellationDara).toBeNull();
      expect(data.confirmData.authorizationCode).toBe('A');
    }
    const payments = await countPayments();
    expect(orders.filter((orderId) => payments.get(orderId) !== 1)).toEqual([]);
  }, 120_000);

  it('lets a terminal pay before it is unlinked, or not at all', async () => {
    for (let race = 0; race < 20; race++) {
      const terminalOfRace = await merchant.terminal('SN-race');
      const orderId = await merchant.create();
      const body = { authorizationCode: 'A' };
      const [payment, unlinking] = await Promise.all([
        sendSigned(sim, terminalOfRace, 'POST', `/transactions/${orderId}/commit`, { body }),
        merchant.requestPairing('DELETE', 'SN-race'),
      ]);
      expect(unlinking?.status).toBe(200);
      expect([200, 401]).toContain(payment?.status);
      const { status } = (await merchant.send('GET', `/transactions/${orderId}`)).json.data;
      expect(status).toBe(payment?.status === 200 ? 'PAID' : 'PENDING');
    }
  });
});
