import {
  pointersOf,
  type Signing,
  sendSigned,
  TestMerchant,
  type TestTerminal,
} from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('transactions (specification, Transaction; contract sections 6 and 9)', () => {
  let sim: TestSimulator;
  let merchant: TestMerchant;
  let other: TestMerchant;
  let terminal: TestTerminal;
  let second: TestTerminal;
  beforeAll(async () => {
    sim = await TestSimulator.start();
    [merchant, other] = [await TestMerchant.register(sim), await TestMerchant.register(sim)];
    [terminal, second] = [await merchant.terminal('SN-1'), await merchant.terminal('SN-2')];
  });
  afterAll(() => sim.close());

  const get = (orderId: string, who = merchant) => who.send('GET', `/transactions/${orderId}`);
  const signed = (method: string, path: string, signing: Signing = {}, who = terminal) =>
    sendSigned(sim, who, method, path, signing);
  const commit = (orderId: string, more: object = {}, who = terminal) =>
    signed('POST', `/transactions/${orderId}/commit`, { body: { authorizationCode: 'A-1', ...more } }, who);
  const commitVoid = (orderId: string, who = terminal) =>
    signed('POST', `/transactions/${orderId}/cancellation/commit`, {}, who);
  const now = () => new Date(sim.clock.now()).toISOString();

  describe('creation', () => {
    const post = (body: object, who = merchant) =>
      who.send('POST', '/transactions', {
        orderId: crypto.randomUUID(),
        amountReference: 12.5,
        currencyReference: 'USD',
        ...body,
      });

    it('answers the transaction with the request’s fields', async () => {
      const body = {
        orderId: crypto.randomUUID(),
        amountReference: 1999.99,
        currency: 'VES',
        serial: 'SN-1',
        allowAmountChange: true,
        clientIdentification: 'V-12345678',
        deeplinkConfig: { returnPackage: 'com.shop', returnActivity: '.Pay', unknown: 1 },
        unknown: true,
      };
      const made = await merchant.send('POST', '/transactions', body);
      expect(made.status).toBe(201);
      expect(made.json.data).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        orderId: body.orderId,
        merchantId: merchant.id,
        status: 'PENDING',
        amountReference: 1999.99,
        currencyReference: 'VES',
        allowAmountChange: true,
        clientIdentification: 'V-12345678',
        terminalSerial: 'SN-1',
        deeplinkConfig: { returnPackage: 'com.shop', returnActivity: '.Pay' },
        confirmData: null,
        cancellationDara: null,
        createdAt: now(),
        updatedAt: now(),
      });
      expect((await get(body.orderId)).json.data).toEqual(made.json.data);
    });

    it.each([
      [{ currencyReference: null }, ['/currencyReference']],
      [{ currency: 'EUR' }, ['/currency']],
      [{ amountReference: 1.005 }, ['/amountReference']],
      [
        { amountReference: 0, orderId: '17', allowAmountChange: 'no' },
        ['/allowAmountChange', '/amountReference', '/orderId'],
      ],
      [{ serial: 'SN-1', terminalSerial: 'SN-2' }, ['/serial']],
      [{ terminalSerial: 'SN-9' }, ['/terminalSerial']],
      [{ serial: 'SN-9' }, ['/terminalSerial']],
    ])('refuses %j', async (body, pointers) => {
      const answer = await post(body);
      expect([answer.status, pointersOf(answer)]).toEqual([400, pointers]);
    });

    it('refuses a terminal that is still pairing, unlinked, or another merchant’s', async () => {
      await merchant.pairing('POST', 'SN-pairing');
      await merchant.terminal('SN-gone');
      await merchant.pairing('DELETE', 'SN-gone');
      await other.terminal('SN-theirs');
      for (const terminalSerial of ['SN-pairing', 'SN-gone', 'SN-theirs', '']) {
        expect(pointersOf(await post({ terminalSerial }))).toEqual(['/terminalSerial']);
      }
    });

    it('refuses an order that was used before, in whatever case and however many come at once', async () => {
      const orderId = crypto.randomUUID();
      const answers = await Promise.all(
        [orderId, orderId.toUpperCase(), orderId].map((id) => post({ orderId: id })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
      const again = await post({ orderId, terminalSerial: 'SN-9' });
      expect(pointersOf(again)).toEqual(['/orderId', '/terminalSerial']);
      expect((await post({ orderId }, other)).status).toBe(201);
    });

    it('refuses what is no JSON', async () => {
      const path = `/api/v1/merchants/${merchant.id}/transactions`;
      const { token } = merchant;
      const headers = { 'content-type': 'text/plain' };
      expect((await sim.send('POST', path, { token, body: '{}', headers })).status).toBe(415);
      expect((await sim.send('POST', path, { token, body: '{' })).status).toBe(400);
      expect((await sim.send('POST', path, { token, body: `"${'x'.repeat(2 ** 20)}"` })).status).toBe(413);
      expect((await sim.send('PATCH', path, { token })).headers.get('allow')).toBe('POST, GET, HEAD');
    });
  });

  describe('the life of a transaction', () => {
    it('goes from payment to void, and keeps its confirmation', async () => {
      const orderId = await merchant.create({ terminalSerial: 'SN-1' });
      const createdAt = now();
      await sim.clock.advance(1000);
      const paid = await commit(orderId, {
        amountReference: 12.5,
        commitAt: '2025-12-31T20:00:00-04:00',
        visorMccCard: 'VISA',
        cardTypeForRpt: 'D',
        batchNumber: 7,
        trace: '000042',
        processCode: '00',
        terminalNumber: '7',
        utcDate: '1231200000',
      });
      expect(paid.status).toBe(200);
      const confirmData = {
        authorizationCode: 'A-1',
        processCode: '00',
        commitAt: '2026-01-01T00:00:00.000Z',
        amountReference: 12.5,
        terminalNumber: '7',
        trace: '000042',
        utcDate: '1231200000',
        cardTypeForRpt: 'D',
        visOrMccCard: 'VISA',
        batchNumber: 7,
      };
      expect(paid.json.data).toMatchObject({ status: 'PAID', createdAt, updatedAt: now() });
      expect(paid.json.data.confirmData).toEqual(confirmData);
      const asked = await merchant.cancel(orderId);
      expect(asked.json.data).toMatchObject({ status: 'VOID_PENDING', cancellationDara: null, confirmData });
      expect((await merchant.cancel(orderId)).status).toBe(409);
      await sim.clock.advance(1000);
      const voided = await commitVoid(orderId);
      const cancellationDara = { commitAt: now() };
      expect(voided.json.data).toMatchObject({ status: 'VOIDED', cancellationDara, confirmData });
      expect((await get(orderId)).json.data).toEqual(voided.json.data);
      await sim.clock.advance(1000);
      expect((await commitVoid(orderId)).json.data).toEqual(voided.json.data);
      expect((await commit(orderId)).json.data).toEqual(voided.json.data);
      expect((await commit(orderId, { authorizationCode: 'A-2' })).status).toBe(409);
      expect((await merchant.cancel(orderId)).status).toBe(409);
    });

    it('lets a payment overwrite a cancellation', async () => {
      const orderId = await merchant.create();
      const cancelled = await merchant.cancel(orderId);
      expect(cancelled.status).toBe(200);
      expect(cancelled.json.data).toMatchObject({
        status: 'CANCELED',
        cancellationDara: { commitAt: now() },
      });
      expect((await merchant.cancel(orderId)).status).toBe(409);
      expect((await commitVoid(orderId)).status).toBe(409);
      const paid = await commit(orderId);
      expect(paid.json.data).toMatchObject({ status: 'PAID', cancellationDara: null });
      expect(paid.json.data.confirmData).toMatchObject({ commitAt: now(), amountReference: 12.5 });
      expect((await commitVoid(orderId)).status).toBe(409);
    });

    it('takes a confirmation twice with one code, and refuses another code', async () => {
      const orderId = await merchant.create();
      const first = await commit(orderId);
      await sim.clock.advance(1000);
      const again = await commit(orderId, { trace: 'other' });
      expect([again.status, again.json.data]).toEqual([200, first.json.data]);
      expect((await commit(orderId, { authorizationCode: 'A-2' })).status).toBe(409);
    });

    it('takes another amount only where that is allowed', async () => {
      const [fixed, free] = [await merchant.create(), await merchant.create({ allowAmountChange: true })];
      const wrong = await commit(fixed, { amountReference: 12.49 });
      expect([wrong.status, pointersOf(wrong)]).toEqual([400, ['/amountReference']]);
      expect((await get(fixed)).json.data.status).toBe('PENDING');
      const changed = await commit(free, { amountReference: 15 });
      expect(changed.json.data).toMatchObject({
        amountReference: 12.5,
        confirmData: { amountReference: 15 },
      });
    });

    it('names the faults of a confirmation', async () => {
      const orderId = await merchant.create();
      const body = { amountReference: 1.005, commitAt: 'now', batchNumber: 0, cardTypeForRpt: 'X' };
      const answer = await signed('POST', `/transactions/${orderId}/commit`, { body });
      expect(answer.status).toBe(400);
      expect(pointersOf(answer)).toEqual([
        '/amountReference',
        '/authorizationCode',
        '/batchNumber',
        '/cardTypeForRpt',
        '/commitAt',
      ]);
    });

    it('does not find what a terminal does not see', async () => {
      const own = await merchant.create({ terminalSerial: 'SN-1' });
      for (const orderId of [own, await other.create(), NOBODY]) {
        expect((await commit(orderId, {}, second)).status).toBe(404);
        expect((await commitVoid(orderId, second)).status).toBe(404);
      }
      for (const orderId of [await other.create(), NOBODY]) {
        expect((await merchant.cancel(orderId)).status).toBe(404);
      }
    });
  });
});
