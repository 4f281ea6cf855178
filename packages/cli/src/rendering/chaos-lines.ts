import type { DataOf } from '@svc-simulator/client';
import type { ChaosFault, getChaos } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { wordIn } from '../texts/area-texts.ts';
import type { Colours } from './report.ts';
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
  const { t } = colours;
  if (!chaos.active) return [t('cli.chaos.chaos', { off: colours.bold(t('cli.common.off')) })];
  const rows = settings
    .filter(([, setting]) => chaos[setting] !== 0)
    .map(([fault, setting]) => [
      `  ${fault}`,
      textOf(t, setting, chaos[setting]),
      wordIn(t, 'chaos', fault),
      colours.dim(t('cli.chaos.far', { count: chaos.injected[fault] })),
    ]);
  const { seed, webhooks, calls } = chaos;
  return [
    t('cli.chaos.chaos_seed', {
      on: colours.bold(colours.yellow(t('cli.chaos.on'))),
      seed: String(seed),
      webhooks: webhooksCounted(t, webhooks),
      calls: callsCounted(t, calls),
    }),
    ...columns(rows),
  ];
}

function textOf(
  t: Texts,
  setting: string,
  value: number | { readonly min: number; readonly max: number },
): string {
  if (typeof value === 'object') return t('cli.chaos.ms', { min: value.min, max: value.max });
  return setting.endsWith('_ms') ? `${value} ms` : `${Number((value * 100).toFixed(4))} %`;
}

/** `1 webhook`, `2 webhooks`. */
export function webhooksCounted(t: Texts, count: unknown): string {
  return t('cli.chaos.webhooks', { count: Number(count) });
}

export function callsCounted(t: Texts, count: unknown): string {
  return t('cli.chaos.api_calls', { count: Number(count) });
}
