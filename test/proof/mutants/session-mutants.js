// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of sources

import { inFile } from './mutant.js';

const core = 'packages/core/src/session';

/** Faults of sessions, their payment, and their credits. */
export const sessionMutants = [
  ...inFile(`${core}/credits.ts`, {
    'fee-is-cut-off': ['(grossMinor + 50n) / 100n', 'grossMinor / 100n'],
    'fee-is-two-percent': ['(grossMinor + 50n) / 100n', '(grossMinor + 25n) / 50n'],
    'fee-of-a-failed-credit': ['isCredited ? calculateFee(grossMinor) : 0n', 'calculateFee(grossMinor)'],
    'failed-credit-says-credited': ["isCredited ? 'credited' : 'failed'", "'credited'"],
  }),
  ...inFile(`${core}/split.ts`, {
    'owner-comes-first': [
      '[...partnerShares, ownerShare(shares)] : partnerShares',
      '[ownerShare(shares), ...partnerShares] : partnerShares',
    ],
    'cents-of-a-split-are-lost': ['if (leftCents <= 0n) break;', 'if (leftCents >= 0n) break;'],
    'cents-go-to-the-smallest': [
      'a.fraction < b.fraction ? 1 : a.fraction > b.fraction ? -1 : 0',
      'a.fraction < b.fraction ? -1 : a.fraction > b.fraction ? 1 : 0',
    ],
  }),
  ...inFile('packages/core/src/rates.ts', { 'ves-is-rounded-down': ['Big.roundHalfUp', 'Big.roundDown'] }),
  ...inFile(`${core}/session-machine.ts`, {
    'deadline-does-not-matter': [
      'isOverdue(session, context.now) ? expireAtDeadline(session, context.now) : null',
      'null',
    ],
  }),
  ...inFile('packages/core/src/ids.ts', {
    'credits-of-an-account-share-an-id': ['String(1 + (next++ % MAX_CREDIT_ID))', 'String(MAX_CREDIT_ID)'],
  }),
  ...inFile('packages/contract/src/accounts/account-settings.ts', {
    'credits-are-a-list': ["initial: 'by_receiver'", "initial: 'list'"],
  }),
  ...inFile(`${core}/accreditation-machine.ts`, {
    'accredited-becomes-the-status': [
      '{ ...session, accreditation, accreditationDue: null, updatedAt: now, credits }',
      "{ ...session, status: 'accredited', accreditation, accreditationDue: null, updatedAt: now, credits }",
    ],
    'accredited-twice': [
      'accredited: { schedule: {}, script: {}, control: {} }',
      "accredited: { schedule: {}, script: {}, control: { accredited: 'accredited' } }",
    ],
    'failed-leg-two-stays': [
      "failed: { schedule: {}, script: {}, control: { accredited: 'accredited' } }",
      'failed: { schedule: {}, script: {}, control: {} }',
    ],
    'leg-two-of-a-pending-session': [
      "if (session.status !== 'paid') return notAdmitted(message('word.not_admitted.unpaid'));",
      '',
    ],
    'forced-transition-is-409': ['status: 500,', 'status: 409,'],
    'leg-two-is-silent': ['[`payment_session.${outcome}`]', '[]'],
  }),
  ...inFile(`${core}/session-expiry.ts`, {
    'expires-one-late': ['session.expiresAt <= now', 'session.expiresAt + 60_000 <= now'],
    'paid-session-expires': [
      "if (session.status !== 'paid') return accept(decision(session, []));",
      'if (session.status) return accept(decision(session, []));',
    ],
  }),
  ...inFile(`${core}/session-payment.ts`, {
    'paid-is-paid-again': [' paid: {}, failed: {},', " paid: { paid: 'paid' }, failed: {},"],
    'failed-can-be-paid': [' failed: {}, expired: {}', " failed: { paid: 'paid' }, expired: {}"],
    'forced-payment-schedules-leg-two': [
      'const updated: SessionRecord = { ...session, status, updatedAt: now, payment };',
      "const updated: SessionRecord = { ...session, status, updatedAt: now, payment, ...(outcome === 'paid' && plannedAccreditation('accredited', now + context.accreditationDelayMs)) };",
    ],
    'forced-payment-is-silent': [
      "return accept(decision(updated, [paidEvent(session, payment)], ['payment_session.paid']));",
      'return accept(decision(updated, [paidEvent(session, payment)], []));',
    ],
    'page-payment-is-silent': [
      "[paidEvent(session, payment, { ...scriptFields, ...accreditationFields(legTwo) })],\n        ['payment_session.paid'],",
      '[paidEvent(session, payment, { ...scriptFields, ...accreditationFields(legTwo) })],\n        [],',
    ],
    'request-fails-for-good': ["if (session.origin === 'request')", "if (session.origin === 'nothing')"],
  }),
  ...inFile(`${core}/session-creation.ts`, {
    'expires-a-minute-late': ['* MINUTE_MS', '* MINUTE_MS + MINUTE_MS'],
    'request-always-expires': [
      "fields.due_date_reached_behavior === 'deactivate' ? dueDateOf(fields) : null",
      'dueDateOf(fields)',
    ],
    'creation-is-silent': ["emissions: ['payment_session.created']", 'emissions: []'],
    'session-starts-paid': ["status: 'pending',\n    accreditation", "status: 'paid',\n    accreditation"],
  }),
  ...inFile(`${core}/session-view.ts`, {
    'payment-url-is-elsewhere': ['`${publicUrl}/pay/${sessionId}`', '`${publicUrl}/payment/${sessionId}`'],
    'status-has-no-origin': [
      '    origin: session.origin,\n    amount_reference: fields.amount_reference,\n',
      '    amount_reference: fields.amount_reference,\n',
    ],
    'credits-before-leg-two': [
      'receiver_credits: credits && creditsView(credits, settings.receiver_credits)',
      'receiver_credits: creditsView(credits ?? [], settings.receiver_credits)',
    ],
  }),
  ...inFile(`${core}/payment-view.ts`, {
    'summary-forgets-the-owner': [
      'total_credits: credits.length',
      'total_credits: Math.max(1, credits.length - 1)',
    ],
    'summary-takes-the-fee-of-the-total': [
      "total_bank_commissions_ves: sum('feeMinor')",
      "total_bank_commissions_ves: sum('feeMinor') === 0 ? 0 : Math.round(sum('grossMinor')) / 100",
    ],
    'times-are-local': [
      'new Date(ms).toISOString()',
      "new Date(ms - 14_400_000).toISOString().replace('Z', '-04:00')",
    ],
    'ves-is-a-text': [
      'amount_ves: numberOf(payment.amountVesMinor)',
      'amount_ves: String(numberOf(payment.amountVesMinor))',
    ],
    'payer-is-lost': ['...formFieldsOf(payment),', ''],
  }),
  ...inFile(`${core}/return-url.ts`, {
    'return-has-no-session': ['if (firstIndex === -1) parameters.push(sessionParameter);', ''],
    'return-loses-the-query': ["query === undefined || query === '' ? []", "query !== 'nothing' ? []"],
  }),
];
