import type { CliContext } from '../cli-context.ts';
import { type Colours, coloursFor } from './colours.ts';

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
  if (json) stdout.write(`${JSON.stringify(data)}\n`);
  else for (const line of render(coloursFor(stdout, context))) stdout.write(`${line}\n`);
}

/** Says on stderr what could be done next, to people only. */
export function hint(context: CliContext, { json }: ReportOptions, text: string): void {
  const { stderr } = context;
  if (!json) stderr.write(`${coloursFor(stderr, context).dim(context.t('cli.report.next', { text }))}\n`);
}
