import type { DataOf } from '@svc-simulator/client';
import { durationTextOf, type getClock } from '@svc-simulator/contract';
import type { Colours } from './report.ts';

/** The account's time, and how it stands to real time. */
export function clockLines(
  { now, frozen, offset_ms }: DataOf<typeof getClock>,
  colours: Colours,
): readonly string[] {
  const { t } = colours;
  const span = durationTextOf(Math.abs(offset_ms));
  const distance =
    offset_ms === 0 ? '' : `, ${t('cli.clock.shifted', { span, way: offset_ms > 0 ? 'ahead' : 'behind' })}`;
  if (offset_ms === 0 && !frozen) return [t('cli.clock.real_time', { now: colours.bold(now) })];
  return [
    `${colours.bold(now)}  ${frozen ? colours.yellow(t('cli.common.frozen')) : t('cli.clock.running')}${distance}`,
  ];
}
