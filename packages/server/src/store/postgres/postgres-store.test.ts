import type { ClientConfig } from 'pg';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { describeOutages, describeStore } from '../conformance.ts';
import { policy } from '../test-directories.ts';
import { openPostgresStore, type PostgresStoreOptions } from './postgres-store.ts';
import { PatientClock } from './test-clock.ts';
import { TestCluster } from './test-cluster.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await TestCluster.start();
}, 60_000);
afterAll(() => cluster.stop());

async function migrated(url: string): Promise<void> {
  const { store } = await openPostgresStore({ url, clock: new PatientClock(), policy });
  await store.close();
}

async function open(options: Partial<PostgresStoreOptions> = {}) {
  const clock = new PatientClock();
  const url = await cluster.database(migrated);
  const { store } = await openPostgresStore({ url, clock, policy, ...options });
  clock.settled = () => store.idle();
  return { store, clock };
}

describeStore('the PostgreSQL store', () => open());

describeOutages('the PostgreSQL store with a server that ends each commit', async () => {
  let broken = false;
  class BreakingClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads take anything.
    override query(...args: any[]): any {
      const { text = args[0] } = args[0] as { text?: string };
      // The connection breaks when the batch is on its way, and nobody has answered.
      if (broken && text === 'commit') (this as unknown as Wired).connection.stream.destroy();
      return (super.query as (...all: unknown[]) => unknown)(...args);
    }
  }
  const outage = {
    begin: () => {
      broken = true;
    },
    end: () => {
      broken = false;
    },
  };
  const client = BreakingClient as new (config?: ClientConfig) => pg.ClientBase;
  return { ...(await open({ client })), outage };
});

interface Wired {
  readonly connection: { readonly stream: { destroy(): void } };
}
