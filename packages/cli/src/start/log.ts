import { mapValues, snakeCased } from '@svc-simulator/contract';
import type { Log } from '@svc-simulator/simulator';
import { worded } from '@svc-simulator/texts/message.ts';
import { startTexts } from '@svc-simulator/texts/said-error.ts';
import type { CliContext } from '../cli-context.ts';
import { coloursFor } from '../rendering/report.ts';
import { plain, withoutSecrets } from '../rendering/text.ts';

export type LogFormat = 'text' | 'json';

interface LogOptions {
  readonly log?: LogFormat;
  readonly quiet?: boolean;
}

/** The longest text of a circumstance; stacks and causes are longer than that only by accident. */
const LONGEST = 4000;

/**
 * The simulator's log on stderr: lines for people, or one JSON object a line with `level`, `time`, `message` and the
 * circumstances (`request_id` among them). No line carries a secret, whatever a cause may quote.
 */
export function logOf(context: Pick<CliContext, 't' | 'stderr' | 'env' | 'now'>, options: LogOptions): Log {
  const { t, stderr, now } = context;
  const colours = coloursFor(stderr, context);
  const levels = {
    info: 'info',
    warn: colours.yellow(colours.t('cli.start.log.warning')),
    error: colours.red('error'),
  };
  return (level, message, fields = {}, said) => {
    if (options.quiet && level === 'info') return;
    if (options.log === 'json') {
      const line = {
        level,
        time: new Date(now()).toISOString(),
        message,
        ...mapValues(snakeCased(fields), cut),
      };
      stderr.write(`${withoutSecrets(JSON.stringify(line))}\n`);
      return;
    }
    const circumstances = Object.entries(fields).map(([name, value]) => ` ${name}=${plain(value, 2000)}`);
    const line = `${levels[level]}: ${said ? worded(startTexts(t.lang), said) : message}${colours.dim(circumstances.join(''))}`;
    stderr.write(`${withoutSecrets(line)}\n`);
  };
}

function cut(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, LONGEST) : value;
}
