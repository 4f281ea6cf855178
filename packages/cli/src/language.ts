import cli from 'texts:cli?by-language';
import help from 'texts:help?by-language';
import machine from 'texts:machine?by-language';
import relay from 'texts:relay?by-language';
import { type Language, languages, localeIn, type Texts, textsIn } from '@svc-simulator/texts/texts.ts';
import type { Option } from 'commander';
import type { CliContext, CliEnvironment, OutputLanguage } from './cli-context.ts';
import { findConfigFile } from './config/config-file.ts';
import { toOption } from './parameters.ts';

type TextAreas = readonly (typeof help)[];

export const commonTextAreas: TextAreas = [help, cli, relay, machine];

export async function loadTexts(lang: Language, areas: TextAreas = commonTextAreas): Promise<Texts> {
  return textsIn(lang, ...(await Promise.all(areas.map((area) => area[lang]()))));
}

/**
 * Returns the option `--lang`, which every command has. `runInLanguage` reads its value before commander
 * parses the words, because help and usage errors already need it.
 */
export function languageOption(t: Texts): Option {
  return toOption(t, '--lang <language>', {
    text: 'help.program.lang',
    env: 'SIM_LANG',
    choices: languages,
    fallbackKey: 'help.program.lang_default',
  });
}

/**
 * Runs a program in its user's language, with the words of `--lang` removed. `areasFor` returns the text
 * areas that the words need.
 */
export async function runInLanguage(
  environment: CliEnvironment,
  run: (context: CliContext) => Promise<number>,
  areasFor: (words: readonly string[]) => TextAreas = () => commonTextAreas,
): Promise<number> {
  const { requestedCode, words } = takeLanguageOption(environment.words);
  const outputLanguage: OutputLanguage = requestedCode
    ? { code: requestedCode, source: '--lang' }
    : configuredLanguage(environment);
  // JSON output is in English unless --lang is given.
  const code = requestedCode === undefined && wantsJson(words) ? 'en' : outputLanguage.code;
  return run({ ...environment, words, outputLanguage, t: await loadTexts(code, areasFor(words)) });
}

/**
 * Removes a valid `--lang es` from the words. An invalid `--lang` remains, so that the parser reports it.
 */
function takeLanguageOption(
  words: readonly string[],
): Pick<CliEnvironment, 'words'> & { requestedCode?: Language } {
  const end = words.indexOf('--');
  const index = words.findLastIndex((word, index) => /^--lang(=|$)/.test(word) && (end < 0 || index < end));
  const [, joinedValue] = words[index]?.split('=') ?? [];
  const requestedCode = parseLanguage(joinedValue ?? words[index + 1]);
  if (index < 0 || requestedCode === undefined) return { words };
  return { requestedCode, words: words.toSpliced(index, joinedValue === undefined ? 2 : 1) };
}

/** Returns true for `--json` before `--`, because words after it belong to another program. */
export function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.includes('--json') && (end < 0 || words.indexOf('--json') < end);
}

function configuredLanguage({ env, directory }: Pick<CliEnvironment, 'env' | 'directory'>): OutputLanguage {
  const variableCode = parseLanguage(env.SIM_LANG);
  if (variableCode) return { code: variableCode, source: 'SIM_LANG' };
  const fileCode = parseLanguage(findConfigFile(directory)?.settings.lang);
  if (fileCode) return { code: fileCode };
  return localeIn(env);
}

function parseLanguage(text: unknown): Language | undefined {
  return languages.find((code) => code === text);
}
