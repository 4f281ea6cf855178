import { readToken } from '@svc-simulator/contract';
import type { PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import { Argument, type Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { notAmong } from './input/values.ts';
import { placeIn, withPlaces } from './usage-texts.ts';

/**
 * An option that variables may set: the first non-empty one counts, and a flag overrides it (contract section
 * 8). Commander's own `env` accepts one variable and reads `SIM_QUIET=0` as true.
 */
export class EnvOption extends Option {
  readonly variables: readonly string[];
  readonly setting: Pick<Setting, 'env' | 'givesWayTo' | 'token'>;

  constructor(flags: string, description: string, setting: EnvOption['setting']) {
    super(flags, description);
    this.variables = [setting.env ?? []].flat();
    this.setting = setting;
  }
}

/** Returns the help of an argument or option with its choices, default and variables. */
export function descriptionOf(t: Texts, place: Option | Argument): string {
  const { description, argChoices, defaultValue, defaultValueDescription } = place;
  const isFlag = place instanceof Option && (place.negate || place.isBoolean());
  const value = isFlag ? undefined : defaultValue;
  const fallback = defaultValueDescription ?? value;
  const facts = [
    ...(argChoices ? [t('help.program.one_of', { argChoices: argChoices.join(', ') })] : []),
    ...(fallback === undefined ? [] : [t('help.program.default', { value: String(fallback) })]),
    ...(place instanceof EnvOption ? [`env: ${place.variables.join(', ')}`] : []),
  ];
  return facts.length === 0 ? description : `${description} (${facts.join('; ')})`;
}

export function variableOf(option: Option, env: Environment): string | undefined {
  if (!(option instanceof EnvOption)) return undefined;
  return option.variables.find((name) => (env[name] ?? '').trim() !== '' && !isServiceLink(name, env));
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Next to a service named `sim`, Kubernetes sets `SIM_PORT=tcp://10.0.0.1:4010` in each pod. */
function isServiceLink(name: string, env: Environment): boolean {
  return env.SIM_SERVICE_HOST !== undefined && /^(tcp|udp|sctp):\/\//.test(env[name] ?? '');
}

/** Variables that `sim exec` and `sim env` set together with SIM_TOKEN. */
const besideToken = ['SIM_PASSWORD', 'SIM_AGREEMENT_ID', 'SIM_WEBHOOK_SECRET'];

/** Drops variables of another account than that of the command's key. */
function ownEnvironment(command: Command, env: Environment): Environment {
  const tokenOf = (text: unknown) => readToken(typeof text === 'string' ? text : '').token;
  const [own, named] = [env.SIM_TOKEN, command.getOptionValue('key') ?? env.SIM_KEY].map(tokenOf);
  if (!own || !named || own === named) return env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !besideToken.includes(name)));
}

/** Sets options from the environment that the command line left open, and parses tokens. */
export function readEnvironment(t: Texts, command: Command, environment: Environment): void {
  const env = ownEnvironment(command, environment);
  for (const option of command.options) {
    if (!(option instanceof EnvOption)) continue;
    const key = option.attributeName();
    const { token: isToken, givesWayTo } = option.setting;
    if (command.getOptionValueSource(key) === 'cli') {
      if (isToken)
        command.setOptionValueWithSource(
          key,
          tokenIn(t, command, `${option.long}`, command.getOptionValue(key)),
          'cli',
        );
      continue;
    }
    if (givesWayTo !== undefined && command.getOptionValue(givesWayTo) !== undefined) continue;
    const variable = variableOf(option, env);
    if (variable === undefined) continue;
    // A file with Windows line endings leaves them in the values.
    const text = (env[variable] ?? '').replace(/[\r\n]+$/, '');
    const value = isToken
      ? tokenIn(t, command, variable, text)
      : parseValue(t, command, option, { variable, text });
    command.setOptionValueWithSource(key, value, 'env');
  }
}

/** Parses a token itself, since the parser's error would quote it. */
function tokenIn(t: Texts, command: Command, name: string, text: string): string {
  const { token, foreign } = readToken(text);
  if (token === '') return command.error(t('cli.option.error_empty', { name }));
  if (!foreign) return token;
  const { position, codePoint } = foreign;
  return command.error(t('cli.option.error_character_no_token', { position, name, codePoint }));
}

function parseValue(
  t: Texts,
  command: Command,
  option: EnvOption,
  { variable, text }: { readonly variable: string; readonly text: string },
): unknown {
  try {
    if (option.negate) return !truthOf(t, text);
    if (option.isBoolean()) return truthOf(t, text);
    return option.parseArg ? option.parseArg(text, undefined) : text;
  } catch (error) {
    return command.error(t('cli.option.error_invalid', { variable, text, message: reasonOf(error) }));
  }
}

/** An invalid value with its option, for a message in the reader's language. */
class InvalidValue extends CommanderError {
  readonly reason: string;

  constructor(t: Texts, place: Option | Argument, value: string, reason: string) {
    const text =
      place instanceof Option
        ? t('help.usage.option_value', { option: withPlaces(t, place.flags), value, why: reason })
        : t('help.usage.argument_value', { name: placeIn(t, place.name()), value, why: reason });
    super(2, 'sim.invalidValue', text);
    this.reason = reason;
  }
}

export function reasonOf(error: unknown): string {
  if (error instanceof InvalidValue) return error.reason;
  if (error instanceof InvalidArgumentError) return error.message;
  throw error;
}

function truthOf(t: Texts, text: string): boolean {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new InvalidArgumentError(t('cli.option.must_be_truth'));
}

/** An argument or option with more than a description. */
export interface Setting {
  /** Help text, or the text of an API field; a function if it contains values. */
  readonly text: PlainKey | ((t: Texts) => string);
  readonly choices?: readonly string[];
  /** Also accepts full event names, such as `payment_session.paid`. */
  readonly isEvent?: true;
  /**
   * Parses the typed value; a repeatable option also gets its previous value. @throws InvalidArgumentError
   */
  parse?(t: Texts, text: string, former?: unknown): unknown;
  readonly fallback?: unknown;
  /** Shown in the help instead of `fallback`. */
  readonly otherwise?: string;
  /** Key of a text that help shows instead of `fallback`. */
  readonly otherwiseText?: PlainKey;
  readonly env?: string | readonly string[];
  /** Attribute of another option: if that one is set, the environment doesn't set this one. */
  readonly givesWayTo?: string;
  readonly conflicts?: readonly string[];
  readonly required?: true;
  /** A token: it is trimmed and never printed (contract section 11, Keys). */
  readonly token?: true;
  /** Every command has it, so help lists it in one line and `sim help connection` explains it. */
  readonly isCommon?: true;
}

/**
 * Arguments and options by their flags (`--limit <n>`, `<session>`, `[file]`, `<words...>`), in the order of
 * the help.
 */
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

type Value<F extends string, S> = S extends { readonly parse: (...parameters: never[]) => infer V }
  ? V
  : F extends `${string}...${string}`
    ? readonly One<F, S>[]
    : One<F, S>;
type One<F extends string, S> = S extends { readonly choices: readonly (infer C)[] }
  ? C
  : F extends `${string}<${string}` | `[${string}`
    ? string
    : boolean;

/** Flags that always have a value. */
type Sure<T> = {
  [F in keyof T & string]: T[F] extends { readonly fallback: unknown } | { readonly required: true }
    ? F
    : F extends `<${string}` | `--no-${string}`
      ? F
      : never;
}[keyof T & string];

export type Given<T> = {
  readonly [F in Sure<T> as Camel<Bare<Name<F>>>]: Value<F, T[F]>;
} & { readonly [F in Exclude<keyof T & string, Sure<T>> as Camel<Bare<Name<F>>>]?: Value<F, T[F]> };

/** Infers the types of arguments and options that several commands share. */
export function taking<const T extends Takes>(takes: T): T {
  return takes;
}

export function optionsOf(t: Texts, takes: Takes): readonly Option[] {
  return Object.entries(takes).map(([flags, setting]) => optionOf(t, flags, settingOf(setting)));
}

/** Default text about `--json`. */
export const JSON_TEXT = 'help.program.json';

const common = new WeakSet<Option>();
/** Conflicting options by name, which commander doesn't expose. */
const conflicting = new WeakMap<Option, readonly string[]>();

export function conflictIn(command: Command): readonly Option[] {
  const typedOptions = command.options.filter(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  for (const one of typedOptions) {
    const other = typedOptions.find((each) => conflicting.get(one)?.includes(each.attributeName()));
    if (other) return [one, other];
  }
  return [];
}

export function isCommonOption(option: Option): boolean {
  return common.has(option) || option.long === '--lang';
}

export function declareTaken(t: Texts, command: Command, takes: Takes): void {
  for (const [flags, setting] of Object.entries(takes)) {
    if (flags.startsWith('-')) command.addOption(optionOf(t, flags, settingOf(setting)));
    else
      command.addArgument(
        withSetting(t, new Argument(flags, helpTextOf(t, settingOf(setting))), settingOf(setting)),
      );
  }
}

/** Returns the option that sets an API field, by its pointer: `--due` for `/due_date_session`. */
export function optionOfField(takes: Takes, pointer: string): string | undefined {
  const isOfField = ([, setting]: [string, PlainKey | Setting]) =>
    settingOf(setting).text === `field.${pointer.slice(1)}`;
  const [flags = ''] = Object.entries(takes).find(isOfField) ?? [];
  return /^--\S+/.exec(flags)?.[0];
}

export function argumentsOf({ registeredArguments, processedArgs }: Command) {
  const names = registeredArguments.map((one) =>
    one.name().replace(/-(\w)/g, (_, first: string) => first.toUpperCase()),
  );
  return Object.fromEntries(names.map((name, at) => [name, processedArgs[at]]));
}

function settingOf(setting: PlainKey | Setting): Setting {
  return typeof setting === 'string' ? { text: setting } : setting;
}

function helpTextOf(t: Texts, { text }: Setting): string {
  if (typeof text !== 'string') return text(t);
  return text.startsWith('field.') ? inHelp(t(text)) : t(text);
}

/** Adapts a field's description to help: lowercase start, no period, no code marks. */
function inHelp(meaning: string): string {
  const begins = /^\p{Lu}\p{Ll}/u.test(meaning) ? meaning.charAt(0).toLowerCase() : meaning.charAt(0);
  return `${begins}${meaning.slice(1)}`.replace(/\.$/, '').replaceAll('`', '');
}

export function optionOf(t: Texts, flags: string, setting: Setting): Option {
  const { env, conflicts, required = false, token, isCommon } = setting;
  const text = helpTextOf(t, setting);
  const option = env || token ? new EnvOption(flags, text, setting) : new Option(flags, text);
  if (conflicts) conflicting.set(option.conflicts([...conflicts]), conflicts);
  if (isCommon) common.add(option);
  return withSetting(t, option, setting).makeOptionMandatory(required);
}

function withSetting<P extends Option | Argument>(t: Texts, place: P, setting: Setting): P {
  const { choices, isEvent, parse, fallback, otherwiseText } = setting;
  const otherwise = otherwiseText ? t(otherwiseText) : setting.otherwise;
  if (choices) {
    const { parseArg } = place.choices(choices);
    readBy(t, place, (text, former) => {
      const choice = isEvent ? text.replace(/^(payment_)?session\./, '') : text;
      if (!choices.includes(choice)) throw notAmong(t, choice, choices);
      return parseArg?.(choice, former);
    });
  }
  if (parse) readBy(t, place, (text, former) => parse(t, text, former));
  if (fallback !== undefined || otherwise !== undefined) place.default(fallback, otherwise);
  return place;
}

function readBy(t: Texts, place: Option | Argument, read: (text: string, former: unknown) => unknown): void {
  place.argParser((text: string, former: unknown) => {
    try {
      return read(text, former);
    } catch (error) {
      throw new InvalidValue(t, place, text, reasonOf(error));
    }
  });
}
