import { SCHEMA } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';

const SWEEP_INTERVAL_MS = 3_600_000;
const SLICE_ROWS = 5000;
const SLICE_PAUSE_MS = 100;

/**
 * Returns true for the record whose timer starts the next sweep. The store owns this record, so its kind
 * isn't in `Kind`.
 */
export function isTraceSweep({ kind }: { readonly kind: string }): boolean {
  return kind === 'trace-sweep';
}

/** Deletes at most `SLICE_ROWS` expired events, and sets the time of the next sweep. */
export function sweepTrace({ database, clock, retentionMs }: StoreParts): Promise<void> {
  const now = clock.now();
  return database.transaction(async (client) => {
    // The connection forbids bitmap scans, but only they can read a BRIN index.
    await client.query('set local enable_bitmapscan = on');
    const { rowCount } = await client.query(sweepSql, [now, SLICE_ROWS, retentionMs]);
    const nextMs = now + (rowCount === SLICE_ROWS ? SLICE_PAUSE_MS : SWEEP_INTERVAL_MS);
    await client.query(`update ${SCHEMA}.records set alarm_at = $1, due_at = $1 where kind = 'trace-sweep'`, [
      nextMs,
    ]);
  });
}

/**
 * For an account with its own clock, looks only at the events with the lowest ids. If that clock was set
 * back, later events can be older; a later sweep deletes them.
 */
const sweepSql = `
  with old as (
    (
      select e.ctid from ${SCHEMA}.events e where at < $1::bigint - $3::bigint
      and not exists (select from ${SCHEMA}.clocks c where c.account = e.account) limit $2
    ) union all (
      select first.ctid from ${SCHEMA}.clocks c cross join lateral (
        select ctid, at from ${SCHEMA}.events e where e.account = c.account order by id limit $2
      ) first
      where first.at < coalesce(frozen_at, $1::bigint + offset_ms) - $3::bigint limit $2
    ) limit $2
  )
  delete from ${SCHEMA}.events where ctid = any(array(select ctid from old))`;
