import { practices } from '@svc-simulator/core';
import { sendSigned, TestMerchant, type TestTerminal } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { asTool, byTool } from '@svc-simulator/test-support/trials.ts';
import { describe, expect, it } from 'vitest';

/** A merchant with the operations of its till and its terminal. */
class Till {
  readonly merchant: TestMerchant;

  constructor(merchant: TestMerchant) {
    this.merchant = merchant;
  }

  terminal(): Promise<TestTerminal> {
    return this.merchant.terminal('SN-1');
  }

  commit(terminal: TestTerminal, path: string, body?: object) {
    return sendSigned(this.merchant.sim, terminal, 'POST', path, { body });
  }

  /** A transaction, paid on the terminal. */
  async paid(terminal: TestTerminal): Promise<string> {
    const order = await this.merchant.create();
    await this.pay(terminal, order);
    return order;
  }

  pay(terminal: TestTerminal, order: string) {
    return this.commit(terminal, `/transactions/${order}/commit`, { authorizationCode: 'A1' });
  }
}

type Act = (till: Till) => Promise<unknown>;

const closing = {
  batchNumber: 1,
  transactionCount: 0,
  closedAt: '2026-11-20T21:00:00.000Z',
  currencyReference: 'USD',
};

const trials: Readonly<Record<string, { readonly does: Act; readonly nearly: Act }>> = {
  terminal_paired: {
    does: (till) => till.terminal(),
    // The code exists, but no terminal has used it.
    nearly: (till) => till.merchant.pairing('POST', 'SN-1'),
  },
  transaction_paid: {
    does: async (till) => till.paid(await till.terminal()),
    nearly: async (till) => {
      const terminal = await till.terminal();
      const order = await till.merchant.create();
      await till.commit(terminal, `/transactions/${order}/commit`, { amountReference: 12.5 });
    },
  },
  transaction_cancelled: {
    does: async (till) => till.merchant.cancel(await till.merchant.create()),
    nearly: async (till) => till.merchant.cancel(await till.paid(await till.terminal())),
  },
  paid_after_cancellation: {
    does: async (till) => {
      const terminal = await till.terminal();
      const order = await till.merchant.create();
      await till.merchant.cancel(order);
      await till.pay(terminal, order);
    },
    nearly: async (till) => {
      const order = await till.paid(await till.terminal());
      await till.merchant.cancel(order);
    },
  },
  transaction_voided: {
    does: async (till) => {
      const terminal = await till.terminal();
      const order = await till.paid(terminal);
      await till.merchant.cancel(order);
      await till.commit(terminal, `/transactions/${order}/cancellation/commit`);
    },
    nearly: async (till) => {
      const terminal = await till.terminal();
      const order = await till.paid(terminal);
      // No void was requested.
      await till.commit(terminal, `/transactions/${order}/cancellation/commit`);
      await till.merchant.cancel(order);
    },
  },
  batch_settled: {
    does: async (till) => till.commit(await till.terminal(), '/settlements', closing),
    nearly: async (till) => {
      const terminal = await till.terminal();
      await till.paid(terminal);
      await till.commit(terminal, '/settlements', { ...closing, batchNumber: undefined });
    },
  },
};

describe('the practices of terminals', () => {
  it('tests every practice', () => {
    const ids = practices.filter(({ group }) => group === 'terminals').map(({ id }) => id);
    expect(Object.keys(trials)).toEqual(ids);
  });

  for (const [id, { does, nearly }] of Object.entries(trials)) {
    it(`completes ${id} exactly when it is done, and names who did it`, async () => {
      await using sim = await TestSimulator.start();
      const after = async (act: Act) => {
        const merchant = await TestMerchant.register(sim);
        const token = await merchant.console();
        const till = new Till(merchant);
        await act(till);
        const { data } = (await sim.send('GET', '/console/progress', { token })).json;
        return data.practices.find((practice: { id: string }) => practice.id === id);
      };
      const byAnyone = practices.find((practice) => practice.id === id)?.byAnyone ?? false;
      expect(await after(does)).toMatchObject({ by: byAnyone ? null : 'program', whole: true });
      expect((await after(nearly)).done).toBe(false);
      expect(await asTool(sim, () => after(does))).toMatchObject(byTool(byAnyone));
    });
  }
});
