import { jsonLine } from '@svc-simulator/core';
import { Chalk, type ChalkInstance } from 'chalk';
import type { CliContext, CliOutput } from '../cli-context.ts';

export type Style = ChalkInstance & Pick<CliContext, 't'>;

/**
 * Returns the styles for a stream. Colors are used on a terminal, except with `TERM=dumb`. `FORCE_COLOR`
 * overrides both, and `NO_COLOR` overrides everything.
 */
export function styleFor(
  output: Pick<CliOutput, 'isTerminal'>,
  { env, t }: Pick<CliContext, 'env' | 't'>,
): Style {
  return Object.assign(new Chalk({ level: hasColors(output, env) ? 1 : 0 }), { t });
}

function hasColors(
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
  render: (style: Style) => readonly string[],
): void {
  const { stdout } = context;
  if (json) stdout.write(`${jsonLine(data)}\n`);
  else for (const line of render(styleFor(stdout, context))) stdout.write(`${line}\n`);
}

export function hint(context: CliContext, { json }: ReportOptions, text: string): void {
  const { stderr } = context;
  if (!json) stderr.write(`${styleFor(stderr, context).dim(context.t('cli.report.next', { text }))}\n`);
}

/**
 * Shows a spinner on stderr during `work`, if stderr is a terminal. Its width must be known, because the
 * library ora divides by it.
 */
export async function spinWhile<T>(
  context: CliContext,
  { json }: { readonly json?: boolean },
  text: string,
  work: Promise<T>,
): Promise<T> {
  const { stderr } = context;
  const { stream, width } = stderr;
  if (!stream || !width || !stderr.isTerminal || json || styleFor(stderr, context).level === 0) return work;
  const { default: ora } = await import('ora');
  const spinner = ora({ text, stream, discardStdin: false, hideCursor: false }).start();
  try {
    return await work;
  } finally {
    spinner.stop();
  }
}
