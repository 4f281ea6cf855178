import { createHash } from 'node:crypto';
import type { Language } from '@svc-simulator/texts/texts.ts';
import { pageHeaders } from '../kit/page-security.ts';
import script from './client/console.ts?bundled';
import styles from './styles/console.css?bundled';

const releaseHash = createHash('sha256')
  .update(styles + script)
  .digest('hex')
  .slice(0, 12);
const consoleFileLink = (name: string) => ({ href: `/console/assets/${releaseHash}/${name}` });

/** Browsers cache these files until a new release has another hash. */
export const consoleFileLinks = {
  styles: consoleFileLink('console.css'),
  script: consoleFileLink('console.js'),
};

const consoleFiles = new Map([
  ['console.css', { type: 'text/css; charset=utf-8', text: styles }],
  ['console.js', { type: 'text/javascript; charset=utf-8', text: script }],
]);

export function consoleFile(requestedRelease: string, name: string): Response | undefined {
  const file = consoleFiles.get(name);
  if (!file) return undefined;
  return new Response(file.text, {
    headers: {
      'content-type': file.type,
      // During an update, a page of the previous release gets the new file, which it must not cache as its
      // own.
      'cache-control': requestedRelease === releaseHash ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}

/** The policy allows files of this origin and no inline code. */
export function consolePageHeaders(lang: Language): Readonly<Record<string, string>> {
  const headers = pageHeaders(lang, consoleFileLinks, ["connect-src 'self'", "form-action 'self'"]);
  return { ...headers, vary: 'accept-language, cookie' };
}
