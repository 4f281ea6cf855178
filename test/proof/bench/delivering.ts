import type { Simulator } from './simulator.ts';
import type { Worker } from './workers.ts';

/**
 * Creates `count` sessions whose `created` webhook goes to `url`, and waits until the trace says of each that it was
 * delivered. Answers the milliseconds from the first request to the last `webhook.delivered` (its own time: reading the
 * trace must not slow down what is measured).
 *
 * @throws Error when one is lost or comes twice.
 */
export async function createAndDeliver(
  simulator: Simulator,
  receiver: Worker<{ url: string }, { reset: true } | { count: number }, number>,
  url: string,
  count: number,
): Promise<number> {
  await receiver.ask({ reset: true });
  const [newest] = (await simulator.get('/console/trace?order=desc&limit=1')).data;
  const began = Date.now();
  await simulator.createSessions(count, url);
  await receiver.ask({ count });

  let delivered = 0;
  let last = newest;
  while (delivered < count) {
    const page = await simulator.get(`/console/trace?type=webhook.delivered&limit=1000&after=${last.id}`);
    delivered += page.data.length;
    last = page.data.at(-1) ?? last;
  }
  const arrived = await receiver.ask({ count });
  if (delivered !== count || arrived !== count) {
    throw new Error(`of ${count} webhooks ${delivered} are delivered in the trace, ${arrived} arrived`);
  }
  return Date.parse(last.at) - began;
}

/** Milliseconds to create as many sessions, with their webhooks emitted, signed and in the trace, but not sent. */
export async function createOnly(simulator: Simulator, count: number): Promise<number> {
  const began = Date.now();
  await simulator.createSessions(count);
  return Date.now() - began;
}
