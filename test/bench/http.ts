import { atLeast, type Figure } from './figures.ts';
import type { LoadRequest } from './load/http.ts';
import { interleave } from './rounds.ts';
import { Simulator } from './simulator.ts';
import { Worker } from './workers.ts';

const ROUNDS = 7;

/** Requests a second with the durable store, against `limit-http`. */
export async function measure(): Promise<Figure[]> {
  const simulator = await Simulator.start();
  const limitServer = new Worker<{ url: string }, never, never>('limits/http.ts');
  const load = new Worker<string, LoadRequest, number>('load/http.ts');
  const limit = await limitServer.ready;
  await load.ready;

  const headers = { authorization: `Bearer ${simulator.token}`, 'content-type': 'application/json' };
  const body = simulator.buttonBody();
  const sessionsUrl = `${simulator.url}/api/v1/ext/payment-sessions`;
  const idOf = async (url: string) => {
    const answer = await fetch(url, { method: 'POST', headers, body });
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  const create = { ours: `${sessionsUrl}/buttons`, limit: `${limit.url}/sessions` };
  const status = {
    ours: `${sessionsUrl}/status/${await idOf(create.ours)}`,
    limit: `${limit.url}/sessions/${await idOf(create.limit)}`,
  };
  const post = (url: string, connections: number) =>
    load.ask({ url, method: 'POST', headers, body, connections, seconds: 1 });
  const get = (url: string, connections: number) =>
    load.ask({ url, method: 'GET', headers, connections, seconds: 1 });
  const compare = (urls: typeof create, send: typeof post, connections: number) =>
    interleave(ROUNDS, {
      limit: () => send(urls.limit, connections),
      ours: () => send(urls.ours, connections),
    });

  try {
    // The first requests find cold code.
    for (const url of [create.limit, create.ours]) await post(url, 64);
    for (const url of [status.limit, status.ours]) await get(url, 64);
    return [
      atLeast('create a button, 16 connections', await compare(create, post, 16), 0.5),
      atLeast('create a button, 64 connections', await compare(create, post, 64), 0.5),
      atLeast('status, 16 connections', await compare(status, get, 16), 0.6),
      atLeast('status, 64 connections', await compare(status, get, 64), 0.6),
    ];
  } finally {
    load.stop();
    limitServer.stop();
    await simulator.stop();
  }
}
