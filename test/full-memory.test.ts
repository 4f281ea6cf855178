import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Account, call, openAccount } from './support/api.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulatorProcess } from './support/simulator.ts';

/** Heap of Node in MiB; the simulator itself uses about 50. */
const HEAP_MIB = 96;
/** Additional memory that a restart may use. If it read the files into memory, it would use twice as much. */
const FILES_MIB = 16;
const LONG = 'x'.repeat(2000);

it('refuses requests of a tenant that fills the memory, serves the others, and restarts with all stored data', async () => {
  const options = {
    dataDir: scratchFolder(),
    args: ['--hosted', '--quiet'],
    env: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` },
  };
  const first = await startSimulatorProcess(options);
  const { url } = first;
  const [greedy, quiet] = [await openAccount(url), await openAccount(url)];
  const ask = (at: string, { token, agreement_id }: Account, count: number) => {
    const item = { amount_reference: 1, currency_reference: 'VES', identifier: 'x', agreement_id };
    const texts = { description: LONG, late_notice_message: LONG, success_url: `https://x.invalid/${LONG}` };
    const body = { items: Array.from({ length: count }, () => ({ ...item, ...texts })) };
    return call(at, 'POST', '/api/v1/ext/payment-sessions/request/batch', { token, body });
  };
  let answer = await ask(url, greedy, 100);
  for (let count = 1; answer.status === 201 && count < 200; count++) answer = await ask(url, greedy, 100);
  expect([answer.status, answer.body.detail]).toEqual([429, expect.stringContaining('almost full')]);
  expect((await ask(url, quiet, 1)).status).toBe(201);
  const list = await call(url, 'GET', '/console/sessions?limit=1', { token: greedy.console_token });
  expect(list.status).toBe(200);
  const most = mostMib(first.pid);
  first.signal('SIGKILL');
  await first.exited;
  const again = await startSimulatorProcess(options);
  expect(mostMib(again.pid)).toBeLessThan(most + FILES_MIB);
  expect((await ask(again.url, quiet, 1)).status).toBe(201);
});

/** Returns the maximum memory that a process has used. */
function mostMib(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
