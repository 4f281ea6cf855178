/** Orders of several accounts over several instances, in turns, in a process of its own; answers the milliseconds until all are answered. */
import { Pool } from 'undici';
import { work } from '../workers.ts';

export interface OrdersRequest {
  readonly origins: readonly string[];
  readonly accounts: readonly { readonly token: string; readonly body: string }[];
  /** To each origin. */
  readonly connections: number;
  /** In all. */
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
  const began = performance.now();
  await Promise.all(pools.flatMap((pool) => Array.from({ length: connections }, () => orderAt(pool))));
  const took = performance.now() - began;
  await Promise.all(pools.map((pool) => pool.close()));
  return took;
});
