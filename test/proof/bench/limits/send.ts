/** `limit-send`: an undici `Pool.request` loop that signs and sends the same bytes; answers deliveries a second. */
import { createHmac, randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { work } from '../workers.ts';

export interface SendRequest {
  readonly url: string;
  readonly body: string;
  readonly secret: string;
  readonly count: number;
}

const CONNECTIONS = 64;

work('ready', async ({ url, body: text, secret, count }: SendRequest) => {
  const { origin, pathname: path } = new URL(url);
  const body = Buffer.from(text);
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  let left = count;
  const loop = async () => {
    while (left-- > 0) {
      const timestamp = new Date().toISOString();
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'svc-sim',
        'svc-signature': createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex'),
        'svc-timestamp': timestamp,
        'idempotency-key': randomUUID(),
      };
      const response = await pool.request({ path, method: 'POST', headers, body });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`the receiver answered ${response.statusCode}`);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  const took = performance.now() - began;
  await pool.close();
  return (count / took) * 1000;
});
