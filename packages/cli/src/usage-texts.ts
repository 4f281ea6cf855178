import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from './cli-context.ts';

type Parts = Readonly<Record<string, string>>;

/**
 * What commander says of words that do not fit. It puts its sentences together itself and takes none of ours, so they are known
 * by their form; what it quotes is put into our texts.
 */
const sentences: readonly (readonly [form: RegExp, say: (t: Texts, parts: Parts) => string])[] = [
  [
    /^error: missing required argument '(?<name>.*)'$/,
    (t, { name = '' }) => t('help.usage.argument_missing', { name: placeIn(t, name) }),
  ],
  [
    /^error: option '(?<option>.*)' argument missing$/,
    (t, { option = '' }) => t('help.usage.value_missing', { option: withPlaces(t, option) }),
  ],
  [
    /^error: required option '(?<option>.*)' not specified$/,
    (t, { option = '' }) => t('help.usage.option_missing', { option: withPlaces(t, option) }),
  ],
  [
    /^error: option '(?<option>.*?)' argument '(?<value>.*?)' is invalid\. (?<why>.*)$/s,
    (t, { option = '', value = '', why = '' }) =>
      t('help.usage.option_value', { option: withPlaces(t, option), value, why: whyIn(t, why) }),
  ],
  [
    /^error: command-argument value '(?<value>.*?)' is invalid for argument '(?<name>.*?)'\. (?<why>.*)$/s,
    (t, { name = '', value = '', why = '' }) =>
      t('help.usage.argument_value', { name: placeIn(t, name), value, why }),
  ],
  [
    /^error: option '(?<option>.*)' cannot be used with option '(?<other>.*)'$/,
    (t, { option = '', other = '' }) => t('help.usage.conflict', { option, other }),
  ],
  [
    /^error: unknown option '(?<option>.*)'(?<meant>\n.*)?$/,
    (t, { option = '', meant }) => t('help.usage.option_unknown', { option, meant: saidMeant(t, meant) }),
  ],
  [
    /^error: unknown command '(?<command>.*)'(?<meant>\n.*)?$/,
    (t, { command = '', meant }) => t('help.usage.command_unknown', { command, meant: saidMeant(t, meant) }),
  ],
  [
    /^error: too many arguments for '(?<command>.*)'\. Expected (?<expected>\d+) arguments? but got (?<got>\d+)\.$/,
    (t, { command = '', expected, got = '' }) =>
      t('help.usage.too_many', { command, expected: Number(expected), got }),
  ],
  [
    /^error: too many arguments\. Expected (?<expected>\d+) arguments? but got (?<got>\d+)\.$/,
    (t, { expected, got = '' }) => t('help.usage.too_many_of_program', { expected: Number(expected), got }),
  ],
];

/** The names of what is typed, such as `<file>`, as people read them. */
export function withPlaces(t: Texts, text: string): string {
  return text.replace(/(?<=[<[=])[a-z-]+(?=[=\].>])/g, (name) => placeIn(t, name));
}

export function placeIn(t: Texts, name: string): string {
  return name.replace(/[a-z-]+/g, (word) =>
    t('help.program.place', { name: word.replaceAll('-', '_') }).replaceAll('_', '-'),
  );
}

function whyIn(t: Texts, why: string): string {
  const [, choices] = /^Allowed choices are (.*)\.$/.exec(why) ?? [];
  return choices === undefined ? why : t('help.usage.allowed_choices', { choices });
}

/** A sentence of commander in the language of its reader. */
export function saidOfUsage(t: Texts, sentence: string): string {
  for (const [form, say] of sentences) {
    const { groups } = form.exec(sentence) ?? {};
    if (groups) return say(t, groups);
  }
  return sentence;
}

/** `(Did you mean --port?)`, on a line of its own. */
export function saidMeant(t: Texts, sentence = ''): string {
  const [, several, names] = /^\n\(Did you mean (one of )?(.*)\?\)$/.exec(sentence) ?? [];
  if (names === undefined) return '';
  return t('help.usage.meant', { names: several ? t('help.usage.one_of', { names }) : names });
}

/** By how a command ends: the command that helps, and the page of the documentation that is about it. */
const helping = {
  done: ['status', 'errors'],
  refused: ['status', 'errors'],
  usage: ['help', 'configuration'],
  unreachable: ['start', 'troubleshooting'],
  timeout: ['trace', 'troubleshooting'],
} as const;

/** What a program does next; after wrong words it asks what they may be. */
export function nextSteps({ program, words }: CliContext, code: keyof typeof helping) {
  const [command, page] = helping[code];
  const named = words.find((word) => /^[a-z][a-z-]*$/.test(word));
  const about = code === 'usage' ? [named, '--json'] : [];
  const suggestion = [program, command, ...about].filter((word) => word !== undefined).join(' ');
  return { code, suggestion, docs: `/docs/${page}.md` };
}
