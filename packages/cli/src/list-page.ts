import type { Answer } from '@svc-simulator/client';
import type { Command } from 'commander';
import type { Colours } from './rendering/colours.ts';
import { hint, type ReportOptions, report } from './rendering/report.ts';
import type { Surroundings } from './surroundings.ts';
import { parseLimit } from './values.ts';

/** Which page of a list is wanted. */
export interface PageOptions {
  readonly limit: number;
  readonly cursor?: string;
}

export function takesPage(command: Command): Command {
  return command
    .option('--limit <n>', 'at most so many', parseLimit, 20)
    .option('--cursor <cursor>', 'go on where a list ended');
}

/** Prints a page of a list, and says how to go on: to the next page, or where there is nothing, as `ifEmpty` says. */
export function reportPage<T>(
  surroundings: Surroundings,
  options: ReportOptions,
  { data, nextCursor }: Pick<Answer<T[]>, 'data' | 'nextCursor'>,
  render: (items: T[], nowMs: number, colours: Colours) => readonly string[],
  ifEmpty: string,
): void {
  report(surroundings, options, data, (colours) => render(data, surroundings.now(), colours));
  if (data.length === 0) hint(surroundings, options, ifEmpty);
  else if (nextCursor !== null) hint(surroundings, options, `there are more: --cursor ${nextCursor}`);
}
