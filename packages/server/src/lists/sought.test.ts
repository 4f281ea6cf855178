import { put } from '@svc-simulator/store/store.ts';
import { startAccountForEachTest } from '@svc-simulator/test-support/account.ts';
import { paymentForm, type TestAccount, type TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { TestWebhooks, testAccount } from '@svc-simulator/test-support/webhooks.ts';
import { describe, expect, it } from 'vitest';
import { sessionPage } from '../deliveries/session-webhooks.ts';
import { parseSearch } from './filtered-page.ts';

let sim: TestSimulator;
let account: TestAccount;
startAccountForEachTest((visit) => {
  ({ sim, account } = visit);
});

type Item = Readonly<Record<string, unknown>>;

const lists = ['sessions', 'deliveries', 'calls'] as const;
const ask = (list: (typeof lists)[number], query: Record<string, string>) =>
  sim.ask(account, 'GET', `/console/${list}?${new URLSearchParams(query)}`);
const find = async (list: (typeof lists)[number], q: string, more = {}): Promise<readonly Item[]> => {
  const { status, json } = await ask(list, { q, ...more });
  expect([q, status]).toEqual([q, 200]);
  return json.data;
};
const idsOf = (items: readonly Item[], name = 'id') => items.map((item) => item[name]);

describe('the search parameter q', () => {
  it('finds sessions by identifier, beginning of the id, amount, payer and URL', async () => {
    const webhook_url = `${sim.url}/console/hooks/${account.id}/captura`;
    const id = await sim.button(account, { identifier: 'Pedido A-1', amount_reference: 31.4, webhook_url });
    await sim.button(account, { identifier: 'B-2', success_url: 'https://shop.invalid/gracias' });
    await sim.send('POST', `/pay/${id}`, paymentForm({ nombre: 'Ana Peña', cedula: '12345678' }));
    const texts = ['pedido a-1', 'DIDO', id, id.slice(0, 8), id.toUpperCase(), '31,40', '31.4', 'captura'];
    for (const text of [...texts, ' peña', '2345'])
      expect([text, idsOf(await find('sessions', text))]).toEqual([text, [id]]);
    expect(await find('sessions', 'gracias')).toHaveLength(1);
    for (const text of ['31.41', id.slice(1, 8), 'pedido b', '.*', account.secret])
      expect([text, await find('sessions', text)]).toEqual([text, []]);
  });

  it('works with other filters and with pages', async () => {
    const ids: string[] = [];
    for (const identifier of ['A-1', 'B-1', 'A-2', 'B-2', 'A-3'])
      ids.push(await sim.button(account, { identifier }));
    const expectedIds = [ids[4], ids[2], ids[0]];
    expect(idsOf(await find('sessions', 'a-', { status: 'pending' }))).toEqual(expectedIds);
    expect(await find('sessions', 'a-', { status: 'paid' })).toEqual([]);
    expect(await find('sessions', `${ids[0]}`, { status: 'paid' })).toEqual([]);
    const first = await ask('sessions', { q: 'a-', limit: '2' });
    expect(idsOf(first.json.data)).toEqual(expectedIds.slice(0, 2));
    const lastPage = await ask('sessions', { q: 'a-', limit: '2', cursor: first.json.next_cursor });
    expect([idsOf(lastPage.json.data), lastPage.json.next_cursor]).toEqual([expectedIds.slice(2), null]);
  });

  it('finds deliveries by id, session and URL', async () => {
    const seenTrace = new SeenTrace(sim);
    const id = await sim.button(account, { webhook_url: `${sim.url}/console/hooks/${account.id}/fail` });
    await sim.button(account, { webhook_url: `${sim.url}/console/hooks/${account.id}/paid` });
    await seenTrace.of(id, 'webhook.attempted');
    const [delivery] = await find('deliveries', '/FAIL');
    expect(delivery).toMatchObject({ session_id: id });
    for (const text of [
      id,
      id.slice(0, 8),
      `${delivery?.delivery_id}`,
      `${delivery?.delivery_id}`.slice(0, 8),
    ])
      expect([text, await find('deliveries', text)]).toEqual([text, [delivery]]);
    expect(await find('deliveries', '/fail', { state: 'delivered' })).toEqual([]);
  });

  it('finds calls by text in their path and bodies, and by request id', async () => {
    const body = { identifier: 'Pedido 77', amount_reference: 25.5 };
    const path = '/api/v1/ext/payment-sessions/buttons';
    expect((await sim.send('POST', path, { token: account.token, body })).status).toBe(400);
    const [call] = await find('calls', 'PEDIDO 77');
    expect(call).toMatchObject({ path, status: 400 });
    for (const text of ['25,50', 'payment-sessions/but', `${call?.request_id}`.slice(0, 10)])
      expect([text, idsOf(await find('calls', text))]).toEqual([text, [call?.id]]);
    expect(await find('calls', 'pedido 77', { status: '201' })).toEqual([]);
  });

  it('finds no items of other accounts', async () => {
    const seenTrace = new SeenTrace(sim);
    const id = await sim.button(account, {
      identifier: 'Ajeno',
      webhook_url: `${sim.url}/console/hooks/${account.id}/captura`,
    });
    await seenTrace.of(id, 'webhook.delivered');
    const [delivery] = await find('deliveries', id);
    account = await sim.account();
    for (const text of [id, 'ajeno', `${delivery?.delivery_id}`])
      for (const list of lists) expect([list, text, await find(list, text)]).toEqual([list, text, []]);
  });

  it.each(lists)('returns 400 in the list of %s for blank or too long texts', async (list) => {
    for (const q of ['  ', 'x'.repeat(201)]) {
      const { status, json } = await ask(list, { q });
      expect([status, json.errors?.[0].pointer]).toEqual([400, '/q']);
    }
  });
});

it('searches at most 5000 sessions per page, and continues there', { timeout: 60_000 }, async () => {
  const test = await TestWebhooks.open();
  const { store } = test.runtime;
  const owner = testAccount('acc_0000000000000001');
  const first = test.session(undefined);
  const matchingSession = { ...first, fields: { ...first.fields, identifier: 'needle' } };
  const sessions = [matchingSession, ...Array.from({ length: 5004 }, () => test.session(undefined))];
  while (sessions.length > 0) {
    const batch = sessions.splice(0, 2500);
    await store.transact({ account: owner.id }, () => ({
      result: null,
      puts: batch.map((session) => put('session', session.id, session)),
    }));
  }
  const query = { limit: 10, search: parseSearch('needle') };
  const firstPage = await sessionPage(store, owner.id, query);
  expect(firstPage).toEqual({ items: [], nextCursor: expect.any(String) });
  const lastPage = await sessionPage(store, owner.id, { ...query, cursor: firstPage.nextCursor ?? '' });
  expect([lastPage.items.map(({ session }) => session.id), lastPage.nextCursor]).toEqual([
    [matchingSession.id],
    null,
  ]);
  const pageById = await sessionPage(store, owner.id, { ...query, search: parseSearch(matchingSession.id) });
  expect([pageById.items.map(({ session }) => session.id), pageById.nextCursor]).toEqual([
    [matchingSession.id],
    null,
  ]);
});
