import { buttonBody, openAccount } from '../../support/api.ts';
import { atLeast, atMost, type Figure, median, processorMs } from './figures.ts';
import type { LoadRequest } from './load/http.ts';
import { startSimulator } from './simulator.ts';
import { Worker } from './workers.ts';

/** Long enough for a precise processor time, which Linux counts in hundredths of a second. */
const SECONDS = 1;
const ROUNDS = 9;
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 16;

/** A repeated request, and the process that responds. */
interface Target {
  readonly pid: number;
  readonly request: Pick<LoadRequest, 'url' | 'method' | 'headers' | 'body'>;
}

/**
 * Measures the processor time per request, in µs, of three programs: the simulator with its durable store,
 * `limit-http` and a popular mock. Each has its own process.
 */
export async function measure(): Promise<Figure[]> {
  const simulator = await startSimulator();
  const limit = new Worker<{ url: string }, never, never>('limits/http.ts');
  const mock = new Worker<{ url: string }, never, never>('limits/stateful-mock.ts');
  const load = new Worker<string, LoadRequest, number>('load/http.ts');
  try {
    const { token, agreement_id } = await openAccount(simulator.url);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify(buttonBody(agreement_id));
    const charge = 'amount=2550&currency=usd&source=tok_visa&description=Two+coffees';
    const mockHeaders = {
      authorization: 'Bearer sk_test_bench',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const sessions = '/api/v1/ext/payment-sessions';
    const post = (url: string) => ({ url, method: 'POST', headers, body }) as const;
    const create = {
      ours: { pid: simulator.pid, request: post(`${simulator.url}${sessions}/buttons`) },
      limit: { pid: limit.pid, request: post(`${(await limit.ready).url}/sessions`) },
      mock: {
        pid: mock.pid,
        request: { ...post(`${(await mock.ready).url}/v1/charges`), headers: mockHeaders, body: charge },
      },
    };
    await load.ready;
    const creationCosts = await costs(load, create);
    const statusCosts = await costs(load, {
      ours: await requestProfile(create.ours, `${sessions}/status/`),
      limit: await requestProfile(create.limit, '/sessions/'),
      mock: await requestProfile(create.mock, '/v1/charges/'),
    });
    return [
      atMost('processor time: create a button', creationCosts, 2.2, 'µs'),
      atLeast(
        '  stripe-stateful-mock against ours',
        { ours: creationCosts.mock, limit: creationCosts.ours },
        2,
        'µs',
      ),
      atMost('processor time: status', statusCosts, 1.5, 'µs'),
      atLeast(
        '  stripe-stateful-mock against ours',
        { ours: statusCosts.mock, limit: statusCosts.ours },
        4,
        'µs',
      ),
    ];
  } finally {
    for (const worker of [load, limit, mock]) worker.stop();
    await simulator.stop();
  }
}

/** Creates an object, and returns the request that reads it. */
async function requestProfile({ pid, request }: Target, path: string): Promise<Target> {
  const { url, headers } = request;
  const answer = await fetch(url, request);
  const { id, data } = (await answer.json()) as { id?: string; data?: { id: string } };
  const { href } = new URL(path + (data?.id ?? id), url);
  return { pid, request: { url: href, method: 'GET', headers } };
}

/**
 * Returns the median of each target's rounds. Targets alternate (A B, B A, …), so that other load affects all
 * of them; a longer warm-up comes first.
 */
async function costs<Name extends string>(
  load: Worker<string, LoadRequest, number>,
  targets: Record<Name, Target>,
): Promise<Record<Name, number>> {
  const measureMicroseconds = async ({ pid, request }: Target, seconds: number) => {
    const before = processorMs(pid);
    const perSecond = await load.ask({ ...request, connections: CONNECTIONS, seconds });
    return ((processorMs(pid) - before) * 1000) / (perSecond * seconds);
  };
  const series = Object.entries<Target>(targets).map(([name, target]) => ({
    name,
    target,
    rounds: [] as number[],
  }));
  for (const { target } of series) await measureMicroseconds(target, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round++)
    for (const { target, rounds } of round % 2 ? series.toReversed() : series)
      rounds.push(await measureMicroseconds(target, SECONDS));
  return Object.fromEntries(series.map(({ name, rounds }) => [name, median(rounds)])) as Record<Name, number>;
}
