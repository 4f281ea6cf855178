import { UnreachableError } from '@svc-simulator/client';
import { describe, expect, it } from 'vitest';
import { type Cashier, payIncoming } from './incoming-payments.ts';

const unreachableError = () => new UnreachableError('http://sim.invalid/', new Error('gone'));

/** Returns a cashier whose clock advances only in pauses. It stops after the last round of `rounds`. */
function cashierFor(rounds: readonly (readonly string[] | Error)[], refusing: readonly Error[] = []) {
  const reports: string[] = [];
  const stopping = new AbortController();
  const failures = [...refusing];
  let now = 0;
  let round = 0;
  const cashier: Cashier = {
    pending: async () => {
      const orders = rounds[round++] ?? [];
      if (round >= rounds.length) stopping.abort();
      if (orders instanceof Error) throw orders;
      return orders;
    },
    pay: async (orderId) => {
      const failure = failures.shift();
      if (failure) throw failure;
      reports.push(`${now} paid ${orderId}`);
    },
    decline: (orderId) => reports.push(`${now} declined ${orderId}`),
    onConnection: (state) => reports.push(`${now} ${state}`),
    elapsed: () => now,
    pause: async (ms) => {
      now += ms;
    },
  };
  const run = (rules: { delayMs?: number; declineRate?: number; draws?: number[] } = {}) => {
    const draws = [...(rules.draws ?? [])];
    const draw = () => draws.shift() ?? 0.5;
    const { delayMs = 0, declineRate = 0 } = rules;
    return payIncoming(cashier, { delayMs, declineRate, draw }, stopping.signal);
  };
  return { run, told: reports };
}

describe('payIncoming', () => {
  it('pays each transaction once, after the delay', async () => {
    const { run, told } = cashierFor([['a'], ['a', 'b'], ['a', 'b'], ['a', 'b'], ['b'], ['b'], []]);
    await run({ delayMs: 700 });
    expect(told).toEqual(['700 paid a', '1200 paid b']);
  });

  it("draws one random number per transaction, in the order of arrival, and doesn't pay the declined ones", async () => {
    const { run, told } = cashierFor([['a', 'b'], ['b', 'c'], ['b', 'c', 'd'], ['b'], []]);
    await run({ declineRate: 0.5, draws: [0.5, 0.49, 0.9, 0] });
    expect(told).toEqual(['0 paid a', '0 declined b', '500 paid c', '1000 declined d']);
  });

  it('draws again for a transaction that disappeared and returned', async () => {
    const { run, told } = cashierFor([['a'], [], ['a'], []]);
    await run({ declineRate: 0.5, draws: [0, 1] });
    expect(told).toEqual(['0 declined a', '1000 paid a']);
  });

  it('drops a transaction that was cancelled before its payment was due', async () => {
    const { run, told } = cashierFor([['a'], [], [], []]);
    await run({ delayMs: 600 });
    expect(told).toEqual([]);
  });

  it('waits for an unreachable simulator, reports the outage once, and repeats lost calls', async () => {
    const { run, told } = cashierFor(
      [['a', 'b'], unreachableError(), unreachableError(), ['a', 'b'], []],
      [unreachableError()],
    );
    await run({ declineRate: 0.5, draws: [0.9, 0.1] });
    expect(told).toEqual(['0 lost', '1500 back', '1500 paid a', '1500 declined b']);
  });

  it('rejects with other errors, and if the simulator is unreachable at the start', async () => {
    await expect(cashierFor([unreachableError(), []]).run()).rejects.toBeInstanceOf(UnreachableError);
    await expect(cashierFor([['a'], []], [new Error('other')]).run()).rejects.toThrow('other');
  });
});
