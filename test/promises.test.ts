import { createHook } from 'node:async_hooks';
import { Agent, request } from 'node:http';
import { buttonBody, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it, onTestFinished } from 'vitest';

const REQUESTS = 40;

/**
 * How many promises a request makes in the whole process, on average: the shape of its way, where a time would measure the machine.
 * The client makes none: it is written with callbacks.
 */
async function promisesOf(url: string, method: string, headers: object, body?: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const send = (left: number, done: (status: number | undefined) => void) => {
    const sent = request(url, { agent, method, headers: { ...headers } }, (answer) => {
      answer.resume().once('end', () => (left > 1 ? send(left - 1, done) : done(answer.statusCode)));
    });
    sent.end(body);
  };
  const sendAll = (count: number) =>
    new Promise<number | undefined>((resolve) => send(count, (status) => setImmediate(resolve, status)));
  // What is made once is there then.
  expect(await sendAll(5)).toBeLessThan(300);
  let made = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'PROMISE') made++;
    },
  }).enable();
  await sendAll(REQUESTS);
  hook.disable();
  return made / REQUESTS;
}

it('makes few promises for a status query and for a creation', async () => {
  await using sim = await TestSimulator.start();
  const account = await sim.account();
  const { token, agreement } = account;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sessions = `${sim.url}/api/v1/ext/payment-sessions`;
  const id = await sim.button(account);
  const status = await promisesOf(`${sessions}/status/${id}`, 'GET', headers);
  const body = JSON.stringify({ ...buttonBody, agreement_id: agreement });
  const creation = await promisesOf(`${sessions}/buttons`, 'POST', headers, body);
  expect(status).toBeLessThanOrEqual(4);
  expect(creation).toBeLessThanOrEqual(11);
});
