import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from './cli-context.ts';

/**
 * What commander says of words that do not fit. It puts its sentences together itself and takes none of ours, so they are known
 * by their form; what it quotes is put into our texts `help.usage`.
 */
const sentences = [
  [/^error: missing required argument '(?<name>.*)'$/, 'argument_missing'],
  [/^error: option '(?<option>.*)' argument missing$/, 'value_missing'],
  [/^error: required option '(?<option>.*)' not specified$/, 'option_missing'],
  [/^error: option '(?<option>.*?)' argument '(?<value>.*?)' is invalid\. (?<why>.*)$/s, 'option_value'],
  [
    /^error: command-argument value '(?<value>.*?)' is invalid for argument '(?<name>.*?)'\. (?<why>.*)$/s,
    'argument_value',
  ],
  [/^error: option '(?<option>.*)' cannot be used with option '(?<other>.*)'$/, 'conflict'],
  [/^error: unknown option '(?<typed>.*)'(?<meant>\n.*)?$/, 'option_unknown'],
  [/^error: unknown command '(?<command>.*)'(?<meant>\n.*)?$/, 'command_unknown'],
  [
    /^error: too many arguments for '(?<command>.*)'\. Expected (?<expected>\d+) arguments? but got (?<got>\d+)\.$/,
    'too_many',
  ],
  [
    /^error: too many arguments\. Expected (?<expected>\d+) arguments? but got (?<got>\d+)\.$/,
    'too_many_of_program',
  ],
] as const;

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
  for (const [form, key] of sentences) {
    const { groups } = form.exec(sentence) ?? {};
    if (!groups) continue;
    const { name = '', option = '', why = '', meant, expected } = groups;
    const told = { name: placeIn(t, name), option: withPlaces(t, option), why: whyIn(t, why) };
    const said = { ...groups, ...told, meant: saidMeant(t, meant), expected: Number(expected) };
    return t.maybe(`help.usage.${key}`, said) ?? sentence;
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
