import { put } from '@svc-simulator/store/store.ts';
import { inAccount } from '@svc-simulator/test-support/account.ts';
import type { TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { TestWebhooks, testAccount } from '@svc-simulator/test-support/webhooks.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { searchAccount } from './search.ts';
import { wordsIn } from './search-words.ts';

let sim: TestSimulator;
let account: TestAccount;
inAccount((visit) => {
  ({ sim } = visit);
});
beforeEach(async () => {
  account = await sim.account();
});

const ask = (query: Record<string, string>) =>
  sim.send('GET', `/console/search?${new URLSearchParams(query)}`, { token: account.console });
const find = async (q: string, more = {}) => {
  const { status, json } = await ask({ q, ...more });
  expect([q, status]).toEqual([q, 200]);
  return json.data;
};
const kindsOf = (groups: readonly { kind: string }[]) => groups.map(({ kind }) => kind);

describe('a search', () => {
  it('finds a session by its identifier first, by the beginning of either id, amount, payer, URL and status', async () => {
    const webhook_url = `${sim.url}/console/hooks/${account.id}/captura`;
    const id = await sim.button(account, { identifier: 'A-1', amount_reference: 31.4, webhook_url });
    for (let more = 0; more < 3; more++) await sim.button(account, { identifier: `A-1${more}` });
    const form = { metodo: 'immediate_debit', nombre: 'Ana Peña', cedula: '12345678', otp: '000000' };
    await fetch(`${sim.url}/pay/${id}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    const [sessions] = await find('a-1', { kind: 'session' });
    expect([sessions.found, sessions.next_cursor]).toEqual([4, null]);
    expect(sessions.items[0]).toMatchObject({ id, title: 'A-1', field: 'identifier', text: 'A-1' });
    for (const text of [id, id.slice(0, 8), '31,40', '31.4', 'captura'])
      expect([
        text,
        (await find(text, { kind: 'session' }))[0].items.map((one: { id: string }) => one.id),
      ]).toEqual([text, [id]]);
    expect((await find('button pending', { kind: 'session' }))[0].found).toBeGreaterThanOrEqual(3);
  });

  it('finds deliveries, agreements and events, each by what it is known by, and nothing of another account', async () => {
    const id = await sim.button(account, { webhook_url: `${sim.url}/console/hooks/${account.id}/fail` });
    await new SeenTrace(sim).of(id, 'webhook.attempted');
    expect(kindsOf(await find('/fail'))).toEqual(['session', 'delivery', 'event']);
    expect((await find('receiver_error', { kind: 'delivery' }))[0].items).toMatchObject([
      { session_id: id, field: 'cause', state: 'open' },
    ]);
    expect(kindsOf(await find(account.agreement))).toContain('agreement');
    expect((await find('webhook.attempted', { kind: 'event' }))[0].items[0].title).toBe('webhook.attempted');
    account = await sim.account();
    expect(await find(id)).toEqual([]);
  });

  it('finds a refused call by the text of its fault', async () => {
    const body = { identifier: 'A-1' };
    const path = '/api/v1/ext/payment-sessions/buttons';
    expect((await sim.send('POST', path, { token: account.token, body })).status).toBe(400);
    await expect
      .poll(async () => (await find('amount_reference required', { kind: 'call' }))[0]?.items)
      .toMatchObject([{ title: `POST ${path}`, state: '400', field: 'detail' }]);
    expect(await find('amount_reference elsewhere', { kind: 'call' })).toEqual([]);
    const headers = { 'accept-language': 'es' };
    const query = new URLSearchParams({ q: 'amount_reference obligatorio', kind: 'call' });
    const { json } = await sim.send('GET', `/console/search?${query}`, { token: account.console, headers });
    expect(json.data[0].items).toMatchObject([{ text: expect.stringContaining('obligatorio') }]);
  });

  it('can be narrowed by time', async () => {
    await sim.button(account, { identifier: 'early' });
    await sim.clock.advance(3_600_000);
    const between = new Date(sim.clock.now() - 1000).toISOString();
    const late = await sim.button(account, { identifier: 'early too' });
    expect((await find('early', { kind: 'session', from: between }))[0].items).toMatchObject([{ id: late }]);
    expect((await find('early', { kind: 'session', until: between }))[0].found).toBe(1);
  });

  it('opens nothing: neither tokens nor secrets are looked into', async () => {
    for (const secret of [account.token, account.secret, account.console])
      expect(await find(secret)).toEqual([]);
  });

  it.each([
    [{}, '/q'],
    [{ q: '  ' }, '/q'],
    [{ q: 'x'.repeat(201) }, '/q'],
    [{ q: 'x', kind: 'token' }, '/kind'],
    [{ q: 'x', from: 'yesterday' }, '/from'],
    [{ q: 'x', cursor: 'c2VxOjE' }, '/cursor'],
  ])('of %j is 400 with its pointer', async (query: Record<string, string>, pointer) => {
    const { status, json } = await ask(query);
    expect([status, json.errors[0].pointer]).toEqual([400, pointer]);
  });
});

it('looks at so many sessions and no more, says where it ended, and goes on there', {
  timeout: 60_000,
}, async () => {
  const test = await TestWebhooks.open();
  const { store } = test.runtime;
  const owner = testAccount('acc_0000000000000001');
  const first = test.session(undefined);
  const sessions = [first, ...Array.from({ length: 20_004 }, () => test.session(undefined))];
  while (sessions.length > 0) {
    const some = sessions.splice(0, 2500);
    await store.transact({ account: owner.id }, () => ({
      result: null,
      puts: some.map((session) => put('session', session.id, session)),
    }));
  }
  const words = wordsIn(first.id);
  if (!words) throw new Error('no words');
  const query = { words, kind: 'session', from: 0, until: Number.POSITIVE_INFINITY, limit: 5 } as const;
  const [none] = await searchAccount(test.runtime, owner, query);
  expect(none).toMatchObject({ found: 0, next_cursor: expect.any(String) });
  const [rest] = await searchAccount(test.runtime, owner, { ...query, cursor: none?.next_cursor ?? '' });
  expect(rest).toMatchObject({ found: 1, next_cursor: null, items: [{ id: first.id }] });
});
