import { onTestFinished } from 'vitest';
import { startReceiver } from '../../../test/support/receiver.ts';
import { type TestAccount, TestSimulator } from './simulator.ts';
import { SeenTrace } from './trace.ts';

/** Starts a simulator, and closes it when the test ends. */
export async function startScene(options: Parameters<typeof TestSimulator.start>[0] = {}) {
  const sim = await TestSimulator.start(options);
  onTestFinished(() => sim.close());
  return sim;
}

/**
 * Starts a simulator with an account, a receiver and a recorded trace, and closes them when the test ends.
 */
export async function startWebhookScene(answer?: Parameters<typeof startReceiver>[0]) {
  const sim = await startScene();
  const account = await sim.account();
  return { sim, account, receiver: await startReceiver(answer), trace: new SeenTrace(sim) };
}

export function createChaosClient(sim: TestSimulator, { token }: TestAccount, path = '/control/chaos') {
  return {
    show: async () => (await sim.send('GET', path, { token })).json.data,
    set: (body: object) => sim.send('PUT', path, { token, body }),
    off: () => sim.send('DELETE', path, { token }),
  };
}

export const forceOutcome = (
  sim: TestSimulator,
  { token }: TestAccount,
  id: string,
  leg: number,
  outcome: string,
) => sim.send('POST', `/control/sessions/${id}/outcome`, { token, body: { leg, outcome } });

/** Advances the account's time; resolves when everything that became due has happened. */
export const advanceClock = (sim: TestSimulator, { token }: TestAccount, ms: number) =>
  sim.send('POST', '/control/clock/advance', { token, body: { ms } });

/** Resolves when an event of this type is stored. */
export const waitForEvent = ({ simulator }: TestSimulator, eventType: string) =>
  new Promise<void>((resolve) => {
    onTestFinished(simulator.onEvent(({ json }) => JSON.parse(json).type === eventType && resolve()));
  });

export const keyOf = (request: { headers: Record<string, unknown> }) =>
  String(request.headers['idempotency-key']);
