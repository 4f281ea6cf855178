import { TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { type Answered, agreementBody, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let sim: TestSimulator;
beforeAll(async () => {
  sim = await TestSimulator.start({ throwaway: true });
});
afterAll(() => sim.close());

/** Every page of a list, a few items each. */
async function pages(get: (query: string) => Promise<Answered>): Promise<unknown[][]> {
  const found: unknown[][] = [];
  for (let query = '?limit=2'; ; ) {
    const { status, json } = await get(query);
    expect(status).toBe(200);
    found.push(json.data);
    if (json.next_cursor === null) return found;
    query = `?limit=2&cursor=${json.next_cursor}`;
  }
}

describe('the lists of agreements and partners', () => {
  it('answer what creation answered, newest first, page by page, and nothing of another account', async () => {
    const [account, other] = [await sim.account(), await sim.account()];
    const call = (path: string, body?: object) => (query: string) =>
      sim.send(body ? 'POST' : 'GET', `/api/v1/ext/${path}${query}`, { token: account.token, body });
    const partners: unknown[] = [];
    for (const name of ['Ana', 'Luis', 'Eva'])
      partners.unshift((await call('partners', { name, email: 'a@b.invalid' })('')).json.data);
    const { split: _, ...fields } = agreementBody;
    const recipients = [
      { recipient_id: (partners[0] as { partner_id: string }).partner_id, percent: 12.5, label: 'Carrier' },
    ];
    const split = (await call('agreements/split-receipt', { ...fields, recipients })('')).json.data;
    const plain = (await call('agreements', { ...agreementBody, title: 'Last' })('')).json.data;

    expect(await pages(call('partners'))).toEqual([partners.slice(0, 2), partners.slice(2)]);
    const agreements = await pages(call('agreements'));
    expect(agreements).toMatchObject([[plain, split], [{ agreement_id: account.agreement }]]);
    expect(split.recipients).toEqual(recipients);
    expect((await sim.send('GET', '/api/v1/ext/partners', { token: other.token })).json.data).toEqual([]);
    const wrong = await call('partners')('?limit=0&cursor=nonsense');
    expect(wrong.status).toBe(400);
    expect((await call('agreements')('?cursor=nonsense')).status).toBe(400);
    expect((await sim.send('GET', '/api/v1/ext/agreements', { token: account.console })).status).toBe(401);
  });
});

describe('the list of terminals', () => {
  it('says of each how far its pairing is, and holds neither a code nor a secret', async () => {
    const merchant = await TestMerchant.register(sim);
    const other = await TestMerchant.register(sim);
    const linked = await merchant.terminal('SN-linked');
    const { code } = (await merchant.pairing('POST', 'SN-late')).json.data;
    await other.terminal('SN-foreign');
    await sim.clock.advance(600_000);
    const next = (await merchant.pairing('POST', 'SN-next')).json.data.code;
    const found = await pages((query) => merchant.send('GET', `/pos-terminals${query}`));
    expect(found).toMatchObject([
      [
        { serial: 'SN-next', status: 'PAIRING' },
        { serial: 'SN-late', status: 'UNLINKED' },
      ],
      [{ serial: 'SN-linked', status: 'LINKED' }],
    ]);
    for (const secret of [linked.secret, code, next]) expect(JSON.stringify(found)).not.toContain(secret);
    const foreign = await sim.send('GET', `/api/v1/merchants/${other.id}/pos-terminals`, {
      token: merchant.token,
    });
    expect(foreign.status).toBe(403);
  });
});
