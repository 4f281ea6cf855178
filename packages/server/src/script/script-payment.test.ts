import { ScriptScene } from '@svc-simulator/test-support/script-scene.ts';
import { paymentForm } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const EXT = '/api/v1/ext/payment-sessions';

const scene = new ScriptScene();
const { control, set, status, button, pay } = scene;
const createRequest = async () =>
  (
    await scene.sim.send('POST', `${EXT}/request`, {
      token: scene.account.token,
      body: {
        amount_reference: 3,
        currency_reference: 'USD',
        identifier: 'R-1',
        agreement_id: scene.account.agreement,
        due_date_session: '2035-01-01T00:00:00Z',
      },
    })
  ).json.data.id as string;

describe('on the payment page', () => {
  it("explains the failure with the script's message, or in the page's language", async () => {
    await set({
      match: {},
      outcomes: [{ leg1: 'failed', user_message: 'Ask <your> bank' }, { leg1: 'failed' }],
    });
    const [messageSession, silentSession] = [await createRequest(), await createRequest()];
    expect((await pay(messageSession)).text).toContain('Ask &lt;your&gt; bank');
    const english = await scene.sim.send('POST', `/pay/${silentSession}?lang=en`, paymentForm());
    expect(english.text).toContain('The bank declined the payment.');
    expect((await scene.sim.send('GET', `/pay/${messageSession}`)).text).toContain('Ask &lt;your&gt; bank');
  });
});

it('uses one outcome for each attempt, even if chaos repeats the decision', async () => {
  await set({ match: { method: 'mobile_payment' }, outcomes: [{ leg1: 'failed' }, { leg1: 'paid' }] });
  const ids = [await button(), await button()];
  expect((await control('PUT', { seed: 1, duplicate: 1 }, '/control/chaos')).status).toBe(200);
  for (const id of ids) await pay(id, { otp: '111111' });
  expect((await Promise.all(ids.map(status))).map((data) => data.status)).toEqual(['failed', 'paid']);
  expect((await control('GET')).json.data.rules[0]).toMatchObject({ matched: 2, next: null });
});
