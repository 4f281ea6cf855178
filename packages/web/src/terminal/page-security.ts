import type { Language } from '@svc-simulator/texts/texts.ts';
import { inlineOnlyCsp, pageHeaders } from '../kit/page-security.ts';
import terminalScript from './client/terminal.ts?bundled';
import terminalStyles from './styles/device.css?bundled';

/**
 * The terminal's content security policy: its script may call this simulator and nobody else, and no form is ever sent.
 */
export function terminalPageCsp(): string {
  return inlineOnlyCsp({ styles: terminalStyles, script: terminalScript }, [
    "connect-src 'self'",
    "form-action 'none'",
  ]);
}

/** Every header of the terminal's page. */
export function terminalPageHeaders(lang: Language): Readonly<Record<string, string>> {
  return pageHeaders(lang, terminalPageCsp());
}
