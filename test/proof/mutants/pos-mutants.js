// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of sources

import { inFile } from './mutant.js';

/** Faults of merchants, terminals, transactions, and settlements. */
export const posMutants = [
  ...inFile('packages/core/src/pos/transaction-machine.ts', {
    'paid-is-cancelled-at-once': ["PAID: { cancel: 'VOID_PENDING'", "PAID: { cancel: 'CANCELED'"],
    'cancelled-cannot-be-paid': ["CANCELED: { commit: 'PAID' }", 'CANCELED: {}'],
    'cancelled-is-cancelled-again': [
      "CANCELED: { commit: 'PAID' }",
      "CANCELED: { cancel: 'CANCELED', commit: 'PAID' }",
    ],
    'void-is-confirmed-once': [
      "VOIDED: { commit: 'VOIDED', commit_void: 'VOIDED' }",
      "VOIDED: { commit: 'VOIDED' }",
    ],
    'any-amount-will-do': ['!acceptsAmount(current, command.payment)', 'false'],
    'another-code-will-do': [
      "const isSamePayment =\n    command.type !== 'commit' ||",
      "const isSamePayment = command.type !== '' ||",
    ],
    'cancellation-stays-after-payment': [
      '{ ...nextTransaction, confirmation, cancelledAt: null }',
      '{ ...nextTransaction, confirmation }',
    ],
  }),
  ...inFile('packages/core/src/pos/pos-view.ts', {
    'spelled-rightly': ['cancellationDara: cancelledAt', 'cancellationData: cancelledAt'],
  }),
  ...inFile('packages/core/src/pos/terminal-machine.ts', {
    'linked-is-paired-again': [
      "linked: { unpair: 'unlinked' }",
      "linked: { request_code: 'pairing', unpair: 'unlinked' }",
    ],
    'code-stays-good': [
      'if (!sameText(before.code.code, command.code)) {',
      'if (sameText(before.code.code, "")) {',
    ],
  }),
  ...inFile('packages/contract/src/pos/terminal-signature.ts', {
    'terminal-signs-no-url': [
      'signedAfterBody({ timestamp, url })',
      "signedAfterBody({ timestamp, url: '' })",
    ],
    'terminal-signs-no-body': ['\n    .update(body)\n', '\n'],
  }),
  ...inFile('packages/contract/src/webhooks/signature-checks.ts', {
    'old-signature-will-do': ['SIGNATURE_TOLERANCE_MS = 300_000', 'SIGNATURE_TOLERANCE_MS = 30_000_000'],
  }),
  ...inFile('packages/server/src/merchants/merchant-auth.ts', {
    'another-merchant-is-404': [
      "refuseWith(403, 'problem.title.forbidden'",
      "refuseWith(404, 'problem.title.forbidden'",
    ],
    'another-merchant-will-do': [
      'if (merchantId !== undefined && merchant.id !== merchantId.toLowerCase()) return merchantMismatch;',
      '',
    ],
  }),
  ...inFile('packages/server/src/transactions/transaction-routes.ts', {
    'order-can-be-used-again': [
      "if (view.get('transaction', key)) {",
      "if (view.get('transaction', `${key}x`)) {",
    ],
    'any-terminal-will-do': ["?.state !== 'linked') {", "?.state === 'nothing') {"],
    'every-terminal-sees-all': [
      'return terminalSerial === undefined || terminalSerial === serial;',
      'return serial !== "";',
    ],
  }),
  ...inFile('packages/server/src/settlements/settlement-routes.ts', {
    'batch-is-closed-twice': [
      "if (view.get('settlement', settlementRef.id)) {",
      "if (view.get('settlement', `${settlementRef.id}x`)) {",
    ],
  }),
];
