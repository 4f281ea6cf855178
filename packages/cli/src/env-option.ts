import { readToken } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';

/**
 * An option that the environment may set too; the first of its variables that is set and not empty counts, and a flag
 * on the command line wins (contract section 8). Commander's own `env` knows one variable and takes `SIM_QUIET=0` for true.
 */
export class EnvOption extends Option {
  readonly variables: readonly string[];
  /** Another option, by its attribute's name: once that one is set, the environment has no say in this one. */
  outdoneBy: string | undefined;
  /** Its value is a token: taken without what surrounds it, and never told (contract section 11, Keys). */
  isToken = false;

  constructor(flags: string, description: string, ...variables: readonly string[]) {
    super(flags, description);
    this.variables = variables;
  }

  givesWayTo(attribute: string | undefined): this {
    this.outdoneBy = attribute;
    return this;
  }

  asToken(isToken: boolean): this {
    this.isToken = isToken;
    return this;
  }
}

/** What the help says of an option: its choices, its default, and its variables. */
export function optionDescription(t: Texts, option: Option): string {
  const { description, argChoices, defaultValue, defaultValueDescription, negate } = option;
  const value = negate || option.isBoolean() ? undefined : defaultValue;
  const fallback = defaultValueDescription ?? value;
  const facts = [
    ...(argChoices ? [t('help.program.one_of', { argChoices: argChoices.join(', ') })] : []),
    ...(fallback === undefined ? [] : [t('help.program.default', { value: String(fallback) })]),
    ...(option instanceof EnvOption && option.variables.length > 0
      ? [`env: ${option.variables.join(', ')}`]
      : []),
  ];
  return facts.length === 0 ? description : `${description} (${facts.join('; ')})`;
}

/** The first variable of an option that is set to something. */
export function variableOf(option: Option, env: Environment): string | undefined {
  if (!(option instanceof EnvOption)) return undefined;
  return option.variables.find((name) => (env[name] ?? '').trim() !== '');
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What `sim exec` and `sim env` set beside SIM_TOKEN, of the same account. */
const besideToken = ['SIM_PASSWORD', 'SIM_AGREEMENT_ID', 'SIM_WEBHOOK_SECRET'];

/** The environment without what is of another account than the one that the key of a command names. */
function ownEnvironment(command: Command, env: Environment): Environment {
  const tokenOf = (text: unknown) => readToken(typeof text === 'string' ? text : '').token;
  const [own, named] = [env.SIM_TOKEN, command.getOptionValue('key') ?? env.SIM_KEY].map(tokenOf);
  if (!own || !named || own === named) return env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !besideToken.includes(name)));
}

/** Sets the options of a command that its command line left open from the environment, and reads its tokens. */
export function readEnvironment(t: Texts, command: Command, environment: Environment): void {
  const env = ownEnvironment(command, environment);
  for (const option of command.options) {
    if (!(option instanceof EnvOption)) continue;
    const key = option.attributeName();
    if (command.getOptionValueSource(key) === 'cli') {
      if (option.isToken)
        command.setOptionValueWithSource(
          key,
          tokenIn(t, command, `${option.long}`, command.getOptionValue(key)),
          'cli',
        );
      continue;
    }
    if (option.outdoneBy !== undefined && command.getOptionValue(option.outdoneBy) !== undefined) continue;
    const variable = variableOf(option, env);
    if (variable === undefined) continue;
    // A file with the line ends of Windows leaves them in the values.
    const text = (env[variable] ?? '').replace(/[\r\n]+$/, '');
    const value = option.isToken
      ? tokenIn(t, command, variable, text)
      : parsed(t, command, option, { variable, text });
    command.setOptionValueWithSource(key, value, 'env');
  }
}

/** The token in what a flag or a variable was set to. What the parser says of a wrong value would quote it. */
function tokenIn(t: Texts, command: Command, name: string, text: string): string {
  const { token, foreign } = readToken(text);
  if (token === '') return command.error(t('cli.option.error_empty', { name }));
  if (!foreign) return token;
  const { position, codePoint } = foreign;
  return command.error(t('cli.option.error_character_no_token', { position, name, codePoint }));
}

function parsed(
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
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(t('cli.option.error_invalid', { variable, text, message: error.message }));
  }
}

function truthOf(t: Texts, text: string): boolean {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new InvalidArgumentError(t('cli.option.must_be_truth'));
}
