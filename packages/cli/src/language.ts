import cli from 'texts:cli?by-language';
import help from 'texts:help?by-language';
import machine from 'texts:machine?by-language';
import relay from 'texts:relay?by-language';
import { type Language, languages, localeIn, type Texts, textsIn } from '@svc-simulator/texts/texts.ts';
import type { Option } from 'commander';
import type { CliContext, CliEnvironment, OutputLanguage } from './cli-context.ts';
import { configFileFor } from './config/config-file.ts';
import { toOption } from './parameters.ts';

type TextAreas = readonly (typeof help)[];

export const commonTextAreas: TextAreas = [help, cli, relay, machine];

export async function textsFor(lang: Language, areas: TextAreas = commonTextAreas): Promise<Texts> {
  return textsIn(lang, ...(await Promise.all(areas.map((area) => area[lang]()))));
}

/**
 * Declares `--lang` of every command. Its value is read before the command line is parsed, so that help and
 * errors use it.
 */
export function languageOption(t: Texts): Option {
  return toOption(t, '--lang <language>', {
    ...{ text: 'help.program.lang', env: 'SIM_LANG', choices: languages },
    fallbackKey: 'help.program.lang_default',
  });
}

/**
 * Runs a program in its user's language, without the words that set the language. `areasFor` returns the
 * areas that the words need.
 */
export async function runInLanguage(
  environment: CliEnvironment,
  run: (context: CliContext) => Promise<number>,
  areasFor: (words: readonly string[]) => TextAreas = () => commonTextAreas,
): Promise<number> {
  const { requestedCode, words } = takeLanguageOption(environment.words);
  const reader: OutputLanguage = requestedCode
    ? { code: requestedCode, from: '--lang' }
    : configuredLanguage(environment);
  // Output for programs is always English.
  const code = requestedCode === undefined && wantsJson(words) ? 'en' : reader.code;
  return run({ ...environment, words, outputLanguage: reader, t: await textsFor(code, areasFor(words)) });
}

/** Removes a valid `--lang es` from the words; an invalid one stays for the parser's error. */
function takeLanguageOption(
  words: readonly string[],
): Pick<CliEnvironment, 'words'> & { requestedCode?: Language } {
  const end = words.indexOf('--');
  const at = words.findLastIndex((word, index) => /^--lang(=|$)/.test(word) && (end < 0 || index < end));
  const [, joined] = words[at]?.split('=') ?? [];
  const requestedCode = parseLanguage(joined ?? words[at + 1]);
  if (at < 0 || requestedCode === undefined) return { words };
  return { requestedCode, words: words.toSpliced(at, joined === undefined ? 2 : 1) };
}

/** Words after `--` belong to another program. */
export function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.includes('--json') && (end < 0 || words.indexOf('--json') < end);
}

function configuredLanguage({ env, directory }: Pick<CliEnvironment, 'env' | 'directory'>): OutputLanguage {
  const variableCode = parseLanguage(env.SIM_LANG);
  if (variableCode) return { code: variableCode, from: 'SIM_LANG' };
  const fileCode = parseLanguage(configFileFor(directory)?.settings.lang);
  if (fileCode) return { code: fileCode };
  return localeIn(env);
}

function parseLanguage(text: unknown): Language | undefined {
  return languages.find((code) => code === text);
}
