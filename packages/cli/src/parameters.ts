import { readToken } from '@svc-simulator/contract';
import type { PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import { Argument, type Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { unknownChoiceError } from './input/values.ts';
import { translatePlaceholder, translatePlaceholders } from './usage-texts.ts';

/**
 * An option that environment variables may set: the first non-empty one counts, and a flag overrides it
 * (contract section 8). Commander's own `env` accepts one variable and reads `SIM_QUIET=0` as true.
 */
export class EnvOption extends Option {
  readonly variables: readonly string[];
  readonly setting: Pick<ParameterSetting, 'env' | 'overriddenBy' | 'token'>;

  constructor(flags: string, description: string, setting: EnvOption['setting']) {
    super(flags, description);
    this.variables = [setting.env ?? []].flat();
    this.setting = setting;
  }
}

export function describeParameter(t: Texts, parameter: Option | Argument): string {
  const { description, argChoices, defaultValue, defaultValueDescription } = parameter;
  const isFlag = parameter instanceof Option && (parameter.negate || parameter.isBoolean());
  const value = isFlag ? undefined : defaultValue;
  const fallback = defaultValueDescription ?? value;
  const facts = [
    ...(argChoices ? [t('help.program.one_of', { argChoices: argChoices.join(', ') })] : []),
    ...(fallback === undefined ? [] : [t('help.program.default', { value: String(fallback) })]),
    ...(parameter instanceof EnvOption ? [`env: ${parameter.variables.join(', ')}`] : []),
  ];
  return facts.length === 0 ? description : `${description} (${facts.join('; ')})`;
}

export function findVariable(option: Option, env: Environment): string | undefined {
  if (!(option instanceof EnvOption)) return undefined;
  return option.variables.find((name) => (env[name] ?? '').trim() !== '' && !isServiceLink(name, env));
}

type Environment = Readonly<Record<string, string | undefined>>;

/** If a service is named `sim`, Kubernetes sets `SIM_PORT=tcp://10.0.0.1:4010` in each pod. */
function isServiceLink(name: string, env: Environment): boolean {
  return env.SIM_SERVICE_HOST !== undefined && /^(tcp|udp|sctp):\/\//.test(env[name] ?? '');
}

/** Variables that `sim exec` and `sim env` set for the same account as SIM_TOKEN. */
const accountVariables = ['SIM_PASSWORD', 'SIM_AGREEMENT_ID', 'SIM_WEBHOOK_SECRET'];

/**
 * Returns the environment without `accountVariables` if the command's key isn't SIM_TOKEN, because they belong
 * to the account of SIM_TOKEN.
 */
function environmentOfKey(command: Command, env: Environment): Environment {
  const readTokenText = (text: unknown) => readToken(typeof text === 'string' ? text : '').token;
  const [environmentToken, keyToken] = [env.SIM_TOKEN, command.getOptionValue('key') ?? env.SIM_KEY].map(
    readTokenText,
  );
  if (!environmentToken || !keyToken || environmentToken === keyToken) return env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !accountVariables.includes(name)));
}

/** Sets options from the environment unless the command line set them, and parses all tokens. */
export function readEnvironment(t: Texts, command: Command, environment: Environment): void {
  const env = environmentOfKey(command, environment);
  for (const option of command.options) {
    if (!(option instanceof EnvOption)) continue;
    const key = option.attributeName();
    const { token: isToken, overriddenBy } = option.setting;
    if (command.getOptionValueSource(key) === 'cli') {
      if (isToken)
        command.setOptionValueWithSource(
          key,
          parseToken(t, command, `${option.long}`, command.getOptionValue(key)),
          'cli',
        );
      continue;
    }
    if (overriddenBy !== undefined && command.getOptionValue(overriddenBy) !== undefined) continue;
    const variable = findVariable(option, env);
    if (variable === undefined) continue;
    // If a file with Windows line ends sets the variable, its value ends with a carriage return.
    const text = (env[variable] ?? '').replace(/[\r\n]+$/, '');
    const value = isToken
      ? parseToken(t, command, variable, text)
      : parseValue(t, command, option, { variable, text });
    command.setOptionValueWithSource(key, value, 'env');
  }
}

/** Parses a token without commander, whose error would quote it. */
function parseToken(t: Texts, command: Command, name: string, text: string): string {
  const { token, invalid } = readToken(text);
  if (token === '') return command.error(t('cli.option.error_empty', { name }));
  if (!invalid) return token;
  const { position, codePoint } = invalid;
  return command.error(t('cli.option.invalid_token_character', { position, name, codePoint }));
}

function parseValue(
  t: Texts,
  command: Command,
  option: EnvOption,
  { variable, text }: { readonly variable: string; readonly text: string },
): unknown {
  try {
    if (option.negate) return !parseBoolean(t, text);
    if (option.isBoolean()) return parseBoolean(t, text);
    return option.parseArg ? option.parseArg(text, undefined) : text;
  } catch (error) {
    return command.error(
      t('cli.option.error_invalid', { variable, text, message: invalidValueReason(error) }),
    );
  }
}

/** An invalid value of an option or argument; the message is in the reader's language. */
class InvalidValueError extends CommanderError {
  readonly reason: string;

  constructor(t: Texts, parameter: Option | Argument, value: string, reason: string) {
    const text =
      parameter instanceof Option
        ? t('help.usage.option_value', {
            option: translatePlaceholders(t, parameter.flags),
            value,
            why: reason,
          })
        : t('help.usage.argument_value', {
            name: translatePlaceholder(t, parameter.name()),
            value,
            why: reason,
          });
    super(2, 'sim.invalidValue', text);
    this.reason = reason;
  }
}

export function invalidValueReason(error: unknown): string {
  if (error instanceof InvalidValueError) return error.reason;
  if (error instanceof InvalidArgumentError) return error.message;
  throw error;
}

function parseBoolean(t: Texts, text: string): boolean {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new InvalidArgumentError(t('cli.option.one_or_zero'));
}

export interface ParameterSetting {
  /** Key of the help text, which may be the text of an API field; a function if the text contains values. */
  readonly text: PlainKey | ((t: Texts) => string);
  readonly choices?: readonly string[];
  /** Also accepts full event names, such as `payment_session.paid`. */
  readonly acceptsEventNames?: true;
  /**
   * Parses the user's text. A repeatable option also gets the result for its earlier occurrences.
   * @throws InvalidArgumentError
   */
  parse?(t: Texts, text: string, previousValue?: unknown): unknown;
  readonly fallback?: unknown;
  /** Shown in help instead of `fallback`. */
  readonly fallbackText?: string;
  /** Key of a text shown in help instead of `fallback`. */
  readonly fallbackKey?: PlainKey;
  readonly env?: string | readonly string[];
  /** Name of another option. If that option is set, the environment doesn't set this one. */
  readonly overriddenBy?: string;
  readonly conflicts?: readonly string[];
  readonly required?: true;
  /** A token: it is trimmed and never printed (contract section 11, Keys). */
  readonly token?: true;
  /**
   * True if every command has the option. Help lists these options in one line, and `sim help connection`
   * explains them.
   */
  readonly isCommon?: true;
}

/**
 * Arguments and options by their flags (`--limit <n>`, `<session>`, `[file]`, `<words...>`), in the order of
 * the help.
 */
export type ParameterSettings = Readonly<Record<string, PlainKey | ParameterSetting>>;

type ParameterName<F extends string> = F extends `${string}--no-${infer N}`
  ? N
  : F extends `${string}--${infer N}`
    ? N
    : F extends `<${infer N}>` | `[${infer N}]`
      ? N
      : never;
type BareName<N extends string> = N extends `${infer M} ${string}` | `${infer M}...` ? M : N;
type CamelCase<N extends string> = N extends `${infer H}-${infer R}` ? `${H}${Capitalize<CamelCase<R>>}` : N;

type ParsedValue<F extends string, S> = S extends { readonly parse: (...parameters: never[]) => infer V }
  ? V
  : F extends `${string}...${string}`
    ? readonly SingleValue<F, S>[]
    : SingleValue<F, S>;
type SingleValue<F extends string, S> = S extends { readonly choices: readonly (infer C)[] }
  ? C
  : F extends `${string}<${string}` | `[${string}`
    ? string
    : boolean;

type RequiredName<T> = {
  [F in keyof T & string]: T[F] extends { readonly fallback: unknown } | { readonly required: true }
    ? F
    : F extends `<${string}` | `--no-${string}`
      ? F
      : never;
}[keyof T & string];

export type ParsedInput<T> = {
  readonly [F in RequiredName<T> as CamelCase<BareName<ParameterName<F>>>]: ParsedValue<F, T[F]>;
} & {
  readonly [F in Exclude<keyof T & string, RequiredName<T>> as CamelCase<
    BareName<ParameterName<F>>
  >]?: ParsedValue<F, T[F]>;
};

/** Returns its argument; exists only to infer types. */
export function defineParameters<const T extends ParameterSettings>(parameters: T): T {
  return parameters;
}

export function toOptions(t: Texts, parameters: ParameterSettings): readonly Option[] {
  return Object.entries(parameters).map(([flags, setting]) => toOption(t, flags, toSetting(setting)));
}

export const JSON_TEXT_KEY = 'help.program.json';

const commonOptions = new WeakSet<Option>();
/** Names of the options with which an option conflicts; commander doesn't expose them. */
const conflictingOptions = new WeakMap<Option, readonly string[]>();

export function findConflict(command: Command): readonly Option[] {
  const typedOptions = command.options.filter(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  for (const option of typedOptions) {
    const conflict = typedOptions.find((candidate) =>
      conflictingOptions.get(option)?.includes(candidate.attributeName()),
    );
    if (conflict) return [option, conflict];
  }
  return [];
}

export function isCommonOption(option: Option): boolean {
  return commonOptions.has(option) || option.long === '--lang';
}

export function declareParameters(t: Texts, command: Command, parameters: ParameterSettings): void {
  for (const [flags, setting] of Object.entries(parameters)) {
    if (flags.startsWith('-')) command.addOption(toOption(t, flags, toSetting(setting)));
    else
      command.addArgument(
        applySetting(t, new Argument(flags, helpText(t, toSetting(setting))), toSetting(setting)),
      );
  }
}

/** Returns the option that sets an API field, by its pointer: `--due` for `/due_date_session`. */
export function findOptionForField(parameters: ParameterSettings, pointer: string): string | undefined {
  const setsField = ([, setting]: [string, PlainKey | ParameterSetting]) =>
    toSetting(setting).text === `field.${pointer.slice(1)}`;
  const [flags = ''] = Object.entries(parameters).find(setsField) ?? [];
  return /^--\S+/.exec(flags)?.[0];
}

export function argumentsByName({ registeredArguments, processedArgs }: Command) {
  const names = registeredArguments.map((argument) =>
    argument.name().replace(/-(\w)/g, (_, first: string) => first.toUpperCase()),
  );
  return Object.fromEntries(names.map((name, index) => [name, processedArgs[index]]));
}

function toSetting(setting: PlainKey | ParameterSetting): ParameterSetting {
  return typeof setting === 'string' ? { text: setting } : setting;
}

function helpText(t: Texts, { text }: ParameterSetting): string {
  if (typeof text !== 'string') return text(t);
  return text.startsWith('field.') ? toHelpStyle(t(text)) : t(text);
}

/** Adapts the description of an API field to help: lowercase start, no period, no backticks. */
function toHelpStyle(fieldText: string): string {
  const firstLetter = /^\p{Lu}\p{Ll}/u.test(fieldText)
    ? fieldText.charAt(0).toLowerCase()
    : fieldText.charAt(0);
  return `${firstLetter}${fieldText.slice(1)}`.replace(/\.$/, '').replaceAll('`', '');
}

export function toOption(t: Texts, flags: string, setting: ParameterSetting): Option {
  const { env, conflicts, required = false, token, isCommon } = setting;
  const text = helpText(t, setting);
  const option = env || token ? new EnvOption(flags, text, setting) : new Option(flags, text);
  if (conflicts) conflictingOptions.set(option.conflicts([...conflicts]), conflicts);
  if (isCommon) commonOptions.add(option);
  return applySetting(t, option, setting).makeOptionMandatory(required);
}

function applySetting<P extends Option | Argument>(t: Texts, parameter: P, setting: ParameterSetting): P {
  const { choices, acceptsEventNames, parse, fallback, fallbackKey } = setting;
  const fallbackText = fallbackKey ? t(fallbackKey) : setting.fallbackText;
  if (choices) {
    const { parseArg } = parameter.choices(choices);
    setParser(t, parameter, (text, previousValue) => {
      const choice = acceptsEventNames ? text.replace(/^(payment_)?session\./, '') : text;
      if (!choices.includes(choice)) throw unknownChoiceError(t, choice, choices);
      return parseArg?.(choice, previousValue);
    });
  }
  if (parse) setParser(t, parameter, (text, previousValue) => parse(t, text, previousValue));
  if (fallback !== undefined || fallbackText !== undefined) parameter.default(fallback, fallbackText);
  return parameter;
}

function setParser(
  t: Texts,
  parameter: Option | Argument,
  read: (text: string, previousValue: unknown) => unknown,
): void {
  parameter.argParser((text: string, previousValue: unknown) => {
    try {
      return read(text, previousValue);
    } catch (error) {
      throw new InvalidValueError(t, parameter, text, invalidValueReason(error));
    }
  });
}
