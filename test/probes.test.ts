import { describe, expect, it } from 'vitest';
import { call, openSession } from './support/api.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { type Simulator, startSimulator, startSimulatorProcess } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

/** Creates a session whose first webhook got a 2xx response. */
async function createAcceptedSession(simulator: Simulator, webhookUrl: string) {
  const trace = await followTrace(simulator);
  const { id } = await openSession(simulator, { webhook_url: webhookUrl });
  const first = (type: string) =>
    trace.first((event) => event.type === type && event.session_id === id, `${type} of ${id}`);
  await first('webhook.delivered');
  return { id, first };
}

function probe({ url, account }: Simulator, session_id: string, kind: string) {
  return call(url, 'POST', '/control/probes', { token: account.token, body: { session_id, kind } });
}

describe('a stored probe', () => {
  it('continues in the next process after its process is killed, and appears in the trace with its verdict', async () => {
    const dataDir = scratchFolder();
    let holds = false;
    const receiver = await startReceiver((_, response) => {
      if (!holds) response.end();
    });
    const simulator = await startSimulatorProcess({ dataDir });
    const { id } = await createAcceptedSession(simulator, receiver.url);
    holds = true;
    const probing = probe(simulator, id, 'duplicate').catch(() => null);
    const [, cut] = await receiver.received.atLeast(2);
    simulator.signal('SIGKILL');
    await simulator.exited;
    expect(await probing).toBeNull();
    holds = false;
    const next = await startSimulator({ dataDir });
    const trace = await followTrace(next);
    const { data } = await trace.first(({ type }) => type === 'webhook.probed');
    expect(data).toMatchObject({ kind: 'duplicate', passed: true });
    const again = receiver.received.all.at(-1);
    expect([again?.rawBody, again?.headers['svc-signature']]).toEqual([
      cut?.rawBody,
      cut?.headers['svc-signature'],
    ]);
  });
});
