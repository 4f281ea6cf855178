import type { DataOf } from '@svc-simulator/client';
import type { ChaosFault, getChaos } from '@svc-simulator/contract';
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
  if (!chaos.active) return [`chaos ${colours.bold('off')}`];
  const rows = settings
    .filter(([, setting]) => chaos[setting] !== 0)
    .map(([fault, setting]) => [
      `  ${fault}`,
      textOf(setting, chaos[setting]),
      colours.dim(`${chaos.injected[fault]} so far`),
    ]);
  const { seed, webhooks, calls } = chaos;
  return [
    `chaos ${colours.bold(colours.yellow('on'))}  seed ${seed}  ${counted(webhooks, 'webhook')}, ${counted(calls, 'API call')}`,
    ...columns(rows),
  ];
}

function textOf(setting: string, value: number | { readonly min: number; readonly max: number }): string {
  if (typeof value === 'object') return `${value.min} to ${value.max} ms`;
  return setting.endsWith('_ms') ? `${value} ms` : `${Number((value * 100).toFixed(4))} %`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
