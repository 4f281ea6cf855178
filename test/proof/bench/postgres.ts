import { availableParallelism } from 'node:os';
import { TestCluster } from '../../../packages/store/test/postgres/test-cluster.ts';
import { historySql } from '../../../packages/store/test/postgres/test-history.ts';
import { type Account, buttonBody, openAccount } from '../../support/api.ts';
import { atMost, type Figure, median, processorMs, within } from './figures.ts';
import type { OrdersRequest } from './load/orders.ts';
import type { RelaysRequest } from './load/relays.ts';
import { type Simulator, startSimulator } from './simulator.ts';
import { Worker } from './workers.ts';

const ROUNDS = 3;
/** Rounds that aren't counted, until V8 has compiled the hot code. */
const WARM_UPS = 4;
const SESSIONS = 1500;
const ACCOUNTS = 32;
/** Total number of connections, shared by the instances. */
const CONNECTIONS = 32;
const FEW = 1000;
const MANY = 50_000;
/** The database reports commit counts with a delay of up to a second. */
const STATISTICS_DELAY_MS = 1500;

/** The figures of one session, from its creation to its delivered webhook: label and unit. */
const units = {
  perSecond: ['', '/s'],
  simulatorMs: ['  processor time, simulator', 'ms'],
  databaseMs: ['  processor time, database', 'ms'],
  walKb: ['  WAL', 'kB'],
  commits: ['  commits', ''],
  storedKb: ['  stored', 'kB'],
} as const;
const unitNames = Object.keys(units) as (keyof typeof units)[];
type Cost = Record<keyof typeof units, number>;
type Totals = Omit<Cost, 'perSecond'>;

/** The load comes from all accounts or from one account. */
const shares = { many: `${ACCOUNTS} accounts`, one: 'one account' } as const;
type Share = keyof typeof shares;

/** Hosted instances on one database, and their accounts, each with a relay. */
interface Service {
  readonly name: string;
  readonly database: string;
  readonly instances: readonly Simulator[];
  readonly accounts: readonly Account[];
  readonly costs: Record<Share, Cost[]>;
}

/**
 * Measures a delivered session on a hosted simulator: processor time of instances and database, WAL and
 * commits. Repeats it with one and 32 accounts, one and two instances, and few and many stored sessions. The
 * database has Debian's defaults, so it syncs each commit. Receivers are behind relays.
 */
export async function measure(): Promise<Figure[]> {
  const cluster = await TestCluster.start([]);
  const load = new Worker<string, OrdersRequest, number>('load/orders.ts');
  const relays = new Worker<string, RelaysRequest, number>('load/relays.ts');
  await Promise.all([load.ready, relays.ready]);
  const services: Service[] = [];

  const open = async (name: string, instanceCount: number, sessionCount: number): Promise<void> => {
    const url = await cluster.database();
    const database = url.slice(url.lastIndexOf('/') + 1);
    const instances: Simulator[] = [];
    const accounts: Account[] = [];
    services.push({ name, database, instances, accounts, costs: { many: [], one: [] } });
    while (instances.length < instanceCount)
      instances.push(await startSimulator('--database', url, '--hosted'));
    const [first] = instances as [Simulator];
    while (accounts.length < ACCOUNTS) accounts.push(await openAccount(first.url));
    await cluster.query(
      historySql(
        accounts.map(({ account_id }) => account_id),
        sessionCount,
        Date.now(),
      ),
      database,
    );
    // Otherwise autovacuum would run during the measurement.
    await cluster.query('vacuum (analyze)', database);
    await cluster.query('checkpoint');
    await relays.ask({
      connect: accounts.map(({ token }, number) => {
        const { url } = instances[number % instances.length] as Simulator;
        return { url, token };
      }),
    });
  };

  const readTotals = async ({ database, instances }: Service): Promise<Totals> => {
    const [row] = await cluster.query<{ wal: string; commits: string; size: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal,
         (select xact_commit from pg_stat_database where datname = '${database}') as commits,
         pg_database_size('${database}') as size`,
    );
    return {
      simulatorMs: instances.reduce((sum, { pid }) => sum + processorMs(pid), 0),
      databaseMs: processorMs(cluster.pid),
      walKb: Number(row?.wal) / 1000,
      commits: Number(row?.commits),
      storedKb: Number(row?.size) / 1000,
    };
  };

  const deliver = async (service: Service, share: Share): Promise<Cost> => {
    const { instances, accounts } = service;
    await relays.ask({ reset: true });
    const before = await readTotals(service);
    const startMs = performance.now();
    await load.ask({
      origins: instances.map(({ url }) => url),
      accounts: (share === 'many' ? accounts : accounts.slice(0, 1)).map(({ token, agreement_id }) => ({
        token,
        body: JSON.stringify(buttonBody(agreement_id, { webhook_url: 'http://localhost:3000/webhooks' })),
      })),
      connections: CONNECTIONS / instances.length,
      count: SESSIONS,
    });
    await relays.ask({ count: SESSIONS });
    const perSecond = (SESSIONS / (performance.now() - startMs)) * 1000;
    await new Promise((resolve) => setTimeout(resolve, STATISTICS_DELAY_MS));
    const after = await readTotals(service);
    const each = (name: keyof Totals) => (after[name] - before[name]) / SESSIONS;
    return costOf((name) => (name === 'perSecond' ? perSecond : each(name)));
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
      ...Object.entries(shares).flatMap(([share, accounts]) => {
        const of = share as Share;
        return [
          atMost(
            `${accounts}: processor time at ${MANY} stored to that at ${FEW}`,
            { ours: totalMs(many[of]), limit: totalMs(few[of]) },
            1.2,
            'ms',
          ),
          within(`${accounts}: processor time of a session, in all`, totalMs(few[of]), 1.1, 'ms'),
          within(`${accounts}: WAL of a session`, few[of].walKb, 9, 'kB'),
          within(`${accounts}: commits of a session`, few[of].commits, 2, ''),
          within(`${accounts}, two instances: commits of a session`, two[of].commits, 3, ''),
        ];
      }),
      {
        figure: 'cores, which instances, database and clients share',
        ours: availableParallelism(),
        unit: '',
      },
    ];
  } finally {
    load.stop();
    relays.stop();
    for (const { instances } of services) for (const instance of instances) await instance.stop();
    await cluster.stop();
  }
}

function costOf(amount: (name: keyof Cost) => number): Cost {
  return Object.fromEntries(unitNames.map((name) => [name, amount(name)])) as Cost;
}

type Medians = Record<Share, Cost>;

function medians({ costs }: Service): Medians {
  const of = (rounds: readonly Cost[]) => costOf((name) => median(rounds.map((cost) => cost[name])));
  return { many: of(costs.many), one: of(costs.one) };
}

function totalMs({ simulatorMs, databaseMs }: Cost): number {
  return simulatorMs + databaseMs;
}

function linesOf(service: Service): Figure[] {
  const costs = medians(service);
  return (['many', 'one'] as const).flatMap((share) =>
    unitNames.map((name) => {
      const [figure, unit] = units[name];
      return { figure: figure || `${service.name}, ${shares[share]}`, ours: costs[share][name], unit };
    }),
  );
}
