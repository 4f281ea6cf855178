import type { PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import { Argument, type Command, Option } from 'commander';
import { EnvOption } from './env-option.ts';
import { notAmong } from './input/similar.ts';

/** An argument or an option with more than a description. */
export interface Setting {
  /** What the help says of it, of a field of the API what that means; a function, where there are values in it. */
  readonly text: PlainKey | ((t: Texts) => string);
  readonly choices?: readonly string[];
  /** Makes a value of what was typed; of one that may be repeated, with the value so far. @throws InvalidArgumentError */
  parse?(t: Texts, text: string, former?: unknown): unknown;
  /** What it is when it was not typed. */
  readonly fallback?: unknown;
  /** What the help says that it is then, in place of the fallback itself. */
  readonly otherwise?: string;
  /** The same in words. */
  readonly otherwiseText?: PlainKey;
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
export type Takes = Readonly<Record<string, PlainKey | Setting>>;

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

export function optionsOf(t: Texts, takes: Takes): readonly Option[] {
  return Object.entries(takes).map(([flags, setting]) => optionOf(t, flags, settingOf(setting)));
}

/** What `--json` prints of a command that says nothing else of it. */
export const JSON_TEXT = 'help.program.json';

const common = new WeakSet<Option>();

/** Whether every command has it. */
export function isCommonOption(option: Option): boolean {
  return common.has(option) || option.long === '--lang';
}

/** Adds arguments and options to a command. */
export function declareTaken(t: Texts, command: Command, takes: Takes): void {
  for (const [flags, setting] of Object.entries(takes)) {
    if (flags.startsWith('-')) command.addOption(optionOf(t, flags, settingOf(setting)));
    else
      command.addArgument(filled(t, new Argument(flags, textOf(t, settingOf(setting))), settingOf(setting)));
  }
}

/** The option that a field of the API is said with, by its pointer: `--due` for `/due_date_session`. */
export function optionOfField(takes: Takes, pointer: string): string | undefined {
  const isOfField = ([, setting]: [string, PlainKey | Setting]) =>
    settingOf(setting).text === `field.${pointer.slice(1)}`;
  const [flags = ''] = Object.entries(takes).find(isOfField) ?? [];
  return /^--\S+/.exec(flags)?.[0];
}

/** What was typed for the arguments of a command, by their names. */
export function wordsOf({ registeredArguments, processedArgs }: Command) {
  const names = registeredArguments.map((one) =>
    one.name().replace(/-(\w)/g, (_, first: string) => first.toUpperCase()),
  );
  return Object.fromEntries(names.map((name, at) => [name, processedArgs[at]]));
}

function settingOf(setting: PlainKey | Setting): Setting {
  return typeof setting === 'string' ? { text: setting } : setting;
}

function textOf(t: Texts, { text }: Setting): string {
  if (typeof text !== 'string') return text(t);
  return text.startsWith('field.') ? inHelp(t(text)) : t(text);
}

/** The meaning of a field in the style of the help, which begins with a small letter and has no full stop nor marks of code. */
function inHelp(meaning: string): string {
  const begins = /^\p{Lu}\p{Ll}/u.test(meaning) ? meaning.charAt(0).toLowerCase() : meaning.charAt(0);
  return `${begins}${meaning.slice(1)}`.replace(/\.$/, '').replaceAll('`', '');
}

function optionOf(t: Texts, flags: string, setting: Setting): Option {
  const { env = [], givesWayTo, conflicts, required = false, token = false, isCommon } = setting;
  const variables = [env].flat();
  const option =
    variables.length > 0 || token
      ? new EnvOption(flags, textOf(t, setting), ...variables).givesWayTo(givesWayTo).asToken(token)
      : new Option(flags, textOf(t, setting));
  if (conflicts) option.conflicts([...conflicts]);
  if (isCommon) common.add(option);
  return filled(t, option, setting).makeOptionMandatory(required);
}

function filled<P extends Option | Argument>(t: Texts, place: P, setting: Setting): P {
  const { choices, parse, fallback, otherwiseText } = setting;
  const otherwise = otherwiseText ? t(otherwiseText) : setting.otherwise;
  if (choices) {
    const { parseArg } = place.choices(choices);
    place.argParser((text, former) => {
      if (!choices.includes(text)) throw notAmong(t, text, choices);
      return parseArg?.(text, former);
    });
  }
  if (parse) place.argParser((text: string, former: unknown) => parse(t, text, former));
  if (fallback !== undefined || otherwise !== undefined) place.default(fallback, otherwise);
  return place;
}
