import { RETENTION_MS } from '@svc-simulator/core';
import { SCHEMA } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';

const SWEEP_INTERVAL_MS = 3_600_000;
const SWEEP_SLICE = 5000;
const BETWEEN_SLICES_MS = 100;

/** True for the store's own record (no core kind), whose timer makes one instance run the next sweep. */
export function isTraceSweep({ kind }: { readonly kind: string }): boolean {
  return kind === 'trace-sweep';
}

/** Deletes a slice of events whose retention has ended (specification, Limits). */
export function sweepTrace({ database, clock }: StoreParts): Promise<void> {
  const now = clock.now();
  return database.transaction(async (client) => {
    // A BRIN index can only be read by bitmap scans.
    await client.query('set local enable_bitmapscan = on');
    const { rowCount } = await client.query(sweepStatement, [now, SWEEP_SLICE]);
    const next = now + (rowCount === SWEEP_SLICE ? BETWEEN_SLICES_MS : SWEEP_INTERVAL_MS);
    await client.query(`update ${SCHEMA}.records set alarm_at = $1, due_at = $1 where kind = 'trace-sweep'`, [
      next,
    ]);
  });
}

/**
 * For accounts with their own clock, the events with the lowest ids are the oldest, unless the clock was set
 * back; those follow once the others are gone.
 */
const sweepStatement = `
  with old as (
    (
      select e.ctid from ${SCHEMA}.events e where at < $1::bigint - ${RETENTION_MS}
      and not exists (select from ${SCHEMA}.clocks c where c.account = e.account) limit $2
    ) union all (
      select first.ctid from ${SCHEMA}.clocks c cross join lateral (
        select ctid, at from ${SCHEMA}.events e where e.account = c.account order by id limit $2
      ) first
      where first.at < coalesce(frozen_at, $1::bigint + offset_ms) - ${RETENTION_MS} limit $2
    ) limit $2
  )
  delete from ${SCHEMA}.events where ctid = any(array(select ctid from old))`;
