import { ScriptScene } from '@svc-simulator/test-support/script-scene.ts';
import { paymentForm } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const EXT = '/api/v1/ext/payment-sessions';

const scene = new ScriptScene();
const { control, set, status, button, pay } = scene;
const request = async () =>
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
  it('the script decides whatever the key is, and the payer goes where that leads', async () => {
    await set({
      match: {},
      outcomes: [{ leg1: 'paid' }, { leg1: 'failed' }, { leg1: 'expired' }, {}],
    });
    const answers = [];
    for (const otp of ['111111', '000000', '000000', '222222']) {
      const id = await button();
      const { status: code, headers, text } = await pay(id, { otp });
      answers.push([code, headers.get('location')?.replace(`?session_id=${id}`, '') ?? null]);
      if (code === 409) expect(text).not.toContain('<form');
    }
    expect(answers).toEqual([
      [303, 'https://shop.invalid/ok'],
      [303, 'https://shop.invalid/ko'],
      [409, null],
      [303, 'https://shop.invalid/ko'],
    ]);
  });

  it('tells why in the script’s words, or in the page’s language', async () => {
    await set({
      match: {},
      outcomes: [{ leg1: 'failed', user_message: 'Ask <your> bank' }, { leg1: 'failed' }],
    });
    const [told, silent] = [await request(), await request()];
    expect((await pay(told)).text).toContain('Ask &lt;your&gt; bank');
    const english = await scene.sim.send('POST', `/pay/${silent}?lang=en`, paymentForm());
    expect(english.text).toContain('The bank refused the payment.');
    expect((await scene.sim.send('GET', `/pay/${told}`)).text).toContain('Ask &lt;your&gt; bank');
  });
});

it('hands out one step for each attempt beside chaos, which has payments decided again', async () => {
  await set({ match: { method: 'mobile_payment' }, outcomes: [{ leg1: 'failed' }, { leg1: 'paid' }] });
  const ids = [await button(), await button()];
  expect((await control('PUT', { seed: 1, duplicate: 1 }, '/control/chaos')).status).toBe(200);
  for (const id of ids) await pay(id, { otp: '111111' });
  expect((await Promise.all(ids.map(status))).map((data) => data.status)).toEqual(['failed', 'paid']);
  expect((await control('GET')).json.data.rules[0]).toMatchObject({ matched: 2, next: null });
});

describe('magic amounts', () => {
  it('go by the cents of any amount, when somebody pays or by themselves', async () => {
    scene.account = await scene.sim.account();
    const { ready, rules } = (await control('PUT', { ready: 'magic_amounts' })).json.data;
    expect([ready, rules.length]).toEqual(['magic_amounts', 10]);
    const ends: Record<string, string[]> = {};
    for (const cents of [1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 0, 50]) {
      const amount = 20 + cents / 100;
      const id = await button({ amount_reference: amount });
      if (cents > 10) await scene.sim.clock.advance(1000);
      else await pay(id, { otp: '000000' });
      await scene.sim.clock.advance(5000);
      const events = await scene.sim.trace(scene.account, `&session_id=${id}`);
      ends[amount.toFixed(2)] = events
        .map(({ type }) => type)
        .filter((type) => /^session\.(paid|failed|expired|accred)/.test(type))
        .map((type) => type.replace('session.', ''));
    }
    expect(ends).toEqual({
      '20.01': ['paid', 'accredited'],
      '20.02': ['failed'],
      '20.03': ['expired'],
      '20.04': ['paid', 'accreditation_failed'],
      '20.05': ['paid'],
      '20.11': ['paid', 'accredited'],
      '20.12': ['failed'],
      '20.13': ['expired'],
      '20.14': ['paid', 'accreditation_failed'],
      '20.15': ['paid'],
      '20.00': ['paid', 'accredited'],
      '20.50': [],
    });
  });

  it('come after rules of one’s own', async () => {
    scene.account = await scene.sim.account();
    const own = { match: { amount_reference: 7.02 }, outcomes: [{ leg1: 'paid' }] };
    const { rules } = (await control('PUT', { rules: [own], ready: 'magic_amounts' })).json.data;
    expect(rules.map((rule: { ready: unknown }) => rule.ready).slice(0, 2)).toEqual([null, 'magic_amounts']);
    const ids = [await button({ amount_reference: 7.02 }), await button({ amount_reference: 7.02 })];
    for (const id of ids) await pay(id);
    expect((await Promise.all(ids.map(status))).map((data) => data.status)).toEqual(['paid', 'failed']);
  });
});
