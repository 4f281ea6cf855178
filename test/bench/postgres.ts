import { availableParallelism } from 'node:os';
import { TestCluster } from '../../packages/server/src/store/postgres/test-cluster.ts';
import { type Figure, reported } from './figures.ts';
import type { OrdersRequest } from './load/orders.ts';
import { interleave } from './rounds.ts';
import { Simulator } from './simulator.ts';
import { Worker } from './workers.ts';

const ROUNDS = 3;
const SESSIONS = 1000;
const ACCOUNTS = 32;
/** In all, however many instances share them. */
const CONNECTIONS = 64;

/** Instances that share a store, and their accounts. */
interface Service {
  readonly instances: readonly Simulator[];
  readonly accounts: readonly Simulator[];
}

/**
 * Sessions created and delivered a second, from the first request to the last arrival: with PostgreSQL and one instance, with
 * two, and with the embedded store; over many accounts, and over one. Without targets: instances, database, clients and
 * receiver share the machine.
 */
export async function measure(): Promise<Figure[]> {
  const cluster = await TestCluster.start();
  const services: Service[] = [];
  const receiver = new Worker<{ url: string }, { reset: true } | { count: number }, number>(
    'load/receiver.ts',
  );
  const load = new Worker<string, OrdersRequest, number>('load/orders.ts');
  const { url: webhookUrl } = await receiver.ready;
  await load.ready;

  const deliver = async ({ instances, accounts }: Service, many: boolean): Promise<number> => {
    await receiver.ask({ reset: true });
    const began = performance.now();
    await load.ask({
      origins: instances.map(({ url }) => url),
      accounts: (many ? accounts : accounts.slice(0, 1)).map((account) => ({
        token: account.token,
        body: account.buttonBody({ webhook_url: webhookUrl }),
      })),
      connections: CONNECTIONS / instances.length,
      count: SESSIONS,
    });
    await receiver.ask({ count: SESSIONS });
    return (SESSIONS / (performance.now() - began)) * 1000;
  };

  try {
    const open = async (...starts: readonly (() => Promise<Simulator>)[]): Promise<Service> => {
      const instances: Simulator[] = [];
      for (const start of starts) instances.push(await start());
      const [first] = instances as [Simulator];
      const accounts = [first];
      while (accounts.length < ACCOUNTS) accounts.push(await Simulator.at(first.url));
      const service = { instances, accounts };
      services.push(service);
      return service;
    };
    const [alone, shared] = [await cluster.database(), await cluster.database()];
    const embedded = await open(() => Simulator.start());
    const one = await open(() => Simulator.on(alone));
    const two = await open(
      () => Simulator.on(shared),
      () => Simulator.on(shared),
    );
    // The first requests find cold code.
    for (const service of services) for (const many of [true, false]) await deliver(service, many);
    const rates = await interleave(ROUNDS, {
      embeddedMany: () => deliver(embedded, true),
      oneMany: () => deliver(one, true),
      twoMany: () => deliver(two, true),
      embeddedHot: () => deliver(embedded, false),
      oneHot: () => deliver(one, false),
      twoHot: () => deliver(two, false),
    });
    const cores = availableParallelism();
    return [
      reported(
        `created and delivered, ${ACCOUNTS} accounts, one instance`,
        rates.oneMany,
        '/s',
        rates.embeddedMany,
      ),
      reported('  two instances', rates.twoMany, '/s', rates.embeddedMany),
      reported('created and delivered, one account, one instance', rates.oneHot, '/s', rates.embeddedHot),
      reported('  two instances', rates.twoHot, '/s', rates.embeddedHot),
      reported(
        `cores, which instances, database, clients and receiver share${cores > 2 ? '' : ': two can show what a second instance costs, not what it gains'}`,
        cores,
        '',
      ),
    ];
  } finally {
    load.stop();
    receiver.stop();
    for (const { instances } of services) for (const instance of instances) await instance.stop();
    await cluster.stop();
  }
}
