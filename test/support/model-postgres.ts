import type { Place } from './model-subject.ts';
import { TestCluster } from './postgres.ts';

/** Longer than the lease of an instance that is not heard of. */
const LONG_AGO = `now() - interval '1 minute'`;

let renamed = 0;

/** A database for a history: a process that dies has its connections cut in the middle. */
export async function postgresPlace(): Promise<Place> {
  const cluster = await TestCluster.shared();
  let url = await cluster.database();
  return {
    name: 'PostgreSQL',
    options: () => ({ database: url }),
    killed: async () => {
      const name = nameIn(url);
      const next = `renamed_${++renamed}`;
      // Under another name nobody of before finds it again, however often they try.
      await cluster.query(`alter database ${name} allow_connections false`);
      await cluster.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}';
         alter database ${name} rename to ${next};
         alter database ${next} allow_connections true`,
      );
      url = cluster.url(next);
      await cluster.query(
        `update svc_sim.instances set beat_at = ${LONG_AGO};
         select svc_sim_jobs.force_unlock_workers(array_agg(distinct locked_by)) from svc_sim_jobs.jobs`,
        next,
      );
    },
    remove: () => cluster.drop([url]),
  };
}

function nameIn(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
