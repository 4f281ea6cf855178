import { createHash } from 'node:crypto';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { PageFile } from '../kit/page-frame.tsx';
import { ownFilesCsp, pageHeaders } from '../kit/page-security.ts';
import script from './client/console.ts?bundled';
import styles from './styles/console.css?bundled';

const release = createHash('sha256')
  .update(styles + script)
  .digest('hex')
  .slice(0, 12);
const fileNamed = (name: string): PageFile => ({ href: `/console/assets/${release}/${name}` });

/** Shared files that a browser caches, since they are larger than most pages. */
export const consoleParts = { styles: fileNamed('console.css'), script: fileNamed('console.js') };

const files = new Map([
  ['console.css', { type: 'text/css; charset=utf-8', text: styles }],
  ['console.js', { type: 'text/javascript; charset=utf-8', text: script }],
]);

/** `GET /console/assets/{release}/{name}`. Undefined: there is no such file. */
export function consoleFile(asked: string, name: string): Response | undefined {
  const file = files.get(name);
  if (!file) return undefined;
  return new Response(file.text, {
    headers: {
      'content-type': file.type,
      // A page of another release, from an instance that is being replaced: what there is, but not to be kept.
      'cache-control': asked === release ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}

/** Returns every header of a console page. The policy allows files of its own origin and no inline code. */
export function consolePageHeaders(lang: Language): Readonly<Record<string, string>> {
  const policy = ownFilesCsp(["connect-src 'self'", "form-action 'self'"]);
  return { ...pageHeaders(lang, policy), vary: 'accept-language, cookie' };
}
