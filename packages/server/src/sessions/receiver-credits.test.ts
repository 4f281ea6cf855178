import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let sim: TestSimulator;
beforeAll(async () => {
  sim = await TestSimulator.start();
});
afterAll(() => sim.close());

it('has the credits of one session in one shape everywhere, the one that the account has chosen', async () => {
  const account = await sim.account();
  const { token, console } = account;
  const id = await sim.button(account);
  const outcome = (leg: number, name: string) =>
    sim.send('POST', `/control/sessions/${id}/outcome`, { token, body: { leg, outcome: name } });
  const status = async () =>
    (await sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, { token })).json.data.session_payment;
  const choose = (receiver_credits: string) =>
    sim.send('PUT', '/console/settings', { token: console, body: { receiver_credits } });
  await outcome(1, 'paid');
  expect((await choose('by_receiver')).json.data.receiver_credits).toBe('by_receiver');
  const forced = (await outcome(2, 'accredited')).json.data.session_payment.receiver_credits;
  const credits = { owner: { receiver_id: 'owner', status: 'credited', amount_ves: 1220.11 } };
  expect(forced).toMatchObject(credits);
  expect((await status()).receiver_credits).toEqual(forced);
  const listed = await sim.send('GET', '/console/sessions', { token: console });
  expect(listed.json.data[0].session_payment.receiver_credits).toEqual(forced);
  const emitted = (await sim.trace(account, `&session_id=${id}`))
    .filter(({ type }) => type === 'webhook.emitted')
    .at(-1);
  expect(JSON.parse(String(emitted?.data.raw_body)).data.receiver_credits).toEqual(forced);

  // What was sent stays as it was; what is asked again is in the new shape.
  await choose('list');
  expect((await status()).receiver_credits).toEqual([forced.owner]);
  expect((await choose('object')).json.errors).toMatchObject([{ pointer: '/receiver_credits' }]);
});
