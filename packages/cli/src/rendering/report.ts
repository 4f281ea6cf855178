import { jsonLine } from '@svc-simulator/core';
import { Chalk, type ChalkInstance } from 'chalk';
import type { CliContext, Output } from '../cli-context.ts';

/** Colours of a stream, and the language of its reader. */
export type Colours = ChalkInstance & Pick<CliContext, 't'>;

/**
 * Colours for one stream: none where it is no terminal, or where `NO_COLOR` or `TERM=dumb` say so; `FORCE_COLOR` wins
 * over the kind of stream, `NO_COLOR` over everything.
 */
export function coloursFor(
  output: Pick<Output, 'isTerminal'>,
  { env, t }: Pick<CliContext, 'env' | 't'>,
): Colours {
  return Object.assign(new Chalk({ level: hasColours(output, env) ? 1 : 0 }), { t });
}

function hasColours(
  { isTerminal }: Pick<Output, 'isTerminal'>,
  { NO_COLOR, FORCE_COLOR, TERM }: CliContext['env'],
): boolean {
  if ((NO_COLOR ?? '') !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && TERM !== 'dumb';
}

export interface ReportOptions {
  readonly json?: boolean;
}

/** Prints a result on stdout: the data as one line of JSON, or lines for people. */
export function report(
  context: CliContext,
  { json }: ReportOptions,
  data: unknown,
  render: (colours: Colours) => readonly string[],
): void {
  const { stdout } = context;
  if (json) stdout.write(`${jsonLine(data)}\n`);
  else for (const line of render(coloursFor(stdout, context))) stdout.write(`${line}\n`);
}

/** Says on stderr what could be done next, to people only. */
export function hint(context: CliContext, { json }: ReportOptions, text: string): void {
  const { stderr } = context;
  if (!json) stderr.write(`${coloursFor(stderr, context).dim(context.t('cli.report.next', { text }))}\n`);
}

/**
 * Shows on stderr that something is being waited for: on a terminal only, and not to programs. A terminal that says it
 * has no columns gets none: ora would divide by them.
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
