import type { AccountSettings } from '@svc-simulator/contract';

type Variant = AccountSettings['webhook_signature'];

/** What is signed before the body, as a call, and what stands before the digits. */
const forms: Readonly<Record<Variant, readonly [before: string, prefix: string]>> = {
  timestamp: [`\n    .update(\`\${headers['svc-timestamp']}.\`)`, ''],
  body: ['', ''],
  sha256: ['', 'sha256='],
};

/** How a receiver in JavaScript checks a webhook, to be pasted, for each of the signatures (contract sections 4 and 10). */
export function signatureCheck(variant: Variant, comment: string): string {
  const [before, prefix] = forms[variant];
  return `// Node.js
import { createHmac, timingSafeEqual } from 'node:crypto';

// ${comment}
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
