import {
  agreementBody,
  buttonBody,
  type TestAccount,
  TestSimulator,
} from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const EXT = '/api/v1/ext';

describe('payment sessions (contract section 3)', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  beforeAll(async () => {
    sim = await TestSimulator.start({ publicUrl: 'https://pay.invalid/' });
    account = await sim.account();
  });
  afterAll(() => sim.close());

  const post = (path: string, body: unknown, who = account) =>
    sim.send('POST', EXT + path, { token: who.token, body });
  const status = async (id: string) =>
    (await sim.send('GET', `${EXT}/payment-sessions/status/${id}`, { token: account.token })).json.data;
  const button = (more: object = {}) =>
    post('/payment-sessions/buttons', { ...buttonBody, agreement_id: account.agreement, ...more });
  const request = (more: object = {}) => ({
    amount_reference: 80,
    currency_reference: 'EUR',
    identifier: 'INV-1',
    agreement_id: account.agreement,
    due_date_session: new Date(sim.clock.now() + 3_600_000).toISOString(),
    ...more,
  });

  it('creates a button with its page, QR and configuration', async () => {
    const made = await button();
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ success: true, status: 201, message: made.json.title });
    const { data } = made.json;
    expect(data).toMatchObject({
      ...buttonBody,
      session_id: data.id,
      session_origin: 'button',
      status: 'pending',
    });
    expect(data.payment_url).toBe(`https://pay.invalid/pay/${data.id}`);
    expect(data.payment_qr).toMatch(/^data:image\/png;base64,/);
    expect(data.created_at).toBe(new Date(sim.clock.now()).toISOString());
    expect(data.config).toEqual({
      duration_minutes: 10,
      expires_at: new Date(sim.clock.now() + 600_000).toISOString(),
      payment_methods: expect.anything(),
      accreditation_delay_ms: 5000,
    });
  });

  it('answers the status under both paths, alike', async () => {
    const { id } = (await button()).json.data;
    const one = await sim.send('GET', `${EXT}/payment-sessions/status/${id}`, { token: account.token });
    const two = await sim.send('GET', `${EXT}/payment-sessions/${id}/status`, { token: account.token });
    expect(one.json.data).toEqual(two.json.data);
    expect(one.json.data).toMatchObject({
      id,
      session_id: id,
      status: 'pending',
      session_payment: { origin: 'button', amount_reference: 10 },
    });
  });

  it('makes requests, and a batch of them as a whole or not at all', async () => {
    const one = await post('/payment-sessions/request', request({ title: 'Invoice' }));
    expect(one.status).toBe(201);
    expect(one.json.data).toMatchObject({ session_origin: 'request', title: 'Invoice' });
    const batch = await post('/payment-sessions/request/batch', {
      items: [request(), request({ identifier: 'INV-2' })],
      continue_on_error: true,
    });
    expect(batch.status).toBe(201);
    expect(batch.json.data).toMatchObject({ processed_count: 2, successful_count: 2, failed_count: 0 });
    expect(batch.json.data.items.map((item: { identifier: string }) => item.identifier)).toEqual([
      'INV-1',
      'INV-2',
    ]);
    const count = async () =>
      (await sim.send('GET', '/console/sessions?limit=1000', { token: account.console })).json.data.length;
    const before = await count();
    const bad = await post('/payment-sessions/request/batch', {
      items: [
        request(),
        request({ amount_reference: 0 }),
        request({ due_date_session: '2020-01-01T00:00:00Z' }),
      ],
      continue_on_error: true,
    });
    expect(bad.status).toBe(400);
    expect(bad.json.errors.map(({ pointer }: { pointer: string }) => pointer)).toContain(
      '/items/1/amount_reference',
    );
    const late = await post('/payment-sessions/request/batch', {
      items: [request(), request({ due_date_session: '2020-01-01T00:00:00Z' })],
    });
    expect(late.json.errors).toMatchObject([{ pointer: '/items/1/due_date_session' }]);
    expect(
      (
        await post('/payment-sessions/request/batch', {
          items: [request(), request({ agreement_id: 'agr_0' })],
        })
      ).status,
    ).toBe(404);
    expect(await count()).toBe(before);
  });

  it('expires: pending once, failed and expired without change, paid never', async () => {
    const { id } = (await button()).json.data;
    const expire = (which: string) => post(`/payment-sessions/${which}/expire`, undefined);
    const first = await expire(id);
    expect(first.status).toBe(200);
    expect(first.json.data).toMatchObject({
      status: 'expired',
      session_payment: { reason: 'operation', expired_at: new Date(sim.clock.now()).toISOString() },
    });
    expect((await expire(id)).json.data).toEqual(first.json.data);
    const paid = (await button()).json.data.id;
    await sim.send('POST', `/control/sessions/${paid}/outcome`, {
      token: account.token,
      body: { leg: 1, outcome: 'paid' },
    });
    expect((await expire(paid)).status).toBe(422);
    expect((await expire('none')).status).toBe(404);
  });

  it('expires a button by its own deadline, and a request only when it is told to', async () => {
    const short = (await button({ duration_minutes: 5 })).json.data.id;
    const closing = (
      await post('/payment-sessions/request', request({ due_date_reached_behavior: 'deactivate' }))
    ).json.data.id;
    const staying = (await post('/payment-sessions/request', request())).json.data.id;
    await sim.clock.advance(299_999);
    expect((await status(short)).status).toBe('pending');
    await sim.clock.advance(1);
    expect(await status(short)).toMatchObject({ status: 'expired', session_payment: { reason: 'duration' } });
    await sim.clock.advance(3_300_000);
    expect(await status(closing)).toMatchObject({
      status: 'expired',
      session_payment: { reason: 'due_date' },
    });
    expect((await status(staying)).status).toBe('pending');
  });

  it('splits by the session’s own rules, and refuses what doesn’t add up', async () => {
    const partner = (await post('/partners', { name: 'Carrier' })).json.data;
    expect(partner).toMatchObject({ name: 'Carrier', status: 'active' });
    const split = (rules: unknown, type = 'percent') => button({ split: { type, rules } });
    const pointers = async (answer: ReturnType<typeof split>) =>
      (await answer).json.errors?.map(({ pointer }: { pointer: string }) => pointer);
    expect(await pointers(split([{ recipient_id: 'nobody', percent: 10 }]))).toEqual([
      '/split/rules/0/recipient_id',
    ]);
    expect(
      await pointers(
        split([
          { recipient_id: partner.partner_id, percent: 60 },
          { recipient_id: partner.partner_id, percent: 60 },
        ]),
      ),
    ).toContain('/split/rules/1/recipient_id');
    expect(
      await pointers(split([{ recipient_id: partner.partner_id, amount_reference: 10.01 }], 'absolute')),
    ).toEqual(['/split/rules']);
    const closed = await sim.send('POST', `${EXT}/agreements`, {
      token: account.token,
      body: { ...agreementBody, split: false },
    });
    const refused = await button({
      agreement_id: closed.json.data.agreement_id,
      split: { type: 'percent', rules: [{ recipient_id: partner.partner_id, percent: 10 }] },
    });
    expect(refused.json.errors).toMatchObject([{ pointer: '/split' }]);

    const made = await split([{ recipient_id: partner.partner_id, percent: 12.5, label: 'Freight' }]);
    const { id } = made.json.data;
    for (const [leg, outcome] of [
      [1, 'paid'],
      [2, 'accredited'],
    ] as const) {
      await sim.send('POST', `/control/sessions/${id}/outcome`, {
        token: account.token,
        body: { leg, outcome },
      });
    }
    const { receiver_credits, receiver_credits_summary } = (await status(id)).session_payment;
    // 10 USD × 122.0112 = 1220.112, rounded to 1220.11 VES; 12.5 % of it is 152.51 (remainder to the larger fraction).
    expect(
      Object.values<Record<string, unknown>>(receiver_credits).map((credit) => [
        credit.receiver_id,
        credit.amount_ves,
        credit.bank_commissions_ves,
        credit.amount_ves_credited,
      ]),
    ).toEqual([
      [partner.partner_id, 152.51, 1.53, 150.98],
      ['owner', 1067.6, 10.68, 1056.92],
    ]);
    expect(receiver_credits_summary).toEqual({
      total_credits: 2,
      total_amount_ves: 1220.11,
      total_bank_commissions_ves: 12.21,
      total_amount_ves_credited: 1207.9,
    });
  });

  it('takes the recipients of a split receipt agreement, each a partner of the account', async () => {
    const partner = (await post('/partners', { name: 'Artist' })).json.data.partner_id;
    const { split: _, ...fields } = agreementBody;
    const made = await post('/agreements/split-receipt', {
      ...fields,
      recipients: [{ recipient_id: partner, percent: 30 }],
    });
    expect(made.status).toBe(201);
    expect(made.json.data).toMatchObject({
      split: true,
      status: 'active',
      recipients: [{ recipient_id: partner, percent: 30 }],
    });
    const foreign = (await post('/partners', { name: 'Theirs' }, await sim.account())).json.data.partner_id;
    const refused = await post('/agreements/split-receipt', {
      ...fields,
      recipients: [
        { recipient_id: partner, percent: 30 },
        { recipient_id: foreign, percent: 20 },
      ],
    });
    expect(refused.json.errors).toMatchObject([{ pointer: '/recipients/1/recipient_id' }]);
  });

  it('answers the stops with a fixed example for everybody', async () => {
    const mine = await sim.send('GET', `${EXT}/payment-stops`, { token: account.token });
    const theirs = await sim.send('GET', `${EXT}/payment-stops`, { token: (await sim.account()).token });
    expect(mine.status).toBe(200);
    expect(mine.headers.get('x-svc-sim')).toBe('mock');
    expect(mine.json.data).toEqual(theirs.json.data);
    for (const [method, path] of [
      ['POST', ''],
      ['GET', '/stp_1'],
      ['PATCH', '/stp_1'],
      ['DELETE', '/stp_1'],
      ['GET', '/stp_1/links'],
      ['POST', '/batch'],
      ['POST', '/query'],
      ['PATCH', '/reorder'],
    ] as const) {
      const answer = await sim.send(method, `${EXT}/payment-stops${path}`, { token: account.token });
      expect([method, path, answer.status, answer.headers.get('x-svc-sim')]).toEqual([
        method,
        path,
        200,
        'mock',
      ]);
    }
    expect((await sim.send('GET', `${EXT}/payment-stops`)).status).toBe(401);
  });

  it('sweeps a session fourteen days after its last change, and not before', async () => {
    const { id } = (await button()).json.data;
    await post(`/payment-sessions/${id}/expire`, undefined);
    await sim.clock.advance(14 * 86_400_000 - 1);
    expect((await status(id))?.status).toBe('expired');
    await sim.clock.advance(1);
    expect(
      (await sim.send('GET', `${EXT}/payment-sessions/status/${id}`, { token: account.token })).status,
    ).toBe(404);
  });
});
