import {
  type Signing,
  sendSigned,
  TestMerchant,
  type TestTerminal,
} from '@svc-simulator/test-support/merchant.ts';
import { type Answered, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('queries of transactions (contract section 6)', () => {
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
  const commit = (orderId: string, who: TestTerminal) =>
    signed('POST', `/transactions/${orderId}/commit`, { body: { authorizationCode: 'A-1' } }, who);

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
    await commit(o2, till);
    await shop.cancel(o4);
    const ids = ({ json }: Answered) => json.data.map(({ orderId }: { orderId: string }) => orderId);
    const list = async (query: string) => ids(await shop.send('GET', `/transactions${query}`));
    expect(await list('')).toEqual(orders);
    for (const [query, total] of [
      ['', 7],
      ['?limit=2', 7],
      ['?limit=2&status=PENDING', 4],
      ['?status=VOIDED', 0],
    ])
      expect([query, (await shop.send('GET', `/transactions${query}`)).json.total]).toEqual([query, total]);
    const firstSeen = (await sendSigned(sim, till, 'GET', '/transactions?limit=1')).json;
    expect([firstSeen.data.length, firstSeen.total]).toEqual([1, 4]);
    const byToken = await sim.send('GET', '/api/v1/pos-terminals/SN-1/transactions?limit=1', {
      token: shop.token,
    });
    expect([byToken.json.data, byToken.json.total]).toEqual([firstSeen.data, 4]);
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
});
