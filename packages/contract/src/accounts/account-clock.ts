import * as z from 'zod';
import { DAY_MS } from '../fields/durations.ts';
import { faultAt } from '../fields/faults.ts';
import { crossFieldCheck, flag, integer, lazyObject, lazyShape, shape } from '../fields/fields.ts';
import { instant, parseInstant } from '../fields/instants.ts';
import { membersOf } from '../fields/objects.ts';
import { controlApi, lazy } from '../operation.ts';
import type { Fault } from '../problem.ts';

export const CLOCK_FIRST_MS = Date.UTC(2000, 0, 1);
export const CLOCK_END_MS = Date.UTC(2100, 0, 1);
export const ADVANCE_MAX_MS = 3650 * DAY_MS;

const clockSchema = lazyObject(() => ({
  now: z.iso.datetime().meta({ meaning: 'field.now' }),
  frozen: z.boolean().meta({ meaning: 'field.frozen' }),
  offset_ms: z.int().meta({ meaning: 'field.offset_ms' }),
  real_now: z.iso.datetime().meta({ meaning: 'field.real_now' }),
  retention_days: z.number().meta({ meaning: 'field.retention_days' }),
}));

function faultsOfClock(body: unknown): Fault[] {
  const { frozen, now } = membersOf(body);
  if (frozen === undefined && now === undefined) return [faultAt('', 'fault.clock.no_change')];
  const nowMs = typeof now === 'string' ? parseInstant(now) : null;
  if (nowMs === null || (nowMs >= CLOCK_FIRST_MS && nowMs < CLOCK_END_MS)) return [];
  return [faultAt('/now', 'fault.clock.range')];
}

const clockPath = '/control/clock';

export const getClock = controlApi.get('getClock', clockPath, { data: clockSchema, title: 'Clock' });

export const setClock = controlApi.put('setClock', clockPath, {
  data: clockSchema,
  body: lazy(() =>
    crossFieldCheck(shape({ frozen: flag().exactOptional(), now: instant().exactOptional() }), faultsOfClock),
  ),
  example: { frozen: true, now: '2027-01-31T23:59:00Z' },
  title: 'Clock set',
});

export const resetClock = controlApi.delete('resetClock', clockPath, {
  data: clockSchema,
  title: 'Clock back at real time',
});

export const advanceClock = controlApi.post('advanceClock', '/control/clock/advance', {
  data: lazy(() =>
    clockSchema().extend({ removed_sessions: z.int().meta({ meaning: 'field.removed_sessions' }) }),
  ),
  body: lazyShape(() => ({ ms: integer(0, ADVANCE_MAX_MS) })),
  example: { ms: 1_209_600_000 },
  title: 'Clock advanced',
  problems: [409],
});
