import cli from 'texts:cli?by-language';
import help from 'texts:help?by-language';
import machine from 'texts:machine?by-language';
import relay from 'texts:relay?by-language';
import { type Language, languages, localeIn, type Texts, textsIn } from '@svc-simulator/texts/texts.ts';
import type { Option } from 'commander';
import type { CliContext, Outside, Reader } from './cli-context.ts';
import { configFileFor } from './config/config-file.ts';
import { optionOf } from './takes.ts';

type Areas = readonly (typeof help)[];

export const ofEveryCommand: Areas = [help, cli, relay, machine];

export async function textsFor(lang: Language, areas: Areas = ofEveryCommand): Promise<Texts> {
  return textsIn(lang, ...(await Promise.all(areas.map((area) => area[lang]()))));
}

/**
 * Declares `--lang` of every command. Its value is read before the command line is parsed, so that help and
 * errors use it.
 */
export function languageOption(t: Texts): Option {
  return optionOf(t, '--lang <language>', {
    ...{ text: 'help.program.lang', env: 'SIM_LANG', choices: languages },
    otherwiseText: 'help.program.lang_default',
  });
}

/**
 * Runs a program in its user's language, without the words that set the language. `areasFor` returns the
 * areas that the words need.
 */
export async function inLanguageOf(
  outside: Outside,
  run: (context: CliContext) => Promise<number>,
  areasFor: (words: readonly string[]) => Areas = () => ofEveryCommand,
): Promise<number> {
  const { asked, words } = languageAskedFor(outside.words);
  const reader: Reader = asked ? { code: asked, from: '--lang' } : readerFrom(outside);
  // Output for programs is always English.
  const code = asked === undefined && isForPrograms(words) ? 'en' : reader.code;
  return run({ ...outside, words, reader, t: await textsFor(code, areasFor(words)) });
}

/** Removes a valid `--lang es` from the words; an invalid one stays for the parser's error. */
function languageAskedFor(words: readonly string[]): Pick<Outside, 'words'> & { asked?: Language } {
  const end = words.indexOf('--');
  const at = words.findLastIndex((word, index) => /^--lang(=|$)/.test(word) && (end < 0 || index < end));
  const [, joined] = words[at]?.split('=') ?? [];
  const requestedCode = codeIn(joined ?? words[at + 1]);
  if (at < 0 || requestedCode === undefined) return { words };
  return { asked: requestedCode, words: words.toSpliced(at, joined === undefined ? 2 : 1) };
}

/** Returns true if `--json` is among the words; those after `--` belong to another program. */
export function isForPrograms(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.includes('--json') && (end < 0 || words.indexOf('--json') < end);
}

/** Reads the language of the environment and of the project's file. */
function readerFrom({ env, directory }: Pick<Outside, 'env' | 'directory'>): Reader {
  const variableCode = codeIn(env.SIM_LANG);
  if (variableCode) return { code: variableCode, from: 'SIM_LANG' };
  const filed = codeIn(configFileFor(directory)?.settings.lang);
  if (filed) return { code: filed };
  return localeIn(env);
}

function codeIn(text: unknown): Language | undefined {
  return languages.find((code) => code === text);
}
