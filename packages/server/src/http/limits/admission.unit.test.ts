import { EventEmitter } from 'node:events';
import type { HttpBindings } from '@hono/node-server';
import { accept } from '@svc-simulator/contract';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it } from 'vitest';
import { Admission } from './admission.ts';
import { ClientAddresses } from './client-addresses.ts';
import { queues } from './limit-table.ts';

const ADDRESSES = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];

/** Returns functions for logins that end only when the test finishes them. */
function createLoginHarness() {
  const admission = new Admission(new ClientAddresses(undefined, () => {}), null, new ManualClock());
  const checkedAddresses: string[] = [];
  const refusals: string[] = [];
  const finishCallbacks: (() => void)[] = [];
  const logInFrom = (address: string) => {
    const outgoing = Object.assign(new EventEmitter(), { closed: false });
    const env = { incoming: { headers: {}, socket: { remoteAddress: address } }, outgoing };
    const attempt = admission.beginAttempt('login', env as unknown as HttpBindings);
    const check = () => {
      checkedAddresses.push(address);
      return new Promise<void>((resolve) => finishCallbacks.push(resolve)).then(accept);
    };
    void attempt?.run(check).then((result) => {
      if (!result.ok && !outgoing.closed) refusals.push(`${address} ${result.refusal.status}`);
    });
    return outgoing;
  };
  const waitForTasks = () => new Promise((resolve) => setImmediate(resolve));
  return { logInFrom, checkedAddresses, refusals, finishCallbacks, waitForTasks };
}

it('refuses more than 40 waiting logins of an address', async () => {
  const { logInFrom, checkedAddresses, refusals, waitForTasks } = createLoginHarness();
  for (let round = 0; round < 100; round++) for (const address of ADDRESSES) logInFrom(address);
  await waitForTasks();
  expect([checkedAddresses.length, refusals.length]).toEqual([queues.passwords.concurrency, 400 - 4 * 40]);
  expect(new Set(refusals.map((text) => text.slice(-3)))).toEqual(new Set(['503']));
});

it('checks the password of a new address before the second passwords of others', async () => {
  const { logInFrom, checkedAddresses, refusals, finishCallbacks, waitForTasks } = createLoginHarness();
  for (let round = 0; round < 40; round++) for (const address of ADDRESSES) logInFrom(address);
  logInFrom('198.51.100.7');
  while (checkedAddresses.length < ADDRESSES.length + 1) {
    for (const finish of finishCallbacks.splice(0)) finish();
    await waitForTasks();
  }
  expect([checkedAddresses.includes('198.51.100.7'), refusals]).toEqual([true, []]);
});

it('counts a disconnected client until its turn, but never checks its password', async () => {
  const { logInFrom, checkedAddresses, refusals, finishCallbacks, waitForTasks } = createLoginHarness();
  const address = '192.0.2.1';
  for (let round = 0; round < 80; round++) logInFrom(address).closed = true;
  logInFrom(address);
  await waitForTasks();
  expect([checkedAddresses.length, refusals]).toEqual([queues.passwords.concurrency, [`${address} 503`]]);
  for (const finish of finishCallbacks.splice(0)) finish();
  await waitForTasks();
  logInFrom(address);
  await waitForTasks();
  expect([checkedAddresses.length, refusals.length]).toEqual([queues.passwords.concurrency + 1, 1]);
});
