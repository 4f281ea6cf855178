import type { AccountSettings } from '@svc-simulator/contract';

/** How a receiver in JavaScript checks a webhook, to be pasted, for either of the signatures (contract section 4). */
export const signatureCheck: Readonly<Record<AccountSettings['webhook_signature'], string>> = {
  timestamp: codeWith(true),
  body: codeWith(false),
};

function codeWith(timestamp: boolean): string {
  const prefix = timestamp ? `\n    .update(\`\${headers['svc-timestamp']}.\`)` : '';
  return `// Node.js
import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: the bytes as they came, before anything parses them
export function isGenuine(headers, rawBody, secret) {
  const expected = createHmac('sha256', secret)${prefix}
    .update(rawBody)
    .digest();
  const given = Buffer.from(headers['svc-signature'] ?? '', 'hex');
  return given.length === expected.length
    && timingSafeEqual(given, expected);
}`;
}
