import { describe, expect, it } from 'vitest';
import { openSession } from './support/api.ts';
import { standInForNpx } from './support/npx.ts';
import { type Program, root, startProgram } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

interface Emission {
  readonly idempotency_key: string;
  readonly headers: Record<string, string>;
  readonly raw_body: string;
}

describe.each(['express', 'hono'])('examples/webhook-receiver/%s.js', (name) => {
  it('takes a genuine webhook, once', async () => {
    const { url, program, emission } = await receiveOne(name);
    expect((await resend(url, emission)).status, 'a repeated webhook is acknowledged').toBe(200);
    await program.stop();
    const handled = program.lines.all.filter((line) => line.includes('payment_session.created'));
    expect(handled, 'and not processed again').toHaveLength(1);
  });
});

describe('examples/ci/force-outcome.sh', () => {
  const run = async (dataDir: string, ...words: string[]) =>
    startProgram('bash', [`${root}examples/ci/force-outcome.sh`, ...words], {
      cwd: root,
      env: { SIM_DATA: dataDir, PATH: `${await standInForNpx()}:${process.env.PATH}` },
    });

  it('ends with 0 once the program has taken the webhooks of both legs', async () => {
    const dataDir = scratchFolder();
    await startSimulator({ dataDir });
    const receiver = await startReceiver();
    const script = await run(dataDir, `${receiver.url}/webhooks`);
    expect(await script.exited, script.stderr()).toEqual({ code: 0, signal: null });
    expect(receiver.received.all.map(({ event }) => event)).toEqual([
      'payment_session.created',
      'payment_session.paid',
      'payment_session.accredited',
    ]);
    expect(script.stdout()).toContain('webhook.delivered');
  });

  it('says what is missing: an address with 2, a simulator with 3', async () => {
    const nobody = scratchFolder();
    const [usage, nowhere] = [await run(nobody), await run(nobody, 'http://localhost:1/webhooks')];
    expect((await usage.exited).code).toBe(2);
    expect(usage.stderr()).toContain('usage:');
    expect((await nowhere.exited).code).toBe(3);
    expect(nowhere.stderr()).toContain('npx sim start');
  });
});

/** Runs the example, lets the simulator deliver one webhook to it, and answers what was delivered. */
async function receiveOne(name: string) {
  const simulator = await startSimulator();
  const { webhook_secret: secret } = simulator.account;
  const program: Program = startProgram(process.execPath, [`${root}examples/webhook-receiver/${name}.js`], {
    env: { WEBHOOK_SECRET: secret, PORT: '0' },
  });
  const url = (await program.lines.first((line) => line.includes('http://'))).replace(/.*(http:\S+)$/, '$1');
  const trace = await followTrace(simulator);
  const { id } = await openSession(simulator, { webhook_url: url });
  const attempt = await trace.first(
    ({ type, session_id }) => type === 'webhook.attempted' && session_id === id,
  );
  expect(attempt.data.status).toBe(200);
  const emitted = await trace.first(
    ({ type, session_id }) => type === 'webhook.emitted' && session_id === id,
  );
  return { url, program, secret, emission: emitted.data as unknown as Emission };
}

function resend(url: string, { headers, raw_body }: Emission): Promise<Response> {
  return fetch(url, { method: 'POST', headers, body: raw_body });
}
