import { english, type Language, speaking } from '@svc-simulator/core';
import type { CliContext, Reader } from './cli-context.ts';
import { configFileFor } from './config/config-file.ts';
import { EnvOption } from './env-option.ts';

const codes = ['es', 'en'] as const satisfies readonly Language['code'][];

/** `--lang`, which every command takes. What it says is read before the command line is parsed: help and errors follow it. */
export function languageOption(): EnvOption {
  return new EnvOption('--lang <language>', 'language of what people read', 'SIM_LANG')
    .choices(codes)
    .default(undefined, 'that of LANG');
}

/** Runs a program in the language of its user, without the words that have said so. */
export async function inLanguageOf(
  context: CliContext,
  run: (context: CliContext) => Promise<number>,
): Promise<number> {
  const { asked, words } = languageAskedFor(context.words);
  const reader: Reader = asked ? { code: asked, from: '--lang' } : readerFrom(context);
  // What programs read is English, whoever starts them.
  const code = asked === undefined && isForPrograms(words) ? 'en' : reader.code;
  // Loaded by those who read it.
  const language = code === 'en' ? english : (await import('./texts/es/index.ts')).spanish;
  return speaking(language, () => run({ ...context, words, reader }));
}

/** `--lang es`; one that is no language stays where it is, for the parser to refuse. */
function languageAskedFor(
  words: readonly string[],
): Pick<CliContext, 'words'> & { asked?: Language['code'] } {
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
function readerFrom({ env, directory }: Pick<CliContext, 'env' | 'directory'>): Reader {
  const own = codeIn(env.SIM_LANG);
  if (own) return { code: own, from: 'SIM_LANG' };
  const filed = codeIn(configFileFor(directory)?.settings.lang);
  if (filed) return { code: filed };
  // An empty variable is as good as none (POSIX, locale).
  const from = ['LC_ALL', 'LC_MESSAGES', 'LANG'].find((name) => env[name]);
  return { code: from && /^es([_.@-]|$)/i.test(env[from] ?? '') ? 'es' : 'en', from };
}

function codeIn(text: unknown): Language['code'] | undefined {
  return codes.find((code) => code === text);
}
