import { RETENTION_MS } from '@svc-simulator/core';
import { SCHEMA } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';

const HOUR_MS = 3_600_000;
/** Events that one statement deletes at most: some ten milliseconds of the server's. */
const SLICE = 5000;
/** From a full slice to the next: commits go on between them. */
const BETWEEN_SLICES_MS = 100;

/** Not a kind of the core's: the store's own record, whose timer is the next sweep, so that one instance makes it. */
export function isTraceSweep({ kind }: { readonly kind: string }): boolean {
  return kind === 'trace-sweep';
}

/** Deletes trace events whose retention has ended, a slice at a time (specification, Limits). */
export function sweepTrace({ database, clock }: StoreParts): Promise<void> {
  const now = clock.now();
  return database.transaction(async (client) => {
    // The index by age has blocks of rows, which are found by a map of bits alone.
    await client.query('set local enable_bitmapscan = on');
    const { rowCount } = await client.query(sweep, [now, SLICE]);
    const next = now + (rowCount === SLICE ? BETWEEN_SLICES_MS : HOUR_MS);
    await client.query(`update ${SCHEMA}.records set alarm_at = $1, due_at = $1 where kind = 'trace-sweep'`, [
      next,
    ]);
  });
}

/**
 * Of accounts with a clock of their own the first events in order of their numbers are looked at: these are the oldest, unless
 * the clock was put back, and then they are found once the others are gone.
 */
const sweep = `
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
