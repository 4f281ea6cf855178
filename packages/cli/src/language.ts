import { Option } from 'commander';
import type { CliContext } from './cli-context.ts';

const languages = ['es', 'en'] as const;
type Language = (typeof languages)[number];

export interface LanguageOptions {
  readonly lang?: Language;
}

/** `--lang`, for what the simulator says to people; the words of the command line itself are English. */
export function languageOption(): Option {
  return new Option(
    '--lang <language>',
    'language of what the simulator says; default: the one of LANG',
  ).choices(languages);
}

/** The header that asks for it: `--lang`, else Spanish where the environment is Spanish, else English. */
export function acceptLanguage(
  { env }: Pick<CliContext, 'env'>,
  { lang }: LanguageOptions,
): { readonly 'accept-language': Language } {
  // An empty variable is as good as none (POSIX, locale).
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return { 'accept-language': lang ?? (/^es([_.@-]|$)/i.test(locale) ? 'es' : 'en') };
}
