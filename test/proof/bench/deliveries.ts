import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setInterval as every } from 'node:timers/promises';
import { Pool } from 'undici';
import { createAndDeliver, createOnly } from './delivering.ts';
import { atLeast, type Figure, reported, within } from './figures.ts';
import type { SendRequest } from './limits/send.ts';
import { interleave, quantile } from './rounds.ts';
import { Simulator } from './simulator.ts';
import { Worker } from './workers.ts';

const ROUNDS = 11;
const EVENTS = 5000;
const PACED_EVENTS = 500;

/** Deliveries a second straight to a receiver, against `limit-send`; and how long one takes when nothing waits. */
export async function measure(): Promise<Figure[]> {
  const simulator = await Simulator.start();
  const receiver = new Worker<{ url: string }, { reset: true } | { count: number }, number>(
    'load/receiver.ts',
  );
  const limit = new Worker<string, SendRequest, number>('limits/send.ts');
  const { url } = await receiver.ready;
  await limit.ready;

  try {
    await createAndDeliver(simulator, receiver, url, EVENTS);
    const emitted = await simulator.get('/console/trace?type=webhook.emitted&limit=1');
    const bytes = {
      url,
      body: emitted.data[0].data.raw_body,
      secret: simulator.webhookSecret,
      count: EVENTS,
    };
    // The first rounds find cold code.
    for (let warm = 0; warm < 3; warm++) await limit.ask(bytes);
    await createAndDeliver(simulator, receiver, url, EVENTS);

    const times = await interleave(ROUNDS, {
      limit: async () => (EVENTS / (await limit.ask(bytes))) * 1000,
      creating: () => createOnly(simulator, EVENTS),
      both: () => createAndDeliver(simulator, receiver, url, EVENTS),
    });
    const perSecond = (milliseconds: number) => (EVENTS / milliseconds) * 1000;
    const rates = { limit: perSecond(times.limit), ours: perSecond(times.both - times.creating) };
    const arrivals = await pacedArrivals(simulator);
    return [
      atLeast('deliveries, from commit to webhook.delivered (creating the sessions taken off)', rates, 0.3),
      reported('  with creating the sessions, in batches', perSecond(times.both), '/s'),
      within('100 events/s, from the 201 to the arrival, p50', quantile(arrivals.fromAnswer, 0.5), 0.3),
      reported('  p99', quantile(arrivals.fromAnswer, 0.99), 'ms'),
      reported('  from the request, p50', quantile(arrivals.fromRequest, 0.5), 'ms'),
    ];
  } finally {
    receiver.stop();
    limit.stop();
    await simulator.stop();
  }
}

/** Milliseconds until a webhook was there. */
interface Arrivals {
  readonly fromRequest: readonly number[];
  readonly fromAnswer: readonly number[];
}

/** Creates a session every 10 ms. */
async function pacedArrivals(simulator: Simulator): Promise<Arrivals> {
  const arrivedAt = new Map<string, number>();
  const created: { readonly id: string; readonly sent: number; readonly answered: number }[] = [];
  const receiver = createServer(async (request, response) => {
    const arrived = performance.now();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    response.end('ok');
    arrivedAt.set(JSON.parse(Buffer.concat(parts).toString()).session_payment.id, arrived);
    if (arrivedAt.size === PACED_EVENTS) receiver.emit('complete');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;
  const complete = once(receiver, 'complete');

  const client = new Pool(simulator.url, { connections: 4, pipelining: 1 });
  const headers = { authorization: `Bearer ${simulator.token}`, 'content-type': 'application/json' };
  const body = simulator.buttonBody({ webhook_url });
  const create = async () => {
    const sent = performance.now();
    const path = '/api/v1/ext/payment-sessions/buttons';
    const answer = await client.request({ method: 'POST', path, headers, body });
    const { data } = (await answer.body.json()) as { data: { id: string } };
    created.push({ id: data.id, sent, answered: performance.now() });
  };
  const creating: Promise<void>[] = [];
  for await (const _ of every(10)) {
    creating.push(create());
    if (creating.length === PACED_EVENTS) break;
  }
  await Promise.all([...creating, complete]);
  await client.close();
  receiver.close();
  const since = (from: 'sent' | 'answered') =>
    created.map(({ id, ...at }) => (arrivedAt.get(id) ?? Number.NaN) - at[from]);
  return { fromRequest: since('sent'), fromAnswer: since('answered') };
}
