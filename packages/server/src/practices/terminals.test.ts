import { practices } from '@svc-simulator/core';
import { sendSigned, TestMerchant, type TestTerminal } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { byTool, callAsTool } from '@svc-simulator/test-support/trials.ts';
import { describe, expect, it } from 'vitest';

/** A merchant that sends the requests of its POS app and of its terminal. */
class PosApp {
  readonly merchant: TestMerchant;

  constructor(merchant: TestMerchant) {
    this.merchant = merchant;
  }

  pairTerminal(): Promise<TestTerminal> {
    return this.merchant.terminal('SN-1');
  }

  sendFromTerminal(terminal: TestTerminal, path: string, body?: object) {
    return sendSigned(this.merchant.sim, terminal, 'POST', path, { body });
  }

  /** Creates a transaction and pays it on the terminal. */
  async createPaid(terminal: TestTerminal): Promise<string> {
    const order = await this.merchant.create();
    await this.pay(terminal, order);
    return order;
  }

  pay(terminal: TestTerminal, order: string) {
    return this.sendFromTerminal(terminal, `/transactions/${order}/commit`, { authorizationCode: 'A1' });
  }
}

type Act = (posApp: PosApp) => Promise<unknown>;

const settlementBody = {
  batchNumber: 1,
  transactionCount: 0,
  closedAt: '2026-11-20T21:00:00.000Z',
  currencyReference: 'USD',
};

const cases: Readonly<Record<string, { readonly does: Act; readonly nearly: Act }>> = {
  terminal_paired: {
    does: (posApp) => posApp.pairTerminal(),
    // The code exists, but no terminal has used it.
    nearly: (posApp) => posApp.merchant.requestPairing('POST', 'SN-1'),
  },
  transaction_paid: {
    does: async (posApp) => posApp.createPaid(await posApp.pairTerminal()),
    nearly: async (posApp) => {
      const terminal = await posApp.pairTerminal();
      const order = await posApp.merchant.create();
      await posApp.sendFromTerminal(terminal, `/transactions/${order}/commit`, { amountReference: 12.5 });
    },
  },
  transaction_cancelled: {
    does: async (posApp) => posApp.merchant.cancel(await posApp.merchant.create()),
    nearly: async (posApp) => posApp.merchant.cancel(await posApp.createPaid(await posApp.pairTerminal())),
  },
  paid_after_cancellation: {
    does: async (posApp) => {
      const terminal = await posApp.pairTerminal();
      const order = await posApp.merchant.create();
      await posApp.merchant.cancel(order);
      await posApp.pay(terminal, order);
    },
    nearly: async (posApp) => {
      const order = await posApp.createPaid(await posApp.pairTerminal());
      await posApp.merchant.cancel(order);
    },
  },
  transaction_voided: {
    does: async (posApp) => {
      const terminal = await posApp.pairTerminal();
      const order = await posApp.createPaid(terminal);
      await posApp.merchant.cancel(order);
      await posApp.sendFromTerminal(terminal, `/transactions/${order}/cancellation/commit`);
    },
    nearly: async (posApp) => {
      const terminal = await posApp.pairTerminal();
      const order = await posApp.createPaid(terminal);
      // No void was requested.
      await posApp.sendFromTerminal(terminal, `/transactions/${order}/cancellation/commit`);
      await posApp.merchant.cancel(order);
    },
  },
  batch_settled: {
    does: async (posApp) =>
      posApp.sendFromTerminal(await posApp.pairTerminal(), '/settlements', settlementBody),
    nearly: async (posApp) => {
      const terminal = await posApp.pairTerminal();
      await posApp.createPaid(terminal);
      await posApp.sendFromTerminal(terminal, '/settlements', { ...settlementBody, batchNumber: undefined });
    },
  },
};

describe('the practices of terminals', () => {
  it('has a case for every practice', () => {
    const ids = practices.filter(({ group }) => group === 'terminals').map(({ id }) => id);
    expect(Object.keys(cases)).toEqual(ids);
  });

  for (const [id, { does, nearly }] of Object.entries(cases)) {
    it(`completes ${id} after its action, but not after a similar one, and records the use of a tool`, async () => {
      await using sim = await TestSimulator.start();
      const practiceAfter = async (act: Act) => {
        const merchant = await TestMerchant.register(sim);
        const token = await merchant.logInToConsole();
        const posApp = new PosApp(merchant);
        await act(posApp);
        const { data } = (await sim.send('GET', '/console/progress', { token })).json;
        return data.practices.find((practice: { id: string }) => practice.id === id);
      };
      const byAnyone = practices.find((practice) => practice.id === id)?.byAnyone ?? false;
      expect(await practiceAfter(does)).toMatchObject({ by: byAnyone ? null : 'program', whole: true });
      expect((await practiceAfter(nearly)).done).toBe(false);
      expect(await callAsTool(sim, () => practiceAfter(does))).toMatchObject(byTool(byAnyone));
    });
  }
});
