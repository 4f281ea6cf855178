import { describe, expect, it } from 'vitest';
import { standInForNpx } from './support/npx.ts';
import { root, startProgram } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

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
