import { t } from '@svc-simulator/core';
import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';
import type { Declare } from './command.ts';
import {
  type Connection,
  type ConnectionOptions,
  connect,
  takesConnection,
} from './connection/connection.ts';
import { CommandError } from './failures.ts';
import { parseLimit } from './input/values.ts';
import type { Colours } from './rendering/colours.ts';
import { hint, type ReportOptions, report } from './rendering/report.ts';
import { fieldLines, plain } from './rendering/text.ts';

/** Where a command runs, and with what. */
export interface Call<O> {
  readonly connection: Connection;
  readonly options: O & ReportOptions;
  readonly context: CliContext;
}

interface Answer<D> {
  readonly data: D;
  readonly nextCursor?: string | null;
}

/** A command that calls the simulator once and prints what it answers. */
export interface PlainCommand<O, A extends readonly unknown[], D> {
  /** Its own arguments and options; how to reach the simulator, and `--json`, come by themselves. */
  readonly takes?: (command: Command, context: CliContext) => void;
  readonly call: (at: Call<O>, ...words: A) => Promise<Answer<D>>;
  /** What people read. */
  readonly lines: (data: D, colours: Colours, nowMs: number, at: Call<O>) => readonly string[];
  /** What could be done next. */
  readonly next?: (data: D, at: Call<O>) => string | undefined;
}

/** Declares a plain command. `A` are its words, as commander parses them; `O` are its own options. */
export function plainCommand<D, O extends object = object, A extends readonly unknown[] = readonly string[]>(
  plain: PlainCommand<O, A, D>,
): Declare {
  return (command, context) => {
    plain.takes?.(command, context);
    takesConnection(command)
      .option('--json', "print the API's JSON")
      .action((...typed: unknown[]) => {
        // Commander hands over the arguments, then the options and itself.
        const words = typed.slice(0, -2) as unknown as A;
        return run(plain, context, words, typed.at(-2) as O & ConnectionOptions & ReportOptions);
      });
  };
}

async function run<O, A extends readonly unknown[], D>(
  { call, lines, next }: PlainCommand<O, A, D>,
  context: CliContext,
  words: A,
  options: O & ConnectionOptions & ReportOptions,
): Promise<void> {
  const at = { connection: await connect(context, options), options, context };
  const { data, nextCursor } = await call(at, ...words);
  report(context, options, data, (colours) => lines(data, colours, context.now(), at));
  const more = nextCursor ? t`there are more: --cursor ${nextCursor}` : undefined;
  const text = more ?? next?.(data, at);
  if (text !== undefined) hint(context, options, text);
}

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

/** Declares a command that prints a page of a list; `ifEmpty` is what to do where there is nothing. */
export function listCommand<T, O extends object = object>({
  takes,
  ifEmpty,
  ...list
}: Omit<PlainCommand<O & PageOptions, [], T[]>, 'next'> & {
  readonly ifEmpty: (program: string) => string;
}): Declare {
  return plainCommand<T[], O & PageOptions, []>({
    ...list,
    takes: (command, context) => {
      takes?.(command, context);
      takesPage(command);
    },
    next: (data, { context }) => (data.length === 0 ? ifEmpty(context.program) : undefined),
  });
}

/** The query for the page that the options name. */
export function pageOf({ limit, cursor }: PageOptions) {
  return { limit, cursor };
}

interface Page<T> {
  readonly data: readonly T[];
  readonly nextCursor?: string | null;
}

/** All items of a list, page by page. */
export async function everyPage<T>(
  page: (query: { readonly limit: number; readonly cursor?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null | undefined;
  do {
    const { data, nextCursor } = await page({ limit: 1000, ...(cursor && { cursor }) });
    items.push(...data);
    cursor = nextCursor;
  } while (cursor);
  return items;
}

/** Declares a command that shows one item of a list by its id, or the newest; `argument` is what it is called. */
export function showCommand<T extends object>({
  argument,
  idOf,
  page,
}: {
  readonly argument: string;
  readonly idOf: (item: T) => string;
  readonly page: (
    connection: Connection,
    query: { readonly limit: number; readonly cursor?: string },
  ) => Promise<Page<T>>;
}): Declare {
  return plainCommand({
    takes: (command) => command.argument(`[${argument}]`, 'its id (default: the newest)'),
    call: async ({ connection, context }, id?: string) => {
      const items = await everyPage((query) => page(connection, query));
      const data = items.find((item) => id === undefined || idOf(item) === id);
      if (data) return { data };
      throw new CommandError(
        'refused',
        id === undefined
          ? t`there is none here`
          : t`there is no ${plain(id)} here; see: ${context.program} ${argument} list`,
      );
    },
    lines: (data, colours) => fieldLines(data, colours.dim),
  });
}
