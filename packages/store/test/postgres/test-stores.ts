import pg from 'pg';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { LEASE_MS } from '../../src/postgres/jobs/instances.ts';
import {
  openPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from '../../src/postgres/postgres-store.ts';
import { policy } from '../test-directories.ts';
import { PatientClock } from './test-clock.ts';
import { TestCluster } from './test-cluster.ts';

export class TestStores {
  readonly #stores: PostgresStore[] = [];
  readonly #databases: string[] = [];
  #cluster: TestCluster | null = null;

  constructor({ ownServer = false } = {}) {
    beforeAll(async () => {
      this.#cluster = await (ownServer ? TestCluster.start() : TestCluster.shared());
    }, 60_000);
    afterEach(async () => {
      await Promise.all(this.#stores.splice(0).map((store) => store.close()));
    });
    afterAll(() => (ownServer ? this.#cluster?.stop() : this.#cluster?.drop(this.#databases)), 60_000);
  }

  get cluster(): TestCluster {
    if (!this.#cluster) throw new Error('the server has not been started yet');
    return this.#cluster;
  }

  async empty(options = ''): Promise<string> {
    const url = await this.cluster.database(undefined, options);
    this.#databases.push(url);
    return url;
  }

  async database(): Promise<string> {
    const url = await this.cluster.database(migrateDatabase);
    this.#databases.push(url);
    return url;
  }

  async open(
    options: Partial<Omit<PostgresStoreOptions, 'clock'>> & { readonly clock?: PatientClock } = {},
  ): Promise<{ readonly store: PostgresStore; readonly clock: PatientClock }> {
    const clock = options.clock ?? new PatientClock();
    const url = options.url ?? (await this.database());
    const { store } = await openPostgresStore({ policy, ...options, url, clock });
    this.#stores.push(store);
    clock.waitFor(() => store.idle());
    return { store, clock };
  }
}

export async function migrateDatabase(url: string): Promise<void> {
  const { store } = await openPostgresStore({ url, clock: new PatientClock(), policy });
  await store.close();
}

/** Makes an instance look dead: sets its last heartbeat to a time before the lease, by the server's clock. */
export async function pronounceDead(url: string, instance: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ago = `now() - interval '${LEASE_MS + 1} milliseconds'`;
  await client.query(`update svc_sim.instances set beat_at = ${ago} where id = $1`, [instance]);
  // Unlocks jobs of unknown workers, as after a crash; tests would otherwise wait for their lease.
  await client.query(
    `select svc_sim_jobs.force_unlock_workers(array_agg(distinct locked_by)) from svc_sim_jobs.jobs
     where not exists (select from svc_sim.instances where worker = locked_by)`,
  );
  await client.end();
}
