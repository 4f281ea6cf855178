import type { DataOf } from '@svc-simulator/client';
import { durationTextOf, type getClock } from '@svc-simulator/contract';
import type { Colours } from './colours.ts';

/** The account's time, and how it stands to real time. */
export function clockLines(
  { now, frozen, offset_ms }: DataOf<typeof getClock>,
  colours: Colours,
): readonly string[] {
  const distance =
    offset_ms === 0 ? '' : `, ${durationTextOf(Math.abs(offset_ms))} ${offset_ms > 0 ? 'ahead' : 'behind'}`;
  if (offset_ms === 0 && !frozen) return [`${colours.bold(now)}  real time`];
  return [`${colours.bold(now)}  ${frozen ? colours.yellow('frozen') : 'running'}${distance}`];
}
