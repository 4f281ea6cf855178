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

/** For tests: one server a file, gives out databases and opens stores on them, and takes both back. */
export class TestStores {
  readonly #stores: PostgresStore[] = [];
  #cluster: TestCluster | null = null;

  constructor() {
    beforeAll(async () => {
      this.#cluster = await TestCluster.start();
    }, 60_000);
    afterEach(async () => {
      await Promise.all(this.#stores.splice(0).map((store) => store.close()));
    });
    // Ten thousand files take their time to go when the disk is busy.
    afterAll(() => this.#cluster?.stop(), 60_000);
  }

  get cluster(): TestCluster {
    if (!this.#cluster) throw new Error('the server has not been started yet');
    return this.#cluster;
  }

  /** The URL of a new database that has the schema. */
  database(): Promise<string> {
    return this.cluster.database(async (url) => {
      const { store } = await openPostgresStore({ url, clock: new PatientClock(), policy });
      await store.close();
    });
  }

  /** A store on a database of its own, unless `options` names one; closed after the test. */
  async open(
    options: Partial<Omit<PostgresStoreOptions, 'clock'>> & { readonly clock?: PatientClock } = {},
  ): Promise<{ readonly store: PostgresStore; readonly clock: PatientClock }> {
    const clock = options.clock ?? new PatientClock();
    const url = options.url ?? (await this.database());
    const { store } = await openPostgresStore({ policy, ...options, url, clock });
    this.#stores.push(store);
    clock.settle(() => store.idle());
    return { store, clock };
  }
}

/** As if nothing had been heard of an instance for longer than a lease lasts, by the server's clock. */
export async function pronounceDead(url: string, instance: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ago = `now() - interval '${LEASE_MS + 1} milliseconds'`;
  await client.query(`update svc_sim.instances set beat_at = ${ago} where id = $1`, [instance]);
  // After a crash the server knows no instance, and the next one would wait for as long as a lease lasts.
  await client.query(
    `select svc_sim_jobs.force_unlock_workers(array_agg(distinct locked_by)) from svc_sim_jobs.jobs
     where not exists (select from svc_sim.instances where worker = locked_by)`,
  );
  await client.end();
}
