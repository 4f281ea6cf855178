import type { Argument, Command, Option } from 'commander';

/** What may stand where the cursor is. */
export type Expected =
  | { readonly kind: 'command'; readonly of: Command }
  | { readonly kind: 'option'; readonly of: Command }
  | { readonly kind: 'value'; readonly of: Option | Argument }
  /** Words of another program, or nothing that is known. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'nothing' };

/** A command line up to the cursor. */
export interface CommandLine {
  readonly command: Command;
  /** The words of the command before the cursor, without an option whose value is being typed. */
  readonly given: readonly string[];
  readonly expected: Expected;
  /** What stands there already; of `--option=value`, the value. */
  readonly typed: string;
}

/** Reads the words after the program's name; the last one is being typed, and may be empty. */
export function readCommandLine(program: Command, words: readonly string[]): CommandLine {
  const typed = words.at(-1) ?? '';
  let command = program;
  let given: string[] = [];
  let operands = 0;
  let open: Option | undefined;
  for (const word of words.slice(0, -1)) {
    if (word === '--') return { command, given, expected: { kind: 'foreign' }, typed };
    if (open) {
      open = undefined;
      given.push(word);
      continue;
    }
    const child = operands === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (child) {
      command = child;
      given = [];
      continue;
    }
    given.push(word);
    if (!isOption(word)) operands++;
    else if (!word.includes('=')) open = takesValue(optionOf(command, word));
  }
  if (open && !(open.optional && isOption(typed)))
    return { command, given: given.slice(0, -1), expected: { kind: 'value', of: open }, typed };
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(typed) ?? [];
  if (flag !== undefined && value !== undefined) {
    const option = takesValue(optionOf(command, flag));
    return { command, given, expected: option ? { kind: 'value', of: option } : nothing, typed: value };
  }
  return { command, given, expected: expectedOf(command, operands, typed), typed };
}

const nothing: Expected = { kind: 'nothing' };

function expectedOf(command: Command, operands: number, typed: string): Expected {
  if (isOption(typed) || typed === '-') return { kind: 'option', of: command };
  if (command.commands.length > 0 && operands === 0) return { kind: 'command', of: command };
  const { registeredArguments: all } = command;
  const last = all.at(-1);
  const argument = all[operands] ?? (last?.variadic ? last : undefined);
  return argument ? { kind: 'value', of: argument } : nothing;
}

function isOption(word: string): boolean {
  return /^-./.test(word);
}

function optionOf(command: Command, word: string): Option | undefined {
  return command.options.find(({ long, short }) => word === long || word === short);
}

function takesValue(option: Option | undefined): Option | undefined {
  return option && (option.required || option.optional) ? option : undefined;
}
