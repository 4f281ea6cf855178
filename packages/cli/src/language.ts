import cli from 'texts:cli?by-language';
import help from 'texts:help?by-language';
import machine from 'texts:machine?by-language';
import relay from 'texts:relay?by-language';
import { type Language, languageOf, languages, type Texts, textsIn } from '@svc-simulator/texts/texts.ts';
import type { CliContext, Outside, Reader } from './cli-context.ts';
import { configFileFor } from './config/config-file.ts';
import { EnvOption } from './env-option.ts';

/** What the command line says, in one language, which alone is loaded. */
export function textsFor(lang: Language): Promise<Texts> {
  return loaded(lang, [help, cli, relay, machine]);
}

async function loaded(lang: Language, areas: readonly (typeof help)[]): Promise<Texts> {
  return textsIn(lang, ...(await Promise.all(areas.map((area) => area[lang]()))));
}

/** `--lang`, which every command takes. What it says is read before the command line is parsed: help and errors follow it. */
export function languageOption(t: Texts): EnvOption {
  return new EnvOption('--lang <language>', t('help.program.lang'), 'SIM_LANG')
    .choices(languages)
    .default(undefined, t('help.program.lang_default'));
}

/**
 * Runs a program in the language of its user, without the words that have said so. `isOverview` tells the words that ask for no command:
 * what these say is a tenth of all, and loaded alone.
 */
export async function inLanguageOf(
  outside: Outside,
  run: (context: CliContext) => Promise<number>,
  isOverview: (words: readonly string[]) => boolean = () => false,
): Promise<number> {
  const { asked, words } = languageAskedFor(outside.words);
  const reader: Reader = asked ? { code: asked, from: '--lang' } : readerFrom(outside);
  // What programs read is English, whoever starts them.
  const code = asked === undefined && isForPrograms(words) ? 'en' : reader.code;
  const t = await (isOverview(words) ? loaded(code, [help]) : textsFor(code));
  return run({ ...outside, words, reader, t });
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
  // An empty variable is as good as none (POSIX, locale).
  const from = ['LC_ALL', 'LC_MESSAGES', 'LANG'].find((name) => env[name]);
  return { code: languageOf(from && env[from]) ?? 'en', from };
}

function codeIn(text: unknown): Language | undefined {
  return languages.find((code) => code === text);
}
