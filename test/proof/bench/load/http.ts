/** Load over HTTP: autocannon in its own process. */
import autocannon from 'autocannon';
import { work } from '../workers.ts';

export interface LoadRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections: number;
  readonly seconds: number;
}

/** Returns requests per second. A response other than 2xx fails the measurement. */
work('ready', async ({ seconds, ...request }: LoadRequest) => {
  const result = await autocannon({
    ...request,
    duration: seconds,
    sampleInt: Math.min(1000, seconds * 100),
  });
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${failures} × ${request.method} ${request.url} were not answered 2xx`);
  return (result['2xx'] * 1000) / (result.finish.getTime() - result.start.getTime());
});
