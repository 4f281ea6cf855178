import type { Language } from '../pages/language.ts';
import { inlineOnlyCsp, pageHeaders } from '../pages/page-security.ts';
import { terminalScript } from './script.ts';
import { terminalStyles } from './styles.ts';

let policy: string | undefined;

/**
 * The terminal's content security policy: its script may call this simulator and nobody else, and no form is ever sent.
 * Hashed when first asked for.
 */
export function terminalPageCsp(): string {
  policy ??= inlineOnlyCsp({ styles: terminalStyles, script: terminalScript }, [
    "connect-src 'self'",
    "form-action 'none'",
  ]);
  return policy;
}

/** Every header of the terminal's page. */
export function terminalPageHeaders(lang: Language): Readonly<Record<string, string>> {
  return pageHeaders(lang, terminalPageCsp());
}
