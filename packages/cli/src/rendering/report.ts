import { jsonLine } from '@svc-simulator/core';
import { Chalk, type ChalkInstance } from 'chalk';
import type { CliContext, CliOutput } from '../cli-context.ts';

export type Colours = ChalkInstance & Pick<CliContext, 't'>;

/**
 * Returns colors for a stream: none without a terminal or with `NO_COLOR` or `TERM=dumb`. `FORCE_COLOR`
 * overrides the stream's kind, and `NO_COLOR` overrides everything.
 */
export function coloursFor(
  output: Pick<CliOutput, 'isTerminal'>,
  { env, t }: Pick<CliContext, 'env' | 't'>,
): Colours {
  return Object.assign(new Chalk({ level: hasColours(output, env) ? 1 : 0 }), { t });
}

function hasColours(
  { isTerminal }: Pick<CliOutput, 'isTerminal'>,
  { NO_COLOR, FORCE_COLOR, TERM }: CliContext['env'],
): boolean {
  if ((NO_COLOR ?? '') !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && TERM !== 'dumb';
}

export interface ReportOptions {
  readonly json?: boolean;
}

export function printResult(
  context: CliContext,
  { json }: ReportOptions,
  data: unknown,
  render: (colours: Colours) => readonly string[],
): void {
  const { stdout } = context;
  if (json) stdout.write(`${jsonLine(data)}\n`);
  else for (const line of render(coloursFor(stdout, context))) stdout.write(`${line}\n`);
}

export function hint(context: CliContext, { json }: ReportOptions, text: string): void {
  const { stderr } = context;
  if (!json) stderr.write(`${coloursFor(stderr, context).dim(context.t('cli.report.next', { text }))}\n`);
}

/**
 * Shows a spinner on stderr during `work`, only on a terminal. A terminal that reports no columns gets none,
 * since ora divides by them.
 */
export async function spinWhile<T>(
  context: CliContext,
  { json }: { readonly json?: boolean },
  text: string,
  work: Promise<T>,
): Promise<T> {
  const { stderr } = context;
  const { stream, width } = stderr;
  if (!stream || !width || !stderr.isTerminal || json || coloursFor(stderr, context).level === 0) return work;
  const { default: ora } = await import('ora');
  const spinner = ora({ text, stream, discardStdin: false, hideCursor: false }).start();
  try {
    return await work;
  } finally {
    spinner.stop();
  }
}
