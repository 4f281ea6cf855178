import { inAccount } from '@svc-simulator/test-support/account.ts';
import { pointersOf, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import {
  agreementBody,
  buttonBody,
  type TestAccount,
  type TestSimulator,
} from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const SESSIONS = '/api/v1/ext/payment-sessions';

describe('what programs in the field send (contract section 10)', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  inAccount((visit) => {
    ({ sim, account } = visit);
  });

  const send = (method: string, path: string, body?: unknown) =>
    sim.send(method, path, { token: account.token, body });
  const button = (more: object) =>
    send('POST', `${SESSIONS}/buttons`, { ...buttonBody, agreement_id: account.agreement, ...more });
  const requestBody = (more: object = {}) => ({
    amount_reference: 80,
    currency_reference: 'USD',
    identifier: 'INV-1',
    agreement_id: account.agreement,
    due_date_session: '2090-01-31T00:00:00Z',
    ...more,
  });

  describe('an amount with binary noise', () => {
    it('is taken as its cents and answered so, in splits and batches too', async () => {
      const partner = await send('POST', '/api/v1/ext/partners', { name: 'Ana', bank_account_id: 'b' });
      const { partner_id: recipient_id } = partner.json.data;
      const rules = [{ recipient_id, amount_reference: 0.1 + 0.2 }];
      const made = await button({ amount_reference: 3.5999999999999996, split: { type: 'absolute', rules } });
      expect(made.json.data).toMatchObject({
        amount_reference: 3.6,
        split: { rules: [{ amount_reference: 0.3 }] },
      });
      const batch = await send('POST', `${SESSIONS}/request/batch`, {
        items: [requestBody({ amount_reference: 30.299999999999997 })],
      });
      expect(batch.json.data.items).toMatchObject([{ amount_reference: 30.3 }]);
      const shared = await send('POST', '/api/v1/ext/agreements/split-receipt', {
        ...agreementBody,
        recipients: [{ recipient_id, percent: 1.1 * 3 }],
      });
      expect(shared.json.data.recipients).toMatchObject([{ percent: 3.3 }]);
    });

    it('is taken by transactions of the point of sale', async () => {
      const merchant = await TestMerchant.register(sim);
      const orderId = await merchant.create({ amountReference: 30.299999999999997 });
      expect((await merchant.send('GET', `/transactions/${orderId}`)).json.data.amountReference).toBe(30.3);
    });

    it('is no third decimal', async () => {
      expect(pointersOf(await button({ amount_reference: 2.675 }))).toEqual(['/amount_reference']);
    });
  });

  describe('older names', () => {
    it('are taken, and the new ones win', async () => {
      const { due_date_session: _, ...older } = requestBody({
        due_date_link: '2090-02-01T00:00:00Z',
        expire_behavior_link: 'deactivate',
      }) as Record<string, unknown>;
      const made = (await send('POST', `${SESSIONS}/request`, older)).json.data;
      expect(made).toMatchObject({
        due_date_session: '2090-02-01T00:00:00Z',
        due_date_reached_behavior: 'deactivate',
        config: { expires_at: '2090-02-01T00:00:00.000Z' },
      });
      expect(made).not.toHaveProperty('due_date_link');
      expect(made).not.toHaveProperty('expire_behavior_link');
      const both = requestBody({
        due_date_link: 'no date',
        expire_behavior_link: 'deactivate',
        due_date_reached_behavior: 'keep_active',
      });
      const batch = await send('POST', `${SESSIONS}/request/batch`, { items: [older, both] });
      expect(batch.json.data.items).toMatchObject([
        { due_date_session: '2090-02-01T00:00:00Z', due_date_reached_behavior: 'deactivate' },
        { due_date_session: '2090-01-31T00:00:00Z', due_date_reached_behavior: 'keep_active' },
      ]);
    });

    it('are faulty under the name that was sent', async () => {
      const wrong = { due_date_session: null, due_date_link: 'tomorrow', expire_behavior_link: 'stop' };
      const faulty = await send('POST', `${SESSIONS}/request`, requestBody(wrong));
      expect(pointersOf(faulty)).toEqual(['/due_date_link', '/expire_behavior_link']);
    });

    it('may be missing with the new ones: without a due date a request stays open', async () => {
      const wanted = requestBody({ due_date_session: null, due_date_reached_behavior: 'deactivate' });
      const made = await send('POST', `${SESSIONS}/request`, wanted);
      expect(made.json).toMatchObject({
        status: 201,
        data: { status: 'pending', config: { expires_at: null } },
      });
      expect(made.json.data).not.toHaveProperty('due_date_session');
      expect((await send('GET', `${SESSIONS}/status/${made.json.data.id}`)).json.data.status).toBe('pending');
    });

    it('have in a batch what each is worth', async () => {
      const items = [requestBody({ amount_reference: 2 }), requestBody({ currency_reference: 'VES' })];
      const { json } = await send('POST', `${SESSIONS}/request/batch`, { items });
      expect(json.data.items).toMatchObject([
        {
          amount_ves: 244.02,
          bcv_exchange_rate: 122.0112,
          exchange_rate_from: 'USD',
          exchange_rate_to: 'VES',
        },
        { bcv_exchange_rate: 1, exchange_rate_from: 'VES', exchange_rate_to: 'VES' },
      ]);
    });

    it('that are not taken any more are refused by a problem that names the new one', async () => {
      const refused = await button({ amount_reference: null, amount: 5 });
      expect(pointersOf(refused)).toEqual(['/amount', '/amount_reference']);
      expect(refused.json.errors).toContainEqual({
        pointer: '/amount',
        detail: 'is an older name, which is not taken: send amount_reference',
      });
      expect(refused.json.detail).toBe(
        '/amount: is an older name, which is not taken: send amount_reference (and 1 more)',
      );
      expect((await button({ amount: 5 })).status).toBe(201);
      const listed = (await sim.send('GET', '/fidelidad')).json.data.differences;
      expect(listed.map(({ id }: { id: string }) => id)).toContain('sessions.refused-name-amount');
    });

    it('that are not taken any more are each named once by the detail of a batch', async () => {
      const { agreement_id, ...older } = requestBody({
        amount_reference: null,
        amount: 5,
        agreement: account.agreement,
      }) as Record<string, unknown>;
      const refused = await send('POST', `${SESSIONS}/request/batch`, {
        items: [requestBody(), older, older],
      });
      expect(refused.json).toMatchObject({
        status: 400,
        detail:
          '/items/1/amount: is an older name, which is not taken: send amount_reference; /items/1/agreement: is an older name, which is not taken: send agreement_id (and 6 more)',
      });
    });

    it('the path of a session alone answers as its status does', async () => {
      const { id } = (await button({})).json.data;
      const [one, other] = [
        await send('GET', `${SESSIONS}/${id}`),
        await send('GET', `${SESSIONS}/status/${id}`),
      ];
      expect([one.status, one.text]).toEqual([200, other.text]);
      expect((await send('GET', `${SESSIONS}/nowhere`)).status).toBe(404);
    });
  });

  it('the account’s minimum refuses what is worth less, in every currency', async () => {
    const own = await sim.account();
    const set = await sim.send('PUT', '/console/settings', {
      token: own.console,
      body: { minimum_amount_ves: 14 },
    });
    expect(set.json.data.minimum_amount_ves).toBe(14);
    const create = (path: string, body: object) =>
      sim.send('POST', SESSIONS + path, { token: own.token, body });
    const small = { ...buttonBody, agreement_id: own.agreement, currency_reference: 'VES' };
    const refused = await create('/buttons', { ...small, amount_reference: 13.99 });
    expect(refused.json).toMatchObject({ status: 400, errors: [{ pointer: '/amount_reference' }] });
    expect(refused.json.detail).toContain('13.99 VES');
    expect((await create('/buttons', { ...small, amount_reference: 14 })).status).toBe(201);
    const item = (amount: number) => requestBody({ agreement_id: own.agreement, amount_reference: amount });
    const batch = await create('/request/batch', { items: [item(0.12), item(0.11)] });
    expect(pointersOf(batch)).toEqual(['/items/1/amount_reference']);
  });
});
