import { clockOn, createSimulator } from '@svc-simulator/server';
import { accountHandle } from './account-handle.ts';
import { EventLogs } from './event-logs.ts';
import { realTime } from './real-time.ts';
import type { TestSimulator, TestSimulatorOptions } from './testing-api.ts';

/** Below the 5 s after which Vitest and Jest end a test: their error would say nothing of why. */
const TIMEOUT_MS = 4000;
/** The sandboxes that some test runners run a file in have the symbol of no newer Node than they know. */
const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('nodejs.asyncDispose');

/** Starts a simulator in this process: a free port, everything in memory, ready in some tens of milliseconds. */
export async function startSimulator(options: TestSimulatorOptions = {}): Promise<TestSimulator> {
  const { port = 0, accreditationDelayMs = 0, rates, timeoutMs = TIMEOUT_MS, log } = options;
  const simulator = await createSimulator({
    port,
    accreditationDelayMs,
    throwaway: true,
    demo: false,
    clock: clockOn(realTime),
    ...(rates && { rates: JSON.stringify(rates) }),
    ...(log && { log }),
  });
  const logs = new EventLogs(simulator);
  let accounts = 0;
  const account = async () => {
    const made = await simulator.openAccount(`test-${++accounts}`);
    return accountHandle(simulator.url, made, logs.of(made.account_id), timeoutMs);
  };
  const close = async () => {
    logs.end('the simulator was closed');
    await simulator.close();
  };
  return { ...(await account()), account, close, [asyncDispose]: close };
}
