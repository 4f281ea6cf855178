import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buttonBody, openSession, statusOf } from './support/api.ts';
import { runSim } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator, startSimulatorProcess } from './support/simulator.ts';

/** From SIGUSR2 on, whatever waits long throws: the next deadline, set once its session is stored. */
function withoutTimers(folder: string) {
  const preload = join(folder, 'no-timers.cjs');
  writeFileSync(
    preload,
    `process.on('SIGUSR2', () => {
      const { setTimeout } = globalThis;
      globalThis.setTimeout = (callback, delay, ...more) => {
        if (delay >= 60_000) throw new Error('no timers are left');
        return setTimeout(callback, delay, ...more);
      };
      console.error('armed');
    });`,
  );
  return { NODE_OPTIONS: `--require "${preload}"` };
}

it('ends with its reason when an invariant breaks after a write, and goes on from what was written', async () => {
  const folder = scratchFolder();
  const dataDir = join(folder, 'data');
  const simulator = await startSimulatorProcess({ dataDir, env: withoutTimers(folder) });
  const kept = await openSession(simulator, { duration_minutes: 20 });
  simulator.signal('SIGUSR2');
  await expect.poll(() => simulator.stderr()).toContain('armed');
  const ending = openSession(simulator, { duration_minutes: 5 });
  await expect(ending).rejects.toThrow('no timers are left');
  expect((await simulator.exited).code).toBe(1);
  expect(simulator.stderr()).toContain('no timers are left');

  const again = await startSimulator({ dataDir });
  expect(await statusOf(again, kept.id)).toBe('pending');
});

it('fails sim exec with its reason, however the command ends that it broke under', async () => {
  // Each session ends sooner than those before it, so the first one after the signal sets a timer.
  const command = `(async () => {
    const { SIM_URL, SIM_TOKEN, SIM_AGREEMENT_ID } = process.env;
    const body = ${JSON.stringify(buttonBody('agreement'))};
    process.kill(process.ppid, 'SIGUSR2');
    for (let duration_minutes = 20; duration_minutes >= 5; duration_minutes--) {
      const answer = await fetch(SIM_URL + '/api/v1/ext/payment-sessions/buttons', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + SIM_TOKEN, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, agreement_id: SIM_AGREEMENT_ID, duration_minutes }),
      });
      if (answer.status === 500) return console.log('broken');
    }
  })()`;
  const env = withoutTimers(scratchFolder());
  const { code, stdout, stderr } = await runSim(['exec', '--', process.execPath, '-e', command], { env });
  expect(stdout).toBe('broken\n');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: .*no timers are left.* start again/m)]);
});
