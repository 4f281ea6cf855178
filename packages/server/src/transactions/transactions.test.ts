import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointersOf, type Signing, sendSigned, TestMerchant, type TestTerminal } from '../test-merchant.ts';
import { type Answered, TestSimulator } from '../test-simulator.ts';

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

  describe('queries', () => {
    it('find the merchant’s own transactions, and those that a terminal sees', async () => {
      const [open, own] = [await merchant.create(), await merchant.create({ terminalSerial: 'SN-1' })];
      const theirs = await other.create();
      const statuses = async (orderId: string) => [
        (await get(orderId)).status,
        (await signed('GET', `/transactions/${orderId}`)).status,
        (await signed('GET', `/transactions/${orderId}`, {}, second)).status,
      ];
      expect(await statuses(open)).toEqual([200, 200, 200]);
      expect(await statuses(own)).toEqual([200, 200, 404]);
      expect(await statuses(theirs)).toEqual([404, 404, 404]);
      expect(await statuses(NOBODY)).toEqual([404, 404, 404]);
      expect(await statuses('nonsense')).toEqual([404, 404, 404]);
      const [foreign, unknown] = [await get(theirs), await get(NOBODY)];
      expect({ ...foreign.json, instance: '' }).toEqual({ ...unknown.json, instance: '' });
      expect((await get(own.toUpperCase())).json.data.orderId).toBe(own);
    });

    it('list by status, newest first, a page at a time', async () => {
      const shop = await TestMerchant.register(sim);
      const [till, neighbour] = [await shop.terminal('SN-1'), await shop.terminal('SN-2')];
      const orders: string[] = [];
      for (let index = 0; index < 7; index++) {
        orders.unshift(await shop.create(index % 2 === 0 ? {} : { terminalSerial: 'SN-2' }));
      }
      const [o6, o5, o4, o3, o2, o1, o0] = orders as [string, string, string, string, string, string, string];
      await shop.cancel(o1);
      await commit(o2, {}, till);
      await shop.cancel(o4);
      const ids = ({ json }: Answered) => json.data.map(({ orderId }: { orderId: string }) => orderId);
      const list = async (query: string) => ids(await shop.send('GET', `/transactions${query}`));
      expect(await list('')).toEqual(orders);
      expect(await list('?status=PENDING')).toEqual([o6, o5, o3, o0]);
      expect(await list('?status[eq]=PAID')).toEqual([o2]);
      expect(await list('?status[in]=PAID,CANCELED')).toEqual([o4, o2, o1]);
      expect(await list('?status=PAID&status[in]=CANCELED,PENDING')).toEqual([]);
      const seen = async (query: string, who: TestTerminal) =>
        ids(await signed('GET', `/transactions${query}`, {}, who));
      expect(await seen('', till)).toEqual([o6, o4, o2, o0]);
      expect(await seen('?status=PENDING', till)).toEqual([o6, o0]);
      expect(await seen('?status=PENDING', neighbour)).toEqual([o6, o5, o3, o0]);
      const paged: string[][] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query = `?status[in]=PENDING,CANCELED&limit=2${cursor && `&cursor=${cursor}`}`;
        const page: Answered = await signed('GET', `/transactions${query}`, {}, neighbour);
        paged.push(ids(page));
        cursor = page.json.next_cursor;
      }
      expect(paged).toEqual([
        [o6, o5],
        [o4, o3],
        [o1, o0],
      ]);
    });

    it.each([
      ['?status=DONE', '/status'],
      ['?status[eq]=pending', '/status[eq]'],
      ['?status[in]=PAID,', '/status[in]'],
      ['?status[ne]=PAID', '/status[ne]'],
      ['?limit=0', '/limit'],
      ['?cursor=nonsense', '/cursor'],
    ])('refuse %s', async (query, pointer) => {
      for (const answer of [
        await merchant.send('GET', `/transactions${query}`),
        await signed('GET', `/transactions${query}`),
      ]) {
        expect([answer.status, pointersOf(answer)]).toEqual([400, [pointer]]);
      }
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
      const body = { amountReference: 1.005, commitAt: 'now', batchNumber: '7' };
      const answer = await signed('POST', `/transactions/${orderId}/commit`, { body });
      expect(answer.status).toBe(400);
      expect(pointersOf(answer)).toEqual([
        '/amountReference',
        '/authorizationCode',
        '/batchNumber',
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

describe('what remains of transactions', () => {
  it('is swept 14 days after their last change, while terminals stay', async () => {
    await using sim = await TestSimulator.start();
    const merchant = await TestMerchant.register(sim);
    const terminal = await merchant.terminal('SN-1');
    const [orderId, idle] = [await merchant.create(), await merchant.create()];
    const found = async (id: string) =>
      (await sendSigned(sim, terminal, 'GET', `/transactions/${id}`)).status;
    await sim.clock.advance(86_400_000);
    const body = { authorizationCode: 'A' };
    await sendSigned(sim, terminal, 'POST', `/transactions/${orderId}/commit`, { body });
    await sim.clock.advance(13 * 86_400_000);
    expect([await found(orderId), await found(idle)]).toEqual([200, 404]);
    await sim.clock.advance(86_400_000);
    expect(await found(orderId)).toBe(404);
  });

  it('outlives a reset in nothing but the merchant', async () => {
    await using sim = await TestSimulator.start();
    const [merchant, other] = [await TestMerchant.register(sim), await TestMerchant.register(sim)];
    const [terminal, theirs] = [await merchant.terminal('SN-1'), await other.terminal('SN-1')];
    const orderId = await merchant.create();
    const api = await sim.send('POST', '/api/svcpagos/login', {
      body: { short_name: merchant.email, password: 'correct horse' },
    });
    expect((await sim.send('POST', '/control/reset', { token: api.json.token })).status).toBe(200);
    expect((await merchant.send('GET', `/transactions/${orderId}`)).status).toBe(404);
    expect((await sendSigned(sim, terminal, 'GET', '/transactions')).status).toBe(401);
    expect((await sendSigned(sim, theirs, 'GET', '/transactions')).status).toBe(200);
    const again = await merchant.terminal('SN-1');
    expect((await sendSigned(sim, again, 'GET', '/transactions')).json.data).toEqual([]);
  });
});
