import { setChaos } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { InvalidArgumentError } from 'commander';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import { type ConnectionOptions, connect, takesConnection } from '../../connection/connection.ts';
import { CommandError } from '../../failures.ts';
import { parseWholeNumber } from '../../input/values.ts';
import { parseRate } from '../../pos/pos-values.ts';
import { chaosLines } from '../../rendering/chaos-lines.ts';
import { type ReportOptions, report } from '../../rendering/report.ts';

type Span = number | { readonly min: number; readonly max: number };

interface Options extends ConnectionOptions, ReportOptions {
  readonly seed?: number;
  readonly duplicate?: number;
  readonly reorder?: number;
  readonly delay?: Span;
  readonly drop?: number;
  readonly badSignature?: number;
  readonly staleTimestamp?: number;
  readonly latency?: Span;
  readonly errorRate?: number;
}

export const declareChaosSet: Declare = (command, context) => {
  command
    .option(
      '--seed <n>',
      'the same seed gives the same faults; without one, one is picked and printed',
      parseWholeNumber,
    )
    .option(
      '--duplicate <rate>',
      'webhooks that are sent twice, under the same idempotency key: 0 to 1',
      parseRate,
    )
    .option('--reorder <rate>', 'webhooks that come after the next one of their session: 0 to 1', parseRate)
    .option('--delay <ms>', 'hold webhooks back: milliseconds, or two of them as in 100-2000', parseSpan)
    .option('--drop <rate>', 'attempts that are not let out: 0 to 1', parseRate)
    .option('--bad-signature <rate>', 'attempts with a wrong signature: 0 to 1', parseRate)
    .option('--stale-timestamp <rate>', 'attempts that were signed 10 minutes ago: 0 to 1', parseRate)
    .option('--latency <ms>', 'hold answers of the API back: milliseconds, or two as in 100-2000', parseSpan)
    .option('--error-rate <rate>', 'API calls that are answered 500 or 503: 0 to 1', parseRate)
    .addHelpText(
      'after',
      t`
It takes the place of what was set before; what is left out does not go wrong.

Example: ${context.program} chaos set --seed 42 --drop 0.1 --duplicate 0.2 --delay 0-2000`,
    );
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((options: Options) => set(context, options));
};

async function set(context: CliContext, options: Options): Promise<void> {
  const { seed, duplicate, reorder, delay, drop, badSignature, staleTimestamp, latency, errorRate } = options;
  const wanted = {
    duplicate,
    reorder,
    delay_ms: delay,
    drop,
    bad_signature: badSignature,
    stale_timestamp: staleTimestamp,
    latency_ms: latency,
    error_rate: errorRate,
  };
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) {
    throw new CommandError(
      'usage',
      t`what is to go wrong? Pass at least one rate or time, such as --drop 0.1`,
    );
  }
  const connection = await connect(context, options);
  const body = { ...given, ...(seed !== undefined && { seed }) };
  const { data } = await connection.api().call(setChaos, { body });
  report(context, options, data, (colours) => chaosLines(data, colours));
}

/** `500`, or `100-2000`; how long is too long is the simulator's to say. */
function parseSpan(text: string): Span {
  const [, min, max] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  if (min === undefined) throw new InvalidArgumentError(t`It must be milliseconds such as 500, or 100-2000.`);
  return max === undefined ? Number(min) : { min: Number(min), max: Number(max) };
}
