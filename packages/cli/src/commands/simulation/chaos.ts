import { clearChaos, defined, getChaos, setChaos } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { InvalidArgumentError } from 'commander';
import { wrongUsage } from '../../failures.ts';
import { parseWholeNumber } from '../../input/values.ts';
import { plainCommand } from '../../plain-command.ts';
import { parseRate } from '../../pos/pos-values.ts';
import { chaosLines } from '../../rendering/chaos-lines.ts';

type Span = number | { readonly min: number; readonly max: number };

export const chaosCommands = {
  set: plainCommand({
    takes: {
      '--seed <n>': {
        text: 'the same seed gives the same faults; without one, one is picked and printed',
        parse: parseWholeNumber,
      },
      '--duplicate <rate>': {
        text: 'webhooks that are sent twice, under the same idempotency key: 0 to 1',
        parse: parseRate,
      },
      '--reorder <rate>': {
        text: 'webhooks that come after the next one of their session: 0 to 1',
        parse: parseRate,
      },
      '--delay <ms>': {
        text: 'hold webhooks back: milliseconds, or two of them as in 100-2000',
        parse: parseSpan,
      },
      '--drop <rate>': { text: 'attempts that are not sent: 0 to 1', parse: parseRate },
      '--bad-signature <rate>': { text: 'attempts with a wrong signature: 0 to 1', parse: parseRate },
      '--stale-timestamp <rate>': {
        text: 'attempts that were signed 10 minutes ago: 0 to 1',
        parse: parseRate,
      },
      '--latency <ms>': {
        text: 'hold answers of the API back: milliseconds, or two as in 100-2000',
        parse: parseSpan,
      },
      '--error-rate <rate>': { text: 'API calls that are answered 500 or 503: 0 to 1', parse: parseRate },
    },
    help: ({ program }) => t`
It replaces what was set before; faults that are left out are off.

Example: ${program} chaos set --seed 42 --drop 0.1 --duplicate 0.2 --delay 0-2000`,
    call: ({ connection, given }) => {
      const { seed, duplicate, reorder, delay, drop, badSignature, staleTimestamp, latency, errorRate } =
        given;
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
      const faults = defined(wanted);
      if (Object.keys(faults).length > 0)
        return connection.api().call(setChaos, { body: { ...faults, ...defined({ seed }) } });
      throw wrongUsage(t`what is to go wrong? Pass at least one rate or time, such as --drop 0.1`);
    },
    lines: chaosLines,
  }),

  show: plainCommand({ call: ({ connection }) => connection.api().call(getChaos), lines: chaosLines }),

  off: plainCommand({ call: ({ connection }) => connection.api().call(clearChaos), lines: chaosLines }),
};

/** `500`, or `100-2000`; how long is too long is the simulator's to say. */
function parseSpan(text: string): Span {
  const [, min, max] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  if (min === undefined) throw new InvalidArgumentError(t`It must be milliseconds such as 500, or 100-2000.`);
  return max === undefined ? Number(min) : { min: Number(min), max: Number(max) };
}
