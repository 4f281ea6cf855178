import type { AccountSettings } from '@svc-simulator/contract';

/** How a receiver in JavaScript checks a webhook, to be pasted, for each of the signatures (contract sections 4 and 10). */
export const signatureCheck: Readonly<Record<AccountSettings['webhook_signature'], string>> = {
  timestamp: codeWith({ before: `\n    .update(\`\${headers['svc-timestamp']}.\`)` }),
  body: codeWith({}),
  sha256: codeWith({ prefix: 'sha256=' }),
};

interface Form {
  /** What is signed before the body, as a call. */
  readonly before?: string;
  /** What stands before the digits. */
  readonly prefix?: string;
}

function codeWith({ before = '', prefix = '' }: Form): string {
  return `// Node.js
import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: the bytes as they came, before anything parses them
export function isGenuine(headers, rawBody, secret) {
  const digest = createHmac('sha256', secret)${before}
    .update(rawBody)
    .digest('hex');
  const expected = Buffer.from(\`${prefix}\${digest}\`);
  const given = Buffer.from(headers['svc-signature'] ?? '');
  return given.length === expected.length
    && timingSafeEqual(given, expected);
}`;
}
