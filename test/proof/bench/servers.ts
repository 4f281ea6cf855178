import type { LoadRequest } from './load/http.ts';
import { Simulator } from './simulator.ts';
import { Worker } from './workers.ts';

/** A request that is sent again and again, and the process that answers it. */
export interface Target {
  readonly pid: number;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Where they are not the simulator's. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Servers {
  /** Makes something: a session, or what the mock has instead. */
  readonly create: Record<'ours' | 'limit' | 'byHand' | 'bare' | 'mock', Target>;
  /** Reads what was made. */
  readonly status: Record<'ours' | 'limit' | 'bare' | 'mock', Target>;
  /** Answers requests a second. */
  send(target: Target, connections: number, seconds: number): Promise<number>;
}

/** The simulator with its durable store, `limit-http`, a bare `node:http` and a mock that people use, each in a process of its own, and a load. */
export async function withServers<T>(measure: (servers: Servers) => Promise<T>): Promise<T> {
  const simulator = await Simulator.start();
  const limitServer = new Worker<{ url: string }, never, never>('limits/http.ts');
  const bareServer = new Worker<{ url: string }, never, never>('limits/bare.ts');
  const mockServer = new Worker<{ url: string }, never, never>('limits/stateful-mock.ts');
  const load = new Worker<string, LoadRequest, number>('load/http.ts');
  try {
    const limitUrl = (await limitServer.ready).url;
    const bareUrl = (await bareServer.ready).url;
    const mockUrl = (await mockServer.ready).url;
    await load.ready;

    const headers = { authorization: `Bearer ${simulator.token}`, 'content-type': 'application/json' };
    const body = simulator.buttonBody();
    const sessionsUrl = `${simulator.url}/api/v1/ext/payment-sessions`;
    const creating = (pid: number, url: string): Target => ({ pid, method: 'POST', url });
    const mockHeaders = {
      authorization: 'Bearer sk_test_bench',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const charge = 'amount=2550&currency=usd&source=tok_visa&description=Two+coffees';
    const create = {
      ours: creating(simulator.pid, `${sessionsUrl}/buttons`),
      limit: creating(limitServer.pid, `${limitUrl}/sessions`),
      byHand: creating(limitServer.pid, `${limitUrl}/by-hand/sessions`),
      bare: creating(bareServer.pid, bareUrl),
      mock: { ...creating(mockServer.pid, `${mockUrl}/v1/charges`), headers: mockHeaders, body: charge },
    };
    /** Asks for what is created first. */
    const asking = async (made: Target, urlOf: (id: string) => string): Promise<Target> => {
      const answer = await fetch(made.url, {
        method: 'POST',
        headers: made.headers ?? headers,
        body: made.body ?? body,
      });
      const { id, data } = (await answer.json()) as { id?: string; data?: { id: string } };
      const { method: _method, body: _body, ...rest } = made;
      return { ...rest, method: 'GET', url: urlOf(data?.id ?? id ?? '') };
    };
    const status = {
      ours: await asking(create.ours, (id) => `${sessionsUrl}/status/${id}`),
      limit: await asking(create.limit, (id) => `${limitUrl}/sessions/${id}`),
      bare: { pid: bareServer.pid, method: 'GET', url: bareUrl } as const,
      mock: await asking(create.mock, (id) => `${mockUrl}/v1/charges/${id}`),
    };
    const send = ({ pid: _pid, ...target }: Target, connections: number, seconds: number) =>
      load.ask({ headers, ...(target.method === 'POST' && { body }), ...target, connections, seconds });
    return await measure({ create, status, send });
  } finally {
    for (const worker of [load, limitServer, bareServer, mockServer]) worker.stop();
    await simulator.stop();
  }
}
