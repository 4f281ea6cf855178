import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { call, openSession } from './support/api.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';

it('ends with its reason when an invariant breaks after a write, and goes on from what was written', async () => {
  const folder = scratchFolder();
  const preload = join(folder, 'no-timers.cjs');
  // From the signal on, whatever waits long throws: the next deadline, set once its session is stored.
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
  const dataDir = join(folder, 'data');
  const simulator = await startSimulator({ dataDir, env: { NODE_OPTIONS: `--require "${preload}"` } });
  const { token, agreement_id: agreementId } = simulator.account;
  const kept = await openSession(simulator.url, { token, agreementId }, { duration_minutes: 20 });
  simulator.signal('SIGUSR2');
  await expect.poll(() => simulator.stderr()).toContain('armed');
  const ending = openSession(simulator.url, { token, agreementId }, { duration_minutes: 5 });
  await expect(ending).rejects.toThrow('no timers are left');
  expect((await simulator.exited).code).toBe(1);
  expect(simulator.stderr()).toContain('no timers are left');

  const again = await startSimulator({ dataDir });
  const status = `/api/v1/ext/payment-sessions/status/${kept.id}`;
  expect((await call(again.url, 'GET', status, { token })).status).toBe(200);
});
