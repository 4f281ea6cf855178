// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of sources

import { inFile } from './mutant.js';

/** Faults that affect every operation: envelopes, problems, checks, and credentials. */
export const apiMutants = [
  ...inFile('packages/server/src/refusals.ts', {
    'nothing-is-410': [
      "refuseWith(404, 'problem.title.not_found', detail,",
      "refuseWith(410, 'problem.title.not_found', detail,",
    ],
    'no-challenge': ["{ headers: { 'www-authenticate': 'Bearer' } }", '{}'],
    'problem-has-no-faults': ['summaryOf(errors), { errors });', 'summaryOf(errors), {});'],
    'only-the-first-fault': [
      'summaryOf(errors), { errors });',
      'summaryOf(errors), { errors: errors.slice(0, 1) });',
    ],
  }),
  ...inFile('packages/server/src/http/problem.ts', {
    'problem-is-plain-json': ["'application/problem+json; charset=utf-8'", "'application/json'"],
    'problem-has-another-status': [
      '    status: refusal.status,\n    detail',
      '    status: String(refusal.status),\n    detail',
    ],
  }),
  ...inFile('packages/server/src/http/envelope.ts', {
    'success-is-missing': ['envelope.success = true;', ''],
    'replay-is-not-marked': ["if (isReplayed) headers['idempotent-replayed'] = 'true';", ''],
    'stops-are-not-marked': ["if (simHeader) headers['x-svc-sim'] = simHeader;", ''],
    'credentials-in-data-alone': ['operation.flat ? Object.assign({}, membersOf(data)) : {}', '{}'],
  }),
  ...inFile('packages/server/src/http/middleware/request-id.ts', {
    'no-request-id': ["c.env.outgoing.setHeader('x-request-id', id);", ''],
  }),
  ...inFile('packages/server/src/http/body.ts', {
    'bodies-of-any-size': ['const BODY_LIMIT_BYTES = 1_048_576;', 'const BODY_LIMIT_BYTES = 10_048_576;'],
  }),
  ...inFile('packages/server/src/http/body.ts', {
    'nothing-is-too-deep': ['if (levels === 0) return false;', ''],
    'any-type-is-json': [
      'return /^\\s*application\\/(?:[\\w.+-]+\\+)?json\\s*(?:;|$)/i.test(contentType);',
      'return contentType !== "nothing";',
    ],
    'null-is-a-value': ['if (!keepNulls) Reflect.deleteProperty(value, key);', ''],
  }),
  ...inFile('packages/server/src/http/middleware/idempotency.ts', {
    'key-is-ignored': ['if (!key || !account) return next();', 'return next();'],
    'order-of-members-matters': ['(one < other ? -1 : 1)', '(0)'],
  }),
  ...inFile('packages/server/src/idempotency.ts', {
    'key-takes-any-body': [
      'if (replay.fingerprint !== fingerprint) return',
      'if (replay.fingerprint === "") return',
    ],
  }),
  ...inFile('packages/server/src/tokens/account-tokens.ts', {
    'any-kind-of-token': ['|| record.kind !== auth)', ')'],
  }),
  ...inFile('packages/server/src/http/limits/throttle.ts', {
    'one-more-than-the-limit': [
      'const isWithinLimit = window.used < limit;',
      'const isWithinLimit = window.used <= limit;',
    ],
    'no-retry-after': ["headers['retry-after'] = resetSeconds;", ''],
  }),
  ...inFile('packages/server/src/sessions/session-service.ts', {
    'foreign-session-is-403': [
      "if (!before || !account || before.accountId !== accountId) return { result: notFound('session') };",
      "if (before && before.accountId !== accountId) return { result: { ok: false, refusal: { status: 403, title: 'Forbidden', detail: 'The session is of another account.' } } };\n      if (!before || !account) return { result: notFound('session') };",
    ],
    'foreign-session-can-be-changed': [
      'if (!before || !account || before.accountId !== accountId) return',
      'if (!before || !account) return',
    ],
  }),
  ...inFile('packages/server/src/sessions/session-creation.ts', {
    'foreign-agreement-will-do': [
      'if (!agreement || agreement.accountId !== account.id) {',
      'if (!agreement) {',
    ],
    'due-date-in-the-past': ['if (due === null || due > now) return [];', 'return [];'],
    'foreign-partner-will-do': [
      "view.get('partner', id)?.accountId === account.id",
      "view.get('partner', id) !== undefined",
    ],
    'split-of-any-agreement': ['if (!agreement.split) return', 'if (agreement.split === undefined) return'],
  }),
  ...inFile('packages/contract/src/fields/amounts.ts', {
    'amount-is-rounded': ['Math.abs(hundredths / 100 - value) <= NOISE', 'hundredths'],
    'noise-is-a-third-decimal': ['const NOISE = 1e-6;', 'const NOISE = 1e-17;'],
  }),
  ...inFile('packages/contract/src/fields/fields.ts', {
    'blank-is-a-text': [
      'withinLength(value, limit) && /\\S/.test(value)',
      'withinLength(value, limit) && value.length > 0',
    ],
    'texts-are-longer': ['export const TEXT_LIMIT = 500;', 'export const TEXT_LIMIT = 501;'],
  }),
  ...inFile('packages/contract/src/fields/urls.ts', {
    'script-as-return-url': ["  'javascript:',\n", ''],
    'webhook-to-any-scheme': [
      "scheme === 'http:' || scheme === 'https:') return null;",
      "scheme !== '') return null;",
    ],
  }),
  ...inFile('packages/contract/src/fields/split.ts', {
    'recipient-twice': [
      "if (typeof id === 'string' && recipientIds.has(id)) {",
      "if (typeof id === 'number' && recipientIds.has(id)) {",
    ],
    'more-than-the-whole': ['if (sum > fullShare) {', 'if (sum > fullShare * 2) {'],
  }),
];
