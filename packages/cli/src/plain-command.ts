import { ProblemError } from '@svc-simulator/client';
import type { PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from './cli-context.ts';
import type { Declare } from './command.ts';
import {
  type Connection,
  type ConnectionOptions,
  connect,
  connectionTakes,
} from './connection/connection.ts';
import { MissingCredential, refusedTakes } from './failures.ts';
import { parseLimit } from './input/values.ts';
import { type Colours, hint, type ReportOptions, report } from './rendering/report.ts';
import { declareTaken, type Given, JSON_TEXT, type Takes, taking, wordsOf } from './takes.ts';

/** A command at work. */
export interface Call<T = NoTakes> {
  /** What was typed. */
  readonly given: Given<T> & ConnectionOptions & ReportOptions;
  /** The words among it that are no options. */
  readonly words: readonly string[];
  readonly context: CliContext;
  readonly t: Texts;
  /** Finds the simulator. @throws CommandError when there is none */
  connect(): Promise<Connection>;
  /** Prints a result on stdout: JSON, or lines for people. */
  report(data: unknown, lines: (colours: Colours) => readonly string[]): void;
  /** Says on stderr what could be done next, to people only. */
  hint(text: string): void;
}

/** What every command takes that calls the simulator. */
export const commonTakes = taking({ ...connectionTakes, '--json': { text: JSON_TEXT, isCommon: true } });

export type NoTakes = Readonly<Record<never, PlainKey>>;

/** What may be typed, and what the help says of it. */
export interface Usage<T> {
  /** Its own arguments and options; how to reach the simulator, and `--json`, come by themselves. */
  readonly takes?: T;
  /** What `--json` prints. */
  readonly json?: PlainKey;
  /** What stands below its options in the help. */
  readonly help?: (context: CliContext) => string;
}

/** Declares a command that does what `run` does. `isAlone`: it needs no simulator, nor how to reach one. */
export function runCommand<const T extends Takes = NoTakes>({
  takes,
  json = JSON_TEXT,
  help,
  isAlone = false,
  run,
}: Usage<T> & { readonly isAlone?: boolean; readonly run: (at: Call<T>) => Promise<void> | void }): Declare {
  return (command, context) => {
    declareTaken(context.t, command, {
      ...takes,
      ...(isAlone ? {} : connectionTakes),
      '--json': { text: json, isCommon: true },
    });
    if (help) command.addHelpText('after', () => help(context));
    command.action(async () => {
      const typed = command.opts<Given<T> & ConnectionOptions & ReportOptions & { junit?: string }>();
      const given = { ...typed, ...wordsOf(command) };
      try {
        await run({
          given,
          words: command.args,
          context,
          t: context.t,
          connect: () => connect(context, given),
          report: (data, lines) => report(context, given, data, lines),
          hint: (text) => hint(context, given, text),
        });
      } catch (error) {
        if (typed.junit !== undefined) {
          const { writeJunitError } = await import('./expectations/junit.ts');
          await writeJunitError(context, typed.junit, command.name(), error);
        }
        if (error instanceof MissingCredential) await error.reach();
        if (error instanceof ProblemError && takes) refusedTakes.set(error, takes);
        throw error;
      }
    });
  };
}

interface Answer<D> {
  readonly data: D;
  readonly nextCursor?: string | null;
}

/** A command at work that has found the simulator. */
export interface ConnectedCall<T = NoTakes> extends Call<T> {
  readonly connection: Connection;
}

/** A command that calls the simulator and prints what it answers. */
export interface PlainCommand<T, D> extends Usage<T> {
  readonly call: (at: ConnectedCall<T>) => Promise<Answer<D>>;
  /** What people read. */
  readonly lines: (data: D, colours: Colours, nowMs: number, at: ConnectedCall<T>) => readonly string[];
  /** What could be done next. @throws CommandError, ToldFailure where what was answered is a failure */
  readonly next?: (data: D, at: ConnectedCall<T>) => string | undefined;
}

/** Declares a plain command. */
export function plainCommand<D, const T extends Takes = NoTakes>({
  call,
  lines,
  next,
  ...usage
}: PlainCommand<T, D>): Declare {
  return runCommand<T>({
    ...usage,
    run: async (called) => {
      const at = { ...called, connection: await called.connect() };
      const { data, nextCursor } = await call(at);
      at.report(data, (colours) => lines(data, colours, at.connection.now(), at));
      const text = nextCursor ? called.t('cli.common.more_cursor', { nextCursor }) : next?.(data, at);
      if (text !== undefined) at.hint(text);
    },
  });
}

/** Which page of a list is wanted. */
export const pageTakes = taking({
  '--limit <n>': { text: 'field.limit', parse: parseLimit, fallback: 20 },
  '--cursor <cursor>': 'cli.list.cursor',
});

/** Declares a command that prints a page of a list; `ifEmpty` is what to do where there is nothing. */
export function listCommand<D, const T extends Takes = NoTakes>({
  takes,
  ifEmpty,
  ...list
}: Omit<PlainCommand<T & typeof pageTakes, D[]>, 'takes' | 'next'> & {
  readonly takes?: T;
  readonly ifEmpty: (context: CliContext, given: Given<T & typeof pageTakes>) => string;
}): Declare {
  return plainCommand<D[], T & typeof pageTakes>({
    ...list,
    takes: Object.assign({}, takes, pageTakes),
    next: (data, { context, given }) => (data.length === 0 ? ifEmpty(context, given) : undefined),
  });
}

/** The query for the page that is wanted. */
export function pageOf({ limit, cursor }: Given<typeof pageTakes>) {
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
