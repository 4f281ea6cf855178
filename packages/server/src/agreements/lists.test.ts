import { TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { type Answered, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
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
