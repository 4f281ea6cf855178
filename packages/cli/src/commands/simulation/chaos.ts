import type { DataOf } from '@svc-simulator/client';
import { type ChaosFault, clearChaos, getChaos, setChaos, withoutUndefined } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { wrongUsage } from '../../failures.ts';
import { parseRate, parseWholeNumber } from '../../input/values.ts';
import type { Style } from '../../rendering/report.ts';
import { alignColumns } from '../../rendering/text.ts';
import { requestCommand } from '../../request-command.ts';
import { wordIn } from '../../texts/view-texts.ts';

type DelayRange = number | { readonly min: number; readonly max: number };

export const chaosCommands = {
  set: requestCommand({
    parameters: {
      '--seed <n>': { text: 'cli.chaos.set.seed', parse: parseWholeNumber },
      '--duplicate <rate>': { text: 'cli.chaos.set.duplicate', parse: parseRate },
      '--reorder <rate>': { text: 'cli.chaos.set.reorder', parse: parseRate },
      '--delay <ms>': { text: 'cli.chaos.set.delay', parse: parseDelayRange },
      '--drop <rate>': { text: 'cli.chaos.set.drop', parse: parseRate },
      '--bad-signature <rate>': { text: 'cli.chaos.set.bad_signature', parse: parseRate },
      '--stale-timestamp <rate>': { text: 'cli.chaos.set.stale_timestamp', parse: parseRate },
      '--latency <ms>': { text: 'cli.chaos.set.latency', parse: parseDelayRange },
      '--error-rate <rate>': { text: 'cli.chaos.set.error_rate', parse: parseRate },
    },
    call: ({ t, connection, values }) => {
      const { seed, duplicate, reorder, drop, delay: delay_ms, latency: latency_ms } = values;
      const { badSignature: bad_signature, staleTimestamp: stale_timestamp, errorRate: error_rate } = values;
      const webhookFaults = { duplicate, reorder, delay_ms, drop, bad_signature, stale_timestamp };
      const faults = withoutUndefined({ ...webhookFaults, latency_ms, error_rate });
      if (Object.keys(faults).length > 0)
        return connection.call(setChaos, { body: { ...faults, ...withoutUndefined({ seed }) } });
      throw wrongUsage(t('cli.chaos.set.no_fault'));
    },
    lines: chaosLines,
  }),

  show: requestCommand({ call: ({ connection }) => connection.call(getChaos), lines: chaosLines }),

  off: requestCommand({ call: ({ connection }) => connection.call(clearChaos), lines: chaosLines }),
};

/** Parses `5` or `1-10`; the simulator checks the limits. */
function parseDelayRange(t: Texts, text: string): DelayRange {
  const [, min, max] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  if (min === undefined) throw new InvalidArgumentError(t('cli.chaos.span_format'));
  return max === undefined ? Number(min) : { min: Number(min), max: Number(max) };
}

type Chaos = DataOf<typeof getChaos>;

const chaosSettings = [
  ['duplicate', 'duplicate'],
  ['reorder', 'reorder'],
  ['delay', 'delay_ms'],
  ['drop', 'drop'],
  ['bad_signature', 'bad_signature'],
  ['stale_timestamp', 'stale_timestamp'],
  ['latency', 'latency_ms'],
  ['error', 'error_rate'],
] as const satisfies readonly (readonly [ChaosFault, keyof Chaos])[];

export function chaosLines(chaos: Chaos, style: Style): readonly string[] {
  const { t } = style;
  if (!chaos.active) return [t('cli.chaos.chaos', { state: style.bold(t('cli.common.off')) })];
  const rows = chaosSettings
    .filter(([, setting]) => chaos[setting] !== 0)
    .map(([fault, setting]) => [
      `  ${fault}`,
      settingText(t, setting, chaos[setting]),
      wordIn(t, 'chaos', fault),
      style.dim(t('cli.chaos.count_so_far', { count: chaos.injected[fault] })),
    ]);
  const { seed, webhooks, calls } = chaos;
  return [
    t('cli.chaos.chaos_seed', {
      state: style.bold(style.yellow(t('cli.chaos.on'))),
      seed: String(seed),
      webhooks: t('cli.chaos.webhooks', { count: webhooks }),
      calls: t('cli.chaos.api_calls', { count: calls }),
    }),
    ...alignColumns(rows),
  ];
}

function settingText(
  t: Texts,
  setting: string,
  value: number | { readonly min: number; readonly max: number },
): string {
  if (typeof value === 'object') return t('cli.chaos.ms', { min: value.min, max: value.max });
  return setting.endsWith('_ms')
    ? `${value} ms`
    : t('cli.chaos.percent', { percent: Number((value * 100).toFixed(4)) });
}
