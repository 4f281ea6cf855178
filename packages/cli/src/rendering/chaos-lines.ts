import type { DataOf } from '@svc-simulator/client';
import type { ChaosFault, getChaos } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { Colours } from './colours.ts';
import { columns } from './text.ts';

type Chaos = DataOf<typeof getChaos>;

/** Each fault, and the setting that says how often it happens, or how long it lasts. */
const settings = [
  ['duplicate', 'duplicate'],
  ['reorder', 'reorder'],
  ['delay', 'delay_ms'],
  ['drop', 'drop'],
  ['bad_signature', 'bad_signature'],
  ['stale_timestamp', 'stale_timestamp'],
  ['latency', 'latency_ms'],
  ['error', 'error_rate'],
] as const satisfies readonly (readonly [ChaosFault, keyof Chaos])[];

/** What is made to go wrong, how often it should, and how often it did. */
export function chaosLines(chaos: Chaos, colours: Colours): readonly string[] {
  if (!chaos.active) return [t`chaos ${colours.bold(t`off`)}`];
  const rows = settings
    .filter(([, setting]) => chaos[setting] !== 0)
    .map(([fault, setting]) => [
      `  ${fault}`,
      textOf(setting, chaos[setting]),
      colours.dim(t`${chaos.injected[fault]} so far`),
    ]);
  const { seed, webhooks, calls } = chaos;
  return [
    t`chaos ${colours.bold(colours.yellow(t`on`))}  seed ${seed}  ${webhooksCounted(webhooks)}, ${callsCounted(calls)}`,
    ...columns(rows),
  ];
}

function textOf(setting: string, value: number | { readonly min: number; readonly max: number }): string {
  if (typeof value === 'object') return t`${value.min} to ${value.max} ms`;
  return setting.endsWith('_ms') ? `${value} ms` : `${Number((value * 100).toFixed(4))} %`;
}

/** `1 webhook`, `2 webhooks`. */
export function webhooksCounted(count: unknown): string {
  return count === 1 ? t`1 webhook` : t`${count} webhooks`;
}

export function callsCounted(count: unknown): string {
  return count === 1 ? t`1 API call` : t`${count} API calls`;
}
