import { Argument, type Command, Option } from 'commander';
import { EnvOption } from './env-option.ts';
import { notAmong } from './input/similar.ts';

/** An argument or an option with more than a description. */
export interface Setting {
  /** What the help says of it, in English; a function, where that is put together in the language of the reader. */
  readonly text: string | (() => string);
  readonly choices?: readonly string[];
  /** Makes a value of what was typed; of one that may be repeated, with the value so far. @throws InvalidArgumentError */
  parse?(text: string, former?: unknown): unknown;
  /** What it is when it was not typed. */
  readonly fallback?: unknown;
  /** What the help says that it is then, in place of the fallback itself. */
  readonly otherwise?: string;
  /** Variables of the environment that may set it. */
  readonly env?: string | readonly string[];
  /** Another option, by its attribute's name: once that one is set, the environment has no say in this one. */
  readonly givesWayTo?: string;
  readonly conflicts?: readonly string[];
  readonly required?: true;
  /** It is a token: taken without what surrounds it, and never told. */
  readonly token?: true;
  /** Every command has it: help names it in one line, and `sim help connection` says what it is. */
  readonly isCommon?: true;
}

/** What a command takes, by its flags (`--limit <n>`) or its argument (`<session>`, `[file]`, `<words...>`), in the order of the help. */
export type Takes = Readonly<Record<string, string | Setting>>;

type Name<F extends string> = F extends `${string}--no-${infer N}`
  ? N
  : F extends `${string}--${infer N}`
    ? N
    : F extends `<${infer N}>` | `[${infer N}]`
      ? N
      : never;
type Bare<N extends string> = N extends `${infer M} ${string}` | `${infer M}...` ? M : N;
type Camel<N extends string> = N extends `${infer H}-${infer R}` ? `${H}${Capitalize<Camel<R>>}` : N;

type Value<F extends string, S> = S extends { readonly parse: (...typed: never[]) => infer V }
  ? V
  : F extends `${string}...${string}`
    ? readonly One<F, S>[]
    : One<F, S>;
type One<F extends string, S> = S extends { readonly choices: readonly (infer C)[] }
  ? C
  : F extends `${string}<${string}` | `[${string}`
    ? string
    : boolean;

/** The flags of what has a value in any case. */
type Sure<T> = {
  [F in keyof T & string]: T[F] extends { readonly fallback: unknown } | { readonly required: true }
    ? F
    : F extends `<${string}` | `--no-${string}`
      ? F
      : never;
}[keyof T & string];

/** What was typed, by the names of arguments and options: `--webhook-url` is `webhookUrl`. */
export type Given<T> = {
  readonly [F in Sure<T> as Camel<Bare<Name<F>>>]: Value<F, T[F]>;
} & { readonly [F in Exclude<keyof T & string, Sure<T>> as Camel<Bare<Name<F>>>]?: Value<F, T[F]> };

/** For what several commands take: keeps the types of its flags. */
export function taking<const T extends Takes>(takes: T): T {
  return takes;
}

export function optionsOf(takes: Takes): readonly Option[] {
  return Object.entries(takes).map(([flags, setting]) => optionOf(flags, settingOf(setting)));
}

/** What `--json` prints of a command that says nothing else of it. */
export const JSON_TEXT = "print the API's JSON";

const common = new WeakSet<Option>();

/** Whether every command has it. */
export function isCommonOption(option: Option): boolean {
  return common.has(option) || option.long === '--lang';
}

/** Adds arguments and options to a command. */
export function declareTaken(command: Command, takes: Takes): void {
  for (const [flags, setting] of Object.entries(takes)) {
    if (flags.startsWith('-')) command.addOption(optionOf(flags, settingOf(setting)));
    else command.addArgument(filled(new Argument(flags, textOf(settingOf(setting))), settingOf(setting)));
  }
}

/** What was typed for the arguments of a command, by their names. */
export function wordsOf({ registeredArguments, processedArgs }: Command) {
  const names = registeredArguments.map((one) =>
    one.name().replace(/-(\w)/g, (_, first: string) => first.toUpperCase()),
  );
  return Object.fromEntries(names.map((name, at) => [name, processedArgs[at]]));
}

function settingOf(setting: string | Setting): Setting {
  return typeof setting === 'string' ? { text: setting } : setting;
}

function textOf({ text }: Setting): string {
  return typeof text === 'string' ? text : text();
}

function optionOf(flags: string, setting: Setting): Option {
  const { env = [], givesWayTo, conflicts, required = false, token = false, isCommon } = setting;
  const variables = [env].flat();
  const option =
    variables.length > 0 || token
      ? new EnvOption(flags, textOf(setting), ...variables).givesWayTo(givesWayTo).asToken(token)
      : new Option(flags, textOf(setting));
  if (conflicts) option.conflicts([...conflicts]);
  if (isCommon) common.add(option);
  return filled(option, setting).makeOptionMandatory(required);
}

function filled<P extends Option | Argument>(place: P, { choices, parse, fallback, otherwise }: Setting): P {
  if (choices) {
    const { parseArg } = place.choices(choices);
    place.argParser((text, former) => {
      if (!choices.includes(text)) throw notAmong(text, choices);
      return parseArg?.(text, former);
    });
  }
  if (parse) place.argParser(parse);
  if (fallback !== undefined || otherwise !== undefined) place.default(fallback, otherwise);
  return place;
}
