import { clearChaos, defined, getChaos, setChaos } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { wrongUsage } from '../../failures.ts';
import { parseRate, parseWholeNumber } from '../../input/values.ts';
import { plainCommand } from '../../plain-command.ts';
import { chaosLines } from '../../rendering/chaos-lines.ts';

type Span = number | { readonly min: number; readonly max: number };

export const chaosCommands = {
  set: plainCommand({
    takes: {
      '--seed <n>': {
        text: 'cli.chaos.set.seed',
        parse: parseWholeNumber,
      },
      '--duplicate <rate>': {
        text: 'cli.chaos.set.duplicate',
        parse: parseRate,
      },
      '--reorder <rate>': {
        text: 'cli.chaos.set.reorder',
        parse: parseRate,
      },
      '--delay <ms>': {
        text: 'cli.chaos.set.delay',
        parse: parseSpan,
      },
      '--drop <rate>': { text: 'cli.chaos.set.drop', parse: parseRate },
      '--bad-signature <rate>': { text: 'cli.chaos.set.bad_signature', parse: parseRate },
      '--stale-timestamp <rate>': {
        text: 'cli.chaos.set.stale_timestamp',
        parse: parseRate,
      },
      '--latency <ms>': {
        text: 'cli.chaos.set.latency',
        parse: parseSpan,
      },
      '--error-rate <rate>': { text: 'cli.chaos.set.error_rate', parse: parseRate },
    },
    help: ({ t, program }) => t('cli.chaos.set.help', { program }),
    call: ({ t, connection, given }) => {
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
      throw wrongUsage(t('cli.chaos.set.go_wrong_pass_least'));
    },
    lines: chaosLines,
  }),

  show: plainCommand({ call: ({ connection }) => connection.api().call(getChaos), lines: chaosLines }),

  off: plainCommand({ call: ({ connection }) => connection.api().call(clearChaos), lines: chaosLines }),
};

/** `500`, or `100-2000`; how long is too long is the simulator's to say. */
function parseSpan(t: Texts, text: string): Span {
  const [, min, max] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  if (min === undefined) throw new InvalidArgumentError(t('cli.chaos.must_be_span'));
  return max === undefined ? Number(min) : { min: Number(min), max: Number(max) };
}
