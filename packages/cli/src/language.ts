import cli from 'texts:cli?by-language';
import help from 'texts:help?by-language';
import machine from 'texts:machine?by-language';
import relay from 'texts:relay?by-language';
import { type Language, languages, localeIn, type Texts, textsIn } from '@svc-simulator/texts/texts.ts';
import type { Option } from 'commander';
import type { CliContext, Outside, Reader } from './cli-context.ts';
import { configFileFor } from './config/config-file.ts';
import { optionOf } from './takes.ts';

/** Areas of the catalogues, of which one language is loaded. */
type Areas = readonly (typeof help)[];

/** What commands and the relay say. */
export const ofEveryCommand: Areas = [help, cli, relay, machine];

/** What these areas say, in one language, which alone is loaded. */
export async function textsFor(lang: Language, areas: Areas = ofEveryCommand): Promise<Texts> {
  return textsIn(lang, ...(await Promise.all(areas.map((area) => area[lang]()))));
}

/** `--lang`, which every command takes. What it says is read before the command line is parsed: help and errors follow it. */
export function languageOption(t: Texts): Option {
  return optionOf(t, '--lang <language>', {
    ...{ text: 'help.program.lang', env: 'SIM_LANG', choices: languages },
    otherwiseText: 'help.program.lang_default',
  });
}

/** Runs a program in the language of its user, without the words that have said so. `areasFor` tells what these words need. */
export async function inLanguageOf(
  outside: Outside,
  run: (context: CliContext) => Promise<number>,
  areasFor: (words: readonly string[]) => Areas = () => ofEveryCommand,
): Promise<number> {
  const { asked, words } = languageAskedFor(outside.words);
  const reader: Reader = asked ? { code: asked, from: '--lang' } : readerFrom(outside);
  // What programs read is English, whoever starts them.
  const code = asked === undefined && isForPrograms(words) ? 'en' : reader.code;
  return run({ ...outside, words, reader, t: await textsFor(code, areasFor(words)) });
}

/** `--lang es`; one that is no language stays where it is, for the parser to refuse. */
function languageAskedFor(words: readonly string[]): Pick<Outside, 'words'> & { asked?: Language } {
  const end = words.indexOf('--');
  const at = words.findLastIndex((word, index) => /^--lang(=|$)/.test(word) && (end < 0 || index < end));
  const [, joined] = words[at]?.split('=') ?? [];
  const asked = codeIn(joined ?? words[at + 1]);
  if (at < 0 || asked === undefined) return { words };
  return { asked, words: words.toSpliced(at, joined === undefined ? 2 : 1) };
}

/** Whether `--json` is asked for; what comes after `--` is another program's. */
export function isForPrograms(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.includes('--json') && (end < 0 || words.indexOf('--json') < end);
}

/** The language of the environment and of the project's file. */
function readerFrom({ env, directory }: Pick<Outside, 'env' | 'directory'>): Reader {
  const own = codeIn(env.SIM_LANG);
  if (own) return { code: own, from: 'SIM_LANG' };
  const filed = codeIn(configFileFor(directory)?.settings.lang);
  if (filed) return { code: filed };
  return localeIn(env);
}

function codeIn(text: unknown): Language | undefined {
  return languages.find((code) => code === text);
}
