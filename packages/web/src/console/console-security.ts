import type { Language } from '@svc-simulator/server/http/language.ts';
import { type InlineParts, inlineOnlyCsp, pageHeaders } from '../kit/page-security.ts';
import script from './client/console.ts?bundled';
import styles from './styles/console.css?bundled';

/** What is the same in every page of the console. */
export const consoleParts: InlineParts = { styles, script };

/** Every header of a page of the console. Its policy allows its own script and style by their hashes, its own origin for everything else. */
export function consolePageHeaders(lang: Language): Readonly<Record<string, string>> {
  const policy = inlineOnlyCsp(consoleParts, ["connect-src 'self'", "form-action 'self'"]);
  return { ...pageHeaders(lang, policy), vary: 'accept-language, cookie' };
}
