import { listSessions, shortEvent, traceTypes, webhookEvents } from '@svc-simulator/contract';
import { Argument, type Command, Help, type Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { type ConnectionOptions, connect } from '../connection/connection.ts';
import { exitCodes } from '../failures.ts';
import { stateNames } from '../input/event-names.ts';
import { readEnvironment } from '../parameters.ts';
import { printable, printableAmount } from '../rendering/text.ts';
import { wordIn } from '../texts/view-texts.ts';

/** Directives of the protocol that the shells' scripts use (as in Cobra and @bomb.sh/tab). */
const NO_FILES = 4;
const DEFAULT = 0;

/**
 * Answers a shell's request for completions (`sim complete -- …words`). Prints a line for each suggestion, with
 * a tab before its description, and a directive at the end. Never fails, because a shell can't show an error.
 *
 * Uses only the scripts of the library @bomb.sh/tab. The library's adapter for commander would load every command,
 * and never offers file names.
 */
export async function suggest(
  program: Command,
  words: readonly string[],
  context: CliContext,
): Promise<number> {
  const line = readCommandLine(program, words);
  const values = await listSuggestions(line, context);
  const lines = values === 'files' ? [] : values.filter(({ value }) => value.startsWith(line.prefix));
  const text = lines.map(suggestionLine).join('');
  context.stdout.write(`${text}:${values === 'files' ? DEFAULT : NO_FILES}\n`);
  return exitCodes.done;
}

async function listSuggestions(
  { command, finishedWords, expected }: CommandLine,
  context: CliContext,
): Promise<Values> {
  switch (expected.kind) {
    case 'command':
      return commandSuggestions(expected.target);
    case 'option':
      return optionSuggestions(expected.target);
    case 'value':
      return completionValues(expected.target, command, finishedWords, context);
    case 'foreign':
      return 'files';
    case 'nothing':
      return [];
  }
}

function commandSuggestions(command: Command): Suggestion[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.map((child) => ({ value: child.name(), description: child.description() }));
}

function optionSuggestions(command: Command): Suggestion[] {
  const visible = new Help().visibleOptions(command);
  return visible.map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));
}

function suggestionLine({ value, description }: Suggestion): string {
  const [first = ''] = description.split('\n', 1);
  return first === '' ? `${value}\n` : `${value}\t${first.replaceAll('\t', ' ')}\n`;
}

export type ExpectedWord =
  | { readonly kind: 'command'; readonly target: Command }
  | { readonly kind: 'option'; readonly target: Command }
  | { readonly kind: 'value'; readonly target: Option | Argument }
  /** The words belong to another program, or to an unknown command. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'nothing' };

export interface CommandLine {
  readonly command: Command;
  /** Words between the command and the incomplete word, without an option whose value is incomplete. */
  readonly finishedWords: readonly string[];
  readonly expected: ExpectedWord;
  /** The incomplete word; for `--option=value`, only the value. */
  readonly prefix: string;
}

/** Finds the command and the kind of word at the cursor; the last word is incomplete and may be empty. */
export function readCommandLine(program: Command, words: readonly string[]): CommandLine {
  const incompleteWord = words.at(-1) ?? '';
  let command = program;
  let finishedWords: string[] = [];
  let operandCount = 0;
  let openOption: Option | undefined;
  for (const word of words.slice(0, -1)) {
    if (word === '--')
      return { command, finishedWords, expected: { kind: 'foreign' }, prefix: incompleteWord };
    if (openOption) {
      openOption = undefined;
      finishedWords.push(word);
      continue;
    }
    const child =
      operandCount === 0 ? command.commands.find((candidate) => candidate.name() === word) : undefined;
    if (child) {
      command = child;
      finishedWords = [];
      continue;
    }
    finishedWords.push(word);
    if (!isOption(word)) operandCount++;
    else if (!word.includes('=')) openOption = optionWithValue(findOption(command, word));
  }
  if (openOption && !(openOption.optional && isOption(incompleteWord)))
    return {
      command,
      finishedWords: finishedWords.slice(0, -1),
      expected: { kind: 'value', target: openOption },
      prefix: incompleteWord,
    };
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(incompleteWord) ?? [];
  if (flag !== undefined && value !== undefined) {
    const option = optionWithValue(findOption(command, flag));
    return {
      command,
      finishedWords,
      expected: option ? { kind: 'value', target: option } : nothingExpected,
      prefix: value,
    };
  }
  return {
    command,
    finishedWords,
    expected: findExpectedWord(command, operandCount, incompleteWord),
    prefix: incompleteWord,
  };
}

const nothingExpected: ExpectedWord = { kind: 'nothing' };

function findExpectedWord(command: Command, operands: number, incompleteWord: string): ExpectedWord {
  if (isOption(incompleteWord) || incompleteWord === '-') return { kind: 'option', target: command };
  if (command.commands.length > 0 && operands === 0) return { kind: 'command', target: command };
  const { registeredArguments: parameters } = command;
  const lastParameter = parameters.at(-1);
  const argument = parameters[operands] ?? (lastParameter?.variadic ? lastParameter : undefined);
  return argument ? { kind: 'value', target: argument } : nothingExpected;
}

function isOption(word: string): boolean {
  return /^-./.test(word);
}

function findOption(command: Command, word: string): Option | undefined {
  return command.options.find(({ long, short }) => word === long || word === short);
}

function optionWithValue(option: Option | undefined): Option | undefined {
  return option && (option.required || option.optional) ? option : undefined;
}

export interface Suggestion {
  readonly value: string;
  readonly description: string;
}

/** Values of an option or argument. With `files`, the shell itself completes file names. */
export type Values = readonly Suggestion[] | 'files';

/** Short, because a person is waiting; a slower simulator contributes no completions. */
const COMPLETION_TIMEOUT_MS = 500;
const MAX_SESSIONS = 20;

export async function completionValues(
  parameter: Option | Argument,
  command: Command,
  finishedWords: readonly string[],
  context: CliContext,
): Promise<Values> {
  if (parameter.argChoices) return toSuggestions(parameter.argChoices);
  const name = parameter instanceof Argument ? parameter.name() : (parameter.long ?? '');
  const placeholder =
    parameter instanceof Argument ? name : (/[<[]([^\]>]+)[\]>]$/.exec(parameter.flags)?.[1] ?? '');
  if (/^(file\d?|dir|command)$/.test(placeholder)) return 'files';
  if (name === 'session' || name === '--session') return sessionSuggestions(command, finishedWords, context);
  return valueSources.get(name)?.() ?? [];
}

const valueSources = new Map<string, () => readonly Suggestion[]>([
  ['what', () => toSuggestions([...stateNames, ...traceTypes, ...deliveryMilestones])],
  ['--for', () => toSuggestions([...stateNames, ...traceTypes.filter(isSessionType), ...deliveryMilestones])],
  ['--type', () => toSuggestions(traceTypes)],
  ['--events', () => toSuggestions(shortWebhookNames)],
  ['duration', () => toSuggestions(['5s', '1m', '1h', '1d', '14d', '30d'])],
  ['--otp', () => toSuggestions(['000000', '111111', '222222', '333333'])],
]);

const shortWebhookNames = webhookEvents.map(shortEvent);
const deliveryMilestones = shortWebhookNames.map((kind) => `webhook.delivered:${kind}`);

function isSessionType(type: string): boolean {
  return /^(session|webhook)\./.test(type);
}

function toSuggestions(values: readonly string[]): Suggestion[] {
  return values.map((value) => ({ value, description: '' }));
}

async function sessionSuggestions(
  command: Command,
  finishedWords: readonly string[],
  context: CliContext,
): Promise<readonly Suggestion[]> {
  // Prints no errors: a wrong value is reported when the command runs, not while the shell completes it.
  command.configureOutput({ writeErr: () => {} });
  try {
    command.parseOptions([...finishedWords]);
    readEnvironment(context.t, command, context.env);
    const deadline = () => context.deadline(COMPLETION_TIMEOUT_MS);
    const connection = await connect({ ...context, deadline }, command.opts<ConnectionOptions>());
    const { data } = await connection.call(listSessions, { query: { limit: MAX_SESSIONS } });
    return data.map(({ id, status, amount_reference, currency_reference, identifier }) => ({
      value: id,
      description: `${wordIn(context.t, 'status', status)}, ${printableAmount(amount_reference, currency_reference, context.t)}, ${printable(identifier, 40)}`,
    }));
  } catch {
    return [];
  }
}
