import { listSessions, shortEvent, traceTypes, webhookEvents } from '@svc-simulator/contract';
import { Argument, type Command, Help, type Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { type ConnectionOptions, connect } from '../connection/connection.ts';
import { exitCodes } from '../failures.ts';
import { stateNames } from '../input/event-names.ts';
import { money, plain } from '../rendering/text.ts';
import { readEnvironment } from '../takes.ts';
import { wordIn } from '../texts/area-texts.ts';

/** Directives of the protocol that the shells' scripts use (that of Cobra and of @bomb.sh/tab). */
const NO_FILES = 4;
const DEFAULT = 0;

/**
 * Answers a shell's request for completions (`sim complete -- …words`): a line for each suggestion, a tab
 * before its description, then a directive. It never fails, since a shell can't show an error.
 *
 * The library's adapter for commander would load every command and never offers file names, so only its
 * scripts are used.
 */
export async function suggest(
  program: Command,
  words: readonly string[],
  context: CliContext,
): Promise<number> {
  const line = readCommandLine(program, words);
  const values = await suggestionsFor(line, context);
  const lines = values === 'files' ? [] : values.filter(({ value }) => value.startsWith(line.typed));
  const text = lines.map(suggestionLine).join('');
  context.stdout.write(`${text}:${values === 'files' ? DEFAULT : NO_FILES}\n`);
  return exitCodes.done;
}

async function suggestionsFor(
  { command, given, expected }: CommandLine,
  context: CliContext,
): Promise<Values> {
  switch (expected.kind) {
    case 'command':
      return commandsOf(expected.of);
    case 'option':
      return completableOptions(expected.of);
    case 'value':
      return valuesOf(expected.of, command, given, context);
    case 'foreign':
      return 'files';
    case 'nothing':
      return [];
  }
}

function commandsOf(command: Command): Suggestion[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.map((child) => ({ value: child.name(), description: child.description() }));
}

function completableOptions(command: Command): Suggestion[] {
  const visible = new Help().visibleOptions(command);
  return visible.map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));
}

function suggestionLine({ value, description }: Suggestion): string {
  const [first = ''] = description.split('\n', 1);
  return first === '' ? `${value}\n` : `${value}\t${first.replaceAll('\t', ' ')}\n`;
}

export type ExpectedWord =
  | { readonly kind: 'command'; readonly of: Command }
  | { readonly kind: 'option'; readonly of: Command }
  | { readonly kind: 'value'; readonly of: Option | Argument }
  /** Words of another program, or an unknown command. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'nothing' };

export interface CommandLine {
  readonly command: Command;
  /** Words of the command before the cursor, without an option whose value is incomplete. */
  readonly given: readonly string[];
  readonly expected: ExpectedWord;
  /** The incomplete word; of `--option=value`, the value. */
  readonly typed: string;
}

/** Parses the words after the program's name; the last one is incomplete and may be empty. */
export function readCommandLine(program: Command, words: readonly string[]): CommandLine {
  const incompleteWord = words.at(-1) ?? '';
  let command = program;
  let finishedWords: string[] = [];
  let operands = 0;
  let open: Option | undefined;
  for (const word of words.slice(0, -1)) {
    if (word === '--')
      return { command, given: finishedWords, expected: { kind: 'foreign' }, typed: incompleteWord };
    if (open) {
      open = undefined;
      finishedWords.push(word);
      continue;
    }
    const child = operands === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (child) {
      command = child;
      finishedWords = [];
      continue;
    }
    finishedWords.push(word);
    if (!isOption(word)) operands++;
    else if (!word.includes('=')) open = takesValue(optionNamed(command, word));
  }
  if (open && !(open.optional && isOption(incompleteWord)))
    return {
      command,
      given: finishedWords.slice(0, -1),
      expected: { kind: 'value', of: open },
      typed: incompleteWord,
    };
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(incompleteWord) ?? [];
  if (flag !== undefined && value !== undefined) {
    const option = takesValue(optionNamed(command, flag));
    return {
      command,
      given: finishedWords,
      expected: option ? { kind: 'value', of: option } : nothing,
      typed: value,
    };
  }
  return {
    command,
    given: finishedWords,
    expected: expectedWord(command, operands, incompleteWord),
    typed: incompleteWord,
  };
}

const nothing: ExpectedWord = { kind: 'nothing' };

function expectedWord(command: Command, operands: number, incompleteWord: string): ExpectedWord {
  if (isOption(incompleteWord) || incompleteWord === '-') return { kind: 'option', of: command };
  if (command.commands.length > 0 && operands === 0) return { kind: 'command', of: command };
  const { registeredArguments: all } = command;
  const last = all.at(-1);
  const argument = all[operands] ?? (last?.variadic ? last : undefined);
  return argument ? { kind: 'value', of: argument } : nothing;
}

function isOption(word: string): boolean {
  return /^-./.test(word);
}

function optionNamed(command: Command, word: string): Option | undefined {
  return command.options.find(({ long, short }) => word === long || word === short);
}

function takesValue(option: Option | undefined): Option | undefined {
  return option && (option.required || option.optional) ? option : undefined;
}

export interface Suggestion {
  readonly value: string;
  readonly description: string;
}

/** Values of an option or argument; for `files`, the shell completes file names. */
export type Values = readonly Suggestion[] | 'files';

/** A person waits for the shell, so a slow simulator contributes no completions. */
const COMPLETION_TIMEOUT_MS = 500;
const SESSIONS = 20;

/** Returns the known values of an option or argument; `given` are the words before it. */
export async function valuesOf(
  place: Option | Argument,
  command: Command,
  finishedWords: readonly string[],
  context: CliContext,
): Promise<Values> {
  if (place.argChoices) return plainly(place.argChoices);
  const name = place instanceof Argument ? place.name() : (place.long ?? '');
  const placeholder = place instanceof Argument ? name : (/[<[]([^\]>]+)[\]>]$/.exec(place.flags)?.[1] ?? '');
  if (/^(file\d?|dir|command)$/.test(placeholder)) return 'files';
  if (name === 'session' || name === '--session') return sessions(command, finishedWords, context);
  return valueSources.get(name)?.() ?? [];
}

const valueSources = new Map<string, () => readonly Suggestion[]>([
  ['what', () => plainly([...stateNames, ...traceTypes, ...deliveries])],
  ['--for', () => plainly([...stateNames, ...traceTypes.filter(isOfSession), ...deliveries])],
  ['--type', () => plainly(traceTypes)],
  ['--events', () => plainly(valueKinds)],
  ['duration', () => plainly(['5s', '1m', '1h', '1d', '14d', '30d'])],
  ['--otp', () => plainly(['000000', '111111', '222222', '333333'])],
]);

const valueKinds = webhookEvents.map(shortEvent);
const deliveries = valueKinds.map((kind) => `webhook.delivered:${kind}`);

function isOfSession(type: string): boolean {
  return /^(session|webhook)\./.test(type);
}

function plainly(values: readonly string[]): Suggestion[] {
  return values.map((value) => ({ value, description: '' }));
}

async function sessions(
  command: Command,
  finishedWords: readonly string[],
  context: CliContext,
): Promise<readonly Suggestion[]> {
  // A wrong value is reported when the command runs, not during completion.
  command.configureOutput({ writeErr: () => {} });
  try {
    command.parseOptions([...finishedWords]);
    readEnvironment(context.t, command, context.env);
    const deadline = () => context.deadline(COMPLETION_TIMEOUT_MS);
    const connection = await connect({ ...context, deadline }, command.opts<ConnectionOptions>());
    const { data } = await connection.call(listSessions, { query: { limit: SESSIONS } });
    return data.map(({ id, status, amount_reference, currency_reference, identifier }) => ({
      value: id,
      description: `${wordIn(context.t, 'status', status)}, ${money(amount_reference, currency_reference, context.t)}, ${plain(identifier, 40)}`,
    }));
  } catch {
    return [];
  }
}
