import type { DataOf } from '@svc-simulator/client';
import type { getClock } from '@svc-simulator/contract';
import type { Colours } from './colours.ts';

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

/** The account's time, and how it stands to real time. */
export function clockLines(
  { now, frozen, offset_ms }: DataOf<typeof getClock>,
  colours: Colours,
): readonly string[] {
  const distance =
    offset_ms === 0 ? '' : `, ${spanOf(Math.abs(offset_ms))} ${offset_ms > 0 ? 'ahead' : 'behind'}`;
  if (offset_ms === 0 && !frozen) return [`${colours.bold(now)}  real time`];
  return [`${colours.bold(now)}  ${frozen ? colours.yellow('frozen') : 'running'}${distance}`];
}

/** A length of time in its two largest units. */
function spanOf(ms: number): string {
  const parts: string[] = [];
  let rest = ms;
  for (const [unit, unitMs] of UNITS) {
    const count = Math.floor(rest / unitMs);
    rest -= count * unitMs;
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}
