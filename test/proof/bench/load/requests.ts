/** A fixed number of requests over a few connections, in a process of its own; answers milliseconds per request. */
import { Pool } from 'undici';
import { work } from '../workers.ts';

export interface RequestsRequest {
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections: number;
  readonly count: number;
}

work('ready', async ({ origin, connections, count, ...request }: RequestsRequest) => {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  let left = count;
  const loop = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request(request);
      await body.dump();
      if (statusCode >= 300) throw new Error(`${request.method} ${request.path}: ${statusCode}`);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, loop));
  const took = performance.now() - began;
  await pool.close();
  return took / count;
});
