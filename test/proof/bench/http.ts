import { atLeast, compared, type Figure } from './figures.ts';
import type { LoadRequest } from './load/http.ts';
import { interleave } from './rounds.ts';
import { Simulator } from './simulator.ts';
import { Worker } from './workers.ts';

/** Short turns and many: a shared machine changes its speed from one second to the next, which then meets all alike. */
const SECONDS = 0.25;
const ROUNDS = 51;
const WARM_UP_SECONDS = 1;
const CONNECTIONS = [16, 64];

interface Target {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Where they are not the simulator's. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Requests a second with the durable store, against `limit-http`, and against a mock that people use. What `limit-http` is itself,
 * against a bare `node:http`, says how fast a limit it is.
 */
export async function measure(): Promise<Figure[]> {
  const simulator = await Simulator.start();
  const limitServer = new Worker<{ url: string }, never, never>('limits/http.ts');
  const bareServer = new Worker<{ url: string }, never, never>('limits/bare.ts');
  const mockServer = new Worker<{ url: string }, never, never>('limits/stateful-mock.ts');
  const load = new Worker<string, LoadRequest, number>('load/http.ts');
  const limitUrl = (await limitServer.ready).url;
  const bareUrl = (await bareServer.ready).url;
  const mockUrl = (await mockServer.ready).url;
  await load.ready;

  const headers = { authorization: `Bearer ${simulator.token}`, 'content-type': 'application/json' };
  const body = simulator.buttonBody();
  const creating = (url: string): Target => ({ method: 'POST', url });
  /** The status of a session that is created at `url` first. */
  const asking = async (url: string, statusOf: (id: string) => string): Promise<Target> => {
    const answer = await fetch(url, { method: 'POST', headers, body });
    return { method: 'GET', url: statusOf(((await answer.json()) as { data: { id: string } }).data.id) };
  };
  const send = (target: Target, connections: number, seconds: number) =>
    load.ask({ headers, ...(target.method === 'POST' && { body }), ...target, connections, seconds });
  const compare = async <Name extends string>(targets: Record<Name, Target>, connections: number) => {
    const contestants = Object.entries<Target>(targets);
    // The first requests find cold code.
    for (const [, target] of contestants) await send(target, connections, WARM_UP_SECONDS);
    const runs = contestants.map(([name, target]) => [name, () => send(target, connections, SECONDS)]);
    return interleave(ROUNDS, Object.fromEntries(runs) as Record<Name, () => Promise<number>>);
  };

  const sessionsUrl = `${simulator.url}/api/v1/ext/payment-sessions`;
  const create = {
    ours: creating(`${sessionsUrl}/buttons`),
    limit: creating(`${limitUrl}/sessions`),
    byHand: creating(`${limitUrl}/by-hand/sessions`),
    bare: creating(bareUrl),
    mock: {
      ...creating(`${mockUrl}/v1/charges`),
      headers: {
        authorization: 'Bearer sk_test_bench',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'amount=2550&currency=usd&source=tok_visa&description=Two+coffees',
    },
  };
  const status = {
    ours: await asking(create.ours.url, (id) => `${sessionsUrl}/status/${id}`),
    limit: await asking(create.limit.url, (id) => `${limitUrl}/sessions/${id}`),
    bare: { method: 'GET', url: bareUrl } as const,
  };
  const figures: Figure[] = [];
  try {
    for (const connections of CONNECTIONS) {
      const { byHand, bare, mock, ...both } = await compare(create, connections);
      figures.push(
        atLeast(`create a button, ${connections} connections`, both, 0.45),
        atLeast('  against stripe-stateful-mock', { ours: both.ours, limit: mock }, 1.5),
        compared('  against a limit without a validator', { ours: both.ours, limit: byHand }),
        compared('  limit-http against a bare node:http', { ours: both.limit, limit: bare }),
      );
    }
    for (const connections of CONNECTIONS) {
      const { bare, ...both } = await compare(status, connections);
      figures.push(
        atLeast(`status, ${connections} connections`, both, 0.6),
        compared('  limit-http against a bare node:http', { ours: both.limit, limit: bare }),
      );
    }
    return figures;
  } finally {
    load.stop();
    limitServer.stop();
    bareServer.stop();
    mockServer.stop();
    await simulator.stop();
  }
}
