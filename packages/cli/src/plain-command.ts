import { ProblemError } from '@svc-simulator/client';
import type { PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';
import type { Declare } from './command.ts';
import {
  type Connection,
  type ConnectionOptions,
  connect,
  connectionTakes,
} from './connection/connection.ts';
import { CommandError, MissingCredential, refusal, refusedTakes } from './failures.ts';
import { parseLimit, yesOrNo } from './input/values.ts';
import { type Colours, hint, type ReportOptions, report } from './rendering/report.ts';
import { plain } from './rendering/text.ts';
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
  /** What `--json` prints, where other commands say the same; else `cli.COMMAND.json`, if there is such a text. */
  readonly json?: PlainKey;
  /** Values in `cli.COMMAND.help`, which stands below its options in the help. */
  readonly help?: Readonly<Record<string, string>>;
}

/** Where the texts of a command stand: `pos.pay` of `sim pos pay`. */
function areaOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${parent.name()}.${command.name()}` : command.name().replace('svc-', '');
}

/** Declares a command that does what `run` does. `isAlone`: it needs no simulator, nor how to reach one. */
export function runCommand<const T extends Takes = NoTakes>({
  takes,
  json,
  help,
  isAlone = false,
  run,
}: Usage<T> & { readonly isAlone?: boolean; readonly run: (at: Call<T>) => Promise<void> | void }): Declare {
  return (command, context) => {
    const { t, program } = context;
    const area = areaOf(command);
    const own = t.maybe(`cli.${area}.json`);
    declareTaken(t, command, {
      ...takes,
      ...(isAlone ? {} : connectionTakes),
      '--json': { text: json ?? (own === undefined ? JSON_TEXT : () => own), isCommon: true },
    });
    const destroys = takes && Object.hasOwn(takes, '-y, --yes');
    const below = t.maybe(`cli.${area}.help`, { program, ...help }) ?? (destroys && t('cli.common.help'));
    if (below) command.addHelpText('after', below);
    command.action(async () => {
      const typed = command.opts<Given<T> & ConnectionOptions & ReportOptions & { junit?: string }>();
      const given = { ...typed, ...wordsOf(command) };
      try {
        await run({
          given,
          words: command.args,
          context,
          t,
          connect: () => connect(context, given),
          report: (data, lines) => report(context, given, data, lines),
          hint: (text) => hint(context, given, text),
        });
      } catch (error) {
        if (takes && Object.hasOwn(takes, '--junit <file>')) {
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

/** What a command takes that destroys something. */
export const yesTakes = taking({ '-y, --yes': 'cli.confirm.yes' });

/** Asks whoever sits at a terminal whether they mean it; elsewhere it wants `--yes`. @throws CommandError when it is not meant */
export async function expectMeant(
  context: CliContext,
  question: string,
  { yes }: { readonly yes?: boolean },
): Promise<void> {
  const { t } = context;
  if (yes) return;
  const answer = await context.ask(`${question} ${t('cli.confirm.yes_or_no')} `);
  if (answer === null)
    throw new CommandError('usage', t('cli.confirm.cannot_undone_nobody_asked'), {
      more: { notes: [question], members: {} },
    });
  if (yesOrNo(answer)) return;
  if (answer === '') context.stderr.write('\n');
  throw refusal(t('cli.confirm.nothing_changed_yes_without'));
}

/** The account that a command works as, in a question. */
export function accountInWords(t: Texts, account: { readonly short_name: string } | null): string {
  return account
    ? t('cli.confirm.account', { short_name: plain(account.short_name) })
    : t('cli.confirm.account_credential');
}
