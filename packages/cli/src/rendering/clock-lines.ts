import type { DataOf } from '@svc-simulator/client';
import { durationTextOf, type getClock } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { Colours } from './colours.ts';

/** The account's time, and how it stands to real time. */
export function clockLines(
  { now, frozen, offset_ms }: DataOf<typeof getClock>,
  colours: Colours,
): readonly string[] {
  const span = durationTextOf(Math.abs(offset_ms));
  const distance = offset_ms === 0 ? '' : `, ${offset_ms > 0 ? t`${span} ahead` : t`${span} behind`}`;
  if (offset_ms === 0 && !frozen) return [t`${colours.bold(now)}  real time`];
  return [`${colours.bold(now)}  ${frozen ? colours.yellow(t`frozen`) : t`running`}${distance}`];
}
