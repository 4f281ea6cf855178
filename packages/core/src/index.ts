export * from './account-clock.ts';
export * from './account-settings.ts';
export {
  type AccreditationSource,
  accreditationTransitions,
} from './accreditation-machine.ts';
export type { Bilingual } from './bilingual.ts';
export * from './chaos.ts';
export * from './chaos-order.ts';
export * from './class-ids.ts';
export * from './class-progress.ts';
export * from './class-records.ts';
export * from './clock.ts';
export { type SessionNumbers, SIMULATED_BANK } from './credits.ts';
export {
  type DeliveryDiagnosis,
  type DiagnosedDelivery,
  deliveryDiagnosis,
  isForged,
} from './delivery-diagnosis/diagnosis.ts';
export { type DiagnosisCode, diagnosisTexts } from './delivery-diagnosis/diagnosis-texts.ts';
export * from './delivery-machine.ts';
export * from './effects.ts';
export * from './extra-events.ts';
export * from './former-secret.ts';
export * from './ids.ts';
export { memoize } from './memoize.ts';
export * from './money.ts';
export { failureReasonOf, failureTexts } from './payer-texts.ts';
export { isoOf } from './payment-view.ts';
export * from './policy.ts';
export * from './pos-records.ts';
export * from './pos-view.ts';
export * from './practices/catalogue.ts';
export {
  type Practice,
  type PracticeEvidence,
  type PracticeGroup,
  practiceGroups,
} from './practices/practice.ts';
export { type ProbeTexts, pendingProbe, probeTexts } from './probe-texts.ts';
export * from './probes.ts';
export * from './random.ts';
export * from './rates.ts';
export * from './records.ts';
export { returnUrlFor } from './return-url.ts';
export * from './routing.ts';
export {
  asksForMethod,
  claimAtCreation,
  claimAtPayment,
  nextStepOf,
  type ScriptClaim,
  type ScriptState,
} from './script.ts';
export { withStep } from './script-attempt.ts';
export * from './script-records.ts';
export * from './session-creation.ts';
export type { SessionContext, SessionDecision, SessionOutcome } from './session-decision.ts';
export type { ExpiryReason } from './session-expiry.ts';
export * from './session-machine.ts';
export {
  type LegOneOutcome,
  legOneTransitions,
  type PaymentAttempt,
} from './session-payment.ts';
export * from './session-view.ts';
export * from './snapshot-diff.ts';
export * from './snapshot-restoring.ts';
export * from './snapshot-saving.ts';
export * from './snapshot-text.ts';
export { type SplitEntry, type SplitTerms, sharesOf } from './split.ts';
export * from './terminal-machine.ts';
export * from './transaction-machine.ts';
export * from './webhook-body.ts';
