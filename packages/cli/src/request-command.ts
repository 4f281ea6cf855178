import { ProblemError } from '@svc-simulator/client';
import type { PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';
import type { DeclareCommand } from './command.ts';
import {
  type Connection,
  type ConnectionOptions,
  connect,
  connectionParameters,
} from './connection/connection.ts';
import { CommandError, MissingCredentialError, parametersByError, refusal } from './failures.ts';
import { parseLimit, readYesNo } from './input/values.ts';
import {
  argumentsByName,
  declareParameters,
  defineParameters,
  JSON_TEXT_KEY,
  type ParameterSettings,
  type ParsedInput,
} from './parameters.ts';
import { hint, printResult, type ReportOptions, type Style } from './rendering/report.ts';
import { printable } from './rendering/text.ts';

export interface CommandCall<T = NoParameters> {
  readonly values: ParsedInput<T> & ConnectionOptions & ReportOptions;
  readonly words: readonly string[];
  readonly context: CliContext;
  readonly t: Texts;
  /** @throws CommandError if the simulator can't be located */
  connect(): Promise<Connection>;
  /** Prints data as JSON with `--json`, else the lines. */
  report(data: unknown, lines: (style: Style) => readonly string[]): void;
  /** Prints a next step on stderr, except with `--json`. */
  hint(text: string): void;
}

export const commonParameters = defineParameters({
  ...connectionParameters,
  '--json': { text: JSON_TEXT_KEY, isCommon: true },
});

export type NoParameters = Readonly<Record<never, PlainKey>>;

export interface CommandUsage<T> {
  /** Parameters of this command only. The options of the connection and `--json` are added to them. */
  readonly parameters?: T;
  /** Text about the output of `--json`. Default: the text `cli.COMMAND.json`, if it exists. */
  readonly json?: PlainKey;
  /** Values for the text `cli.COMMAND.help`, which help prints below the options. */
  readonly help?: Readonly<Record<string, string>>;
}

function textAreaOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${parent.name()}.${command.name()}` : command.name().replace('svc-', '');
}

/**
 * Declares a command that calls `run`. If `hasConnection` is false, the command has no connection options.
 */
export function runCommand<const T extends ParameterSettings = NoParameters>({
  parameters,
  json,
  help,
  hasConnection = true,
  run,
}: CommandUsage<T> & {
  readonly hasConnection?: boolean;
  readonly run: (call: CommandCall<T>) => Promise<void> | void;
}): DeclareCommand {
  return (command, context) => {
    const { t, program } = context;
    const area = textAreaOf(command);
    const jsonText = t.maybe(`cli.${area}.json`);
    declareParameters(t, command, {
      ...parameters,
      ...(hasConnection ? connectionParameters : {}),
      '--json': { text: json ?? (jsonText === undefined ? JSON_TEXT_KEY : () => jsonText), isCommon: true },
    });
    const isDestructive = parameters && Object.hasOwn(parameters, '-y, --yes');
    const helpText =
      t.maybe(`cli.${area}.help`, { program, ...help }) ?? (isDestructive && t('cli.common.help'));
    if (helpText) command.addHelpText('after', helpText);
    command.action(async () => {
      const optionValues = command.opts<
        ParsedInput<T> & ConnectionOptions & ReportOptions & { junit?: string }
      >();
      const parsedInput = { ...optionValues, ...argumentsByName(command) };
      try {
        await run({
          values: parsedInput,
          words: command.args,
          context,
          t,
          connect: () => connect(context, parsedInput),
          report: (data, lines) => printResult(context, parsedInput, data, lines),
          hint: (text) => hint(context, parsedInput, text),
        });
      } catch (error) {
        if (parameters && Object.hasOwn(parameters, '--junit <file>')) {
          const { writeJunitError } = await import('./expectations/junit.ts');
          await writeJunitError(context, optionValues.junit, command.name(), error);
        }
        if (error instanceof MissingCredentialError) await error.checkReachable();
        if (error instanceof ProblemError && parameters) parametersByError.set(error, parameters);
        throw error;
      }
    });
  };
}

interface CommandResult<D> {
  readonly data: D;
  readonly nextCursor?: string | null;
}

export interface ConnectedCall<T = NoParameters> extends CommandCall<T> {
  readonly connection: Connection;
}

export interface RequestCommand<T, D> extends CommandUsage<T> {
  readonly call: (connectedCall: ConnectedCall<T>) => Promise<CommandResult<D>>;
  readonly lines: (
    data: D,
    style: Style,
    nowMs: number,
    connectedCall: ConnectedCall<T>,
  ) => readonly string[];
  /**
   * Returns the text of the next step.
   * @throws CommandError or ReportedError if the response means that the command failed
   */
  readonly next?: (data: D, connectedCall: ConnectedCall<T>) => string | undefined;
}

export function requestCommand<D, const T extends ParameterSettings = NoParameters>({
  call,
  lines,
  next,
  ...usage
}: RequestCommand<T, D>): DeclareCommand {
  return runCommand<T>({
    ...usage,
    run: async (commandCall) => {
      const connectedCall = { ...commandCall, connection: await commandCall.connect() };
      const { data, nextCursor } = await call(connectedCall);
      connectedCall.report(data, (style) =>
        lines(data, style, connectedCall.connection.now(), connectedCall),
      );
      const text = nextCursor
        ? commandCall.t('cli.common.more_cursor', { nextCursor })
        : next?.(data, connectedCall);
      if (text !== undefined) connectedCall.hint(text);
    },
  });
}

export const pagingParameters = defineParameters({
  '--limit <n>': { text: 'field.limit', parse: parseLimit, fallback: 20 },
  '--cursor <cursor>': 'cli.list.cursor',
});

export function pageQuery({ limit, cursor }: ParsedInput<typeof pagingParameters>) {
  return { limit, cursor };
}

interface CursorPage<T> {
  readonly data: readonly T[];
  readonly nextCursor?: string | null;
}

export async function fetchAllPages<T>(
  fetchPage: (query: { readonly limit: number; readonly cursor?: string }) => Promise<CursorPage<T>>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null | undefined;
  do {
    const { data, nextCursor } = await fetchPage({ limit: 1000, ...(cursor && { cursor }) });
    items.push(...data);
    cursor = nextCursor;
  } while (cursor);
  return items;
}

export const yesParameters = defineParameters({ '-y, --yes': 'cli.confirm.yes' });

/**
 * Asks for confirmation at a terminal; elsewhere `--yes` is required.
 * @throws CommandError without confirmation
 */
export async function confirm(
  context: CliContext,
  question: string,
  { yes }: { readonly yes?: boolean },
): Promise<void> {
  const { t } = context;
  if (yes) return;
  const answer = await context.ask(`${question} ${t('cli.confirm.yes_or_no')} `);
  if (answer === null)
    throw new CommandError('usage', t('cli.confirm.needs_yes'), { details: { notes: [question] } });
  if (readYesNo(answer)) return;
  if (answer === '') context.stderr.write('\n');
  throw refusal(t('cli.confirm.declined'));
}

export function accountText(t: Texts, account: { readonly short_name: string } | null): string {
  return account
    ? t('cli.confirm.account', { short_name: printable(account.short_name) })
    : t('cli.confirm.account_credential');
}
