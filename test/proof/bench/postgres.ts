import { availableParallelism } from 'node:os';
import { TestCluster } from '../../../packages/store/test/postgres/test-cluster.ts';
import { historySql } from '../../../packages/store/test/postgres/test-history.ts';
import { atMost, type Figure, reported, within } from './figures.ts';
import type { OrdersRequest } from './load/orders.ts';
import type { RelaysRequest } from './load/relays.ts';
import { processorMs } from './processor-time.ts';
import { quantile } from './rounds.ts';
import { Simulator } from './simulator.ts';
import { Worker } from './workers.ts';

const ROUNDS = 3;
/** Rounds until V8 has compiled what is hot: what counts is what an instance costs that has run for minutes. */
const WARM_UPS = 4;
const SESSIONS = 1500;
const ACCOUNTS = 32;
/** In all, however many instances share them. */
const CONNECTIONS = 32;
const FEW = 1000;
const MANY = 50_000;
/** The server counts commits in a session's own memory, and tells of them within a second. */
const TOLD_WITHIN_MS = 1500;

/** Of one session, from its creation to its delivered webhook. */
interface Cost {
  readonly perSecond: number;
  readonly simulatorMs: number;
  readonly databaseMs: number;
  readonly walKb: number;
  readonly commits: number;
  readonly storedKb: number;
}

/** Hosted instances on one database, and their accounts, each with a relay. */
interface Service {
  readonly name: string;
  readonly database: string;
  readonly instances: readonly Simulator[];
  readonly accounts: readonly Simulator[];
  readonly costs: Record<'many' | 'one', Cost[]>;
}

/**
 * What a delivered session costs a hosted simulator: processor time of instances and database, WAL and commits. The database
 * has Debian's defaults, so it syncs each commit; receivers are behind relays, as they are where a simulator is hosted. With
 * 32 accounts and one, one instance and two, few sessions stored and many.
 */
export async function measure(): Promise<Figure[]> {
  const cluster = await TestCluster.start([]);
  const load = new Worker<string, OrdersRequest, number>('load/orders.ts');
  const relays = new Worker<string, RelaysRequest, number>('load/relays.ts');
  await Promise.all([load.ready, relays.ready]);
  const services: Service[] = [];

  const open = async (name: string, instanceCount: number, stored: number): Promise<void> => {
    const url = await cluster.database();
    const database = url.slice(url.lastIndexOf('/') + 1);
    const instances: Simulator[] = [];
    while (instances.length < instanceCount) instances.push(await Simulator.on(url, ['--hosted']));
    const [first] = instances as [Simulator];
    const accounts = [first];
    while (accounts.length < ACCOUNTS) accounts.push(await Simulator.at(first.url));
    await cluster.query(
      historySql(
        accounts.map(({ accountId }) => accountId),
        stored,
        Date.now(),
      ),
      database,
    );
    // So that autovacuum does not do it while sessions are measured, which would pay for it.
    await cluster.query('vacuum (analyze)', database);
    await cluster.query('checkpoint');
    await relays.ask({
      connect: accounts.map(({ token }, number) => {
        const { url } = instances[number % instances.length] as Simulator;
        return { url, token };
      }),
    });
    services.push({ name, database, instances, accounts, costs: { many: [], one: [] } });
  };

  /** What has been spent on a database so far. */
  const spent = async ({ database, instances }: Service) => {
    const [row] = await cluster.query<{ wal: string; commits: string; size: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal,
         (select xact_commit from pg_stat_database where datname = '${database}') as commits,
         pg_database_size('${database}') as size`,
    );
    return {
      simulatorMs: instances.reduce((sum, { child }) => sum + processorMs(child.pid as number), 0),
      databaseMs: processorMs(cluster.pid),
      walKb: Number(row?.wal) / 1000,
      commits: Number(row?.commits),
      storedKb: Number(row?.size) / 1000,
    };
  };

  const deliver = async (service: Service, of: 'many' | 'one'): Promise<Cost> => {
    const { instances, accounts } = service;
    await relays.ask({ reset: true });
    const before = await spent(service);
    const began = performance.now();
    await load.ask({
      origins: instances.map(({ url }) => url),
      accounts: (of === 'many' ? accounts : accounts.slice(0, 1)).map((account) => ({
        token: account.token,
        body: account.buttonBody({ webhook_url: 'http://localhost:3000/webhooks' }),
      })),
      connections: CONNECTIONS / instances.length,
      count: SESSIONS,
    });
    await relays.ask({ count: SESSIONS });
    const took = performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, TOLD_WITHIN_MS));
    const after = await spent(service);
    return {
      perSecond: (SESSIONS / took) * 1000,
      simulatorMs: (after.simulatorMs - before.simulatorMs) / SESSIONS,
      databaseMs: (after.databaseMs - before.databaseMs) / SESSIONS,
      walKb: (after.walKb - before.walKb) / SESSIONS,
      commits: (after.commits - before.commits) / SESSIONS,
      storedKb: (after.storedKb - before.storedKb) / SESSIONS,
    };
  };

  try {
    await open(`one instance, ${FEW} sessions stored`, 1, FEW);
    await open(`one instance, ${MANY} sessions stored`, 1, MANY);
    await open(`two instances, ${FEW} sessions stored`, 2, FEW);
    for (let round = 0; round < WARM_UPS; round++)
      for (const service of services) await deliver(service, round % 2 ? 'one' : 'many');
    for (let round = 0; round < ROUNDS; round++)
      for (const service of round % 2 ? services.toReversed() : services)
        for (const of of ['many', 'one'] as const) service.costs[of].push(await deliver(service, of));
    const [few, many, two] = services.map(medians) as [Medians, Medians, Medians];
    return [
      ...services.flatMap(linesOf),
      ...(['many', 'one'] as const).flatMap((of) => {
        const accounts = of === 'many' ? `${ACCOUNTS} accounts` : 'one account';
        return [
          atMost(
            `${accounts}: processor time at ${MANY} stored to that at ${FEW}`,
            { ours: totalMs(many[of]), limit: totalMs(few[of]) },
            1.2,
          ),
          within(`${accounts}: processor time of a session, in all`, totalMs(few[of]), 1.1),
          within(`${accounts}: WAL of a session`, few[of].walKb, 9, 'kB'),
          within(`${accounts}: commits of a session`, few[of].commits, 2, ''),
          within(`${accounts}, two instances: commits of a session`, two[of].commits, 3, ''),
        ];
      }),
      reported('cores, which instances, database and clients share', availableParallelism(), ''),
    ];
  } finally {
    load.stop();
    relays.stop();
    for (const { instances } of services) for (const instance of instances) await instance.stop();
    await cluster.stop();
  }
}

type Medians = Record<'many' | 'one', Cost>;

function medians({ costs }: Service): Medians {
  const names = ['perSecond', 'simulatorMs', 'databaseMs', 'walKb', 'commits', 'storedKb'] as const;
  const median = (rounds: readonly Cost[]) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        quantile(
          rounds.map((cost) => cost[name]),
          0.5,
        ),
      ]),
    ) as unknown as Cost;
  return { many: median(costs.many), one: median(costs.one) };
}

function totalMs({ simulatorMs, databaseMs }: Cost): number {
  return simulatorMs + databaseMs;
}

function linesOf(service: Service): Figure[] {
  const costs = medians(service);
  return (['many', 'one'] as const).flatMap((of) => {
    const { perSecond, simulatorMs, databaseMs, walKb, commits, storedKb } = costs[of];
    return [
      reported(`${service.name}, ${of === 'many' ? `${ACCOUNTS} accounts` : 'one account'}`, perSecond, '/s'),
      reported('  processor time, simulator', simulatorMs, 'ms'),
      reported('  processor time, database', databaseMs, 'ms'),
      reported('  WAL', walKb, 'kB'),
      reported('  commits', commits, ''),
      reported('  stored', storedKb, 'kB'),
    ];
  });
}
