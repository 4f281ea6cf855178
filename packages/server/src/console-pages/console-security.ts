import type { Language } from '../pages/language.ts';
import { inlineOnlyCsp, pageHeaders } from '../pages/page-security.ts';
import consoleScript from './client/console.ts?bundled';
import consoleStyles from './styles/console.css?bundled';

let policy: string | undefined;

/** The console's content security policy: its own script and style by their hashes, its own origin for everything else. */
export function consoleCsp(): string {
  policy ??= inlineOnlyCsp({ styles: consoleStyles, script: consoleScript }, [
    "connect-src 'self'",
    "form-action 'self'",
  ]);
  return policy;
}

/** Every header of a page of the console. */
export function consolePageHeaders(lang: Language): Readonly<Record<string, string>> {
  return { ...pageHeaders(lang, consoleCsp()), vary: 'accept-language, cookie' };
}
