// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of sources

import { inFile } from './mutant.js';

/** Faults of webhooks: bodies, signatures, order, and retries. */
export const webhookMutants = [
  ...inFile('packages/contract/src/webhooks/retry-ladder.ts', {
    'a-retry-too-few': ['[0, 2000, 5000] as const', '[0, 2000] as const'],
    'retries-at-once': ['[0, 2000, 5000] as const', '[0, 0, 0] as const'],
  }),
  ...inFile('packages/core/src/delivery/delivery-machine.ts', {
    'redirect-closes-the-delivery': [
      'if (isAccepted(status)) {',
      'if (status !== null && status >= 200 && status <= 399) {',
    ],
    'only-200-closes-the-delivery': ['if (isAccepted(status)) {', 'if (status === 200) {'],
  }),
  ...inFile('packages/core/src/delivery/webhook-body.ts', {
    'event-has-another-name': ['{"event":"${event}",', '{"type":"${event}",'],
    'webhook-has-no-id': ['      id: session.id,\n', ''],
    'webhook-has-no-data': [
      "return bodyForm === 'data' ? head + data : `${head}${fields},${data}`;",
      "return bodyForm === 'data' ? head + data : `${head}${fields}}`;",
    ],
    'credits-within-session-payment': [
      'receiver_credits: creditsView(shownCredits, creditsForm),\n        receiver_credits_summary: summaryView(shownCredits),',
      'receiver_credits_summary: summaryView(shownCredits),',
    ],
    'data-has-no-session-id': ['    session_id: id,\n', ''],
  }),
  ...inFile('packages/core/src/session/payment-view.ts', {
    'webhook-tells-milliseconds': ['return `${isoOf(ms).slice(0, -5)}Z`;', 'return isoOf(ms);'],
  }),
  ...inFile('packages/core/src/delivery/routing.ts', {
    'localhost-is-direct': ["host === 'localhost' || host === '127.0.0.1'", "host === '127.0.0.9'"],
    'range-by-name': ['first === 10 ||', ''],
  }),
  ...inFile('packages/contract/src/webhooks/webhook-signature.ts', {
    'signature-over-the-body': [
      "if (variant === 'timestamp') hmac.update",
      "if (variant === 'nothing') hmac.update",
    ],
    'signature-without-the-dot': ['`${timestamp}.`', 'timestamp'],
    'signature-with-sha512': ["createHmac('sha256', secret)", "createHmac('sha512', secret)"],
  }),
  ...inFile('packages/server/src/webhooks/emission.ts', {
    'key-of-every-webhook-is-the-session': [
      'const idempotencyKey = random.uuid();',
      'const idempotencyKey = session.id;',
    ],
    'signed-at-another-time': [
      '[webhookHeaders.timestamp]: timestamp,',
      '[webhookHeaders.timestamp]: timestamp.replace(/^2/, "3"),',
    ],
    'webhook-has-no-key': ['[webhookHeaders.idempotencyKey]: idempotencyKey,', ''],
  }),
  ...inFile('packages/server/src/webhooks/signing.ts', {
    'signed-with-another-secret': ['sign(account.webhookSecret)', 'sign(account.id)'],
    'setting-of-the-signature-is-ignored': [
      "settingOf(account, 'webhook_signature')",
      "'timestamp' as const",
    ],
  }),
  ...inFile('packages/server/src/webhooks/first-attempts.ts', {
    'last-webhook-first': ['a.emittedEventId - b.emittedEventId', 'b.emittedEventId - a.emittedEventId'],
  }),
];
