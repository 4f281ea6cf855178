/**
 * Sends the orders of several accounts to several instances, in turn. Returns the milliseconds until all
 * orders have a response.
 */
import { Pool } from 'undici';
import { work } from '../workers.ts';

export interface OrdersRequest {
  readonly origins: readonly string[];
  readonly accounts: readonly { readonly token: string; readonly body: string }[];
  /** Connections to each origin. */
  readonly connections: number;
  /** Total number of orders. */
  readonly count: number;
}

work('ready', async ({ origins, accounts, connections, count }: OrdersRequest) => {
  const pools = origins.map((origin) => new Pool(origin, { connections, pipelining: 1 }));
  let turn = 0;
  const orderAt = async (pool: Pool) => {
    while (turn < count) {
      const { token, body } = accounts[turn++ % accounts.length] as OrdersRequest['accounts'][number];
      const answer = await pool.request({
        method: 'POST',
        path: '/api/v1/ext/payment-sessions/buttons',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      });
      await answer.body.dump();
      if (answer.statusCode !== 201) throw new Error(`an order was answered ${answer.statusCode}`);
    }
  };
  const startMs = performance.now();
  await Promise.all(pools.flatMap((pool) => Array.from({ length: connections }, () => orderAt(pool))));
  const elapsedMs = performance.now() - startMs;
  await Promise.all(pools.map((pool) => pool.close()));
  return elapsedMs;
});
