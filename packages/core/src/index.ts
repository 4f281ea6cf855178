export * from './account-clock.ts';
export * from './account-settings.ts';
export * from './chaos/chaos.ts';
export * from './chaos/chaos-order.ts';
export * from './class/class-ids.ts';
export * from './class/class-practices.ts';
export * from './class/class-progress.ts';
export * from './class/class-records.ts';
export * from './clock.ts';
export * from './delivery/attempt-errors.ts';
export * from './delivery/attempt-result.ts';
export * from './delivery/delivery-machine.ts';
export * from './delivery/delivery-model.ts';
export {
  type DeliveryDiagnosis,
  deliveryDiagnosis,
  diagnosisTexts,
  isAccepted,
  isForged,
  OTHER_SIGNATURE,
  pageCauseOf,
  RIGHT_SIGNATURE,
  SLOW_MS,
  verificationCodes,
} from './delivery/diagnosis/diagnosis.ts';
export { plainTextOf, quoteRefusal, refusalTextOf } from './delivery/diagnosis/refusal-text.ts';
export * from './delivery/diagnosis/trace-diagnosis.ts';
export * from './delivery/former-secret.ts';
export * from './delivery/probes.ts';
export * from './delivery/routing.ts';
export * from './delivery/template-texts.ts';
export * from './delivery/webhook-body.ts';
export * from './effects.ts';
export * from './get-or-create.ts';
export * from './ids.ts';
export * from './memoize.ts';
export * from './money.ts';
export * from './operator/operator-records.ts';
export * from './policy.ts';
export * from './pos/pos-records.ts';
export * from './pos/pos-view.ts';
export * from './pos/terminal-machine.ts';
export * from './pos/transaction-machine.ts';
export * from './practice/catalogue.ts';
export * from './printable-json.ts';
export * from './random.ts';
export * from './rates.ts';
export * from './records.ts';
export * from './script/script.ts';
export * from './script/script-records.ts';
export { accreditationTransitions } from './session/accreditation-machine.ts';
export type { SessionNumbers } from './session/credits.ts';
export { failureMessageOf, failureText, isoOf, webhookTime } from './session/payment-view.ts';
export * from './session/return-url.ts';
export { withStep } from './session/script-attempt.ts';
export * from './session/session-creation.ts';
export type {
  PaymentAttempt,
  SessionContext,
  SessionDecision,
} from './session/session-decision.ts';
export * from './session/session-machine.ts';
export { legOneTransitions } from './session/session-payment.ts';
export * from './session/session-view.ts';
export { type Share, toShares as sharesOf } from './session/split.ts';
export * from './snapshot/snapshot-restoring.ts';
export * from './snapshot/snapshot-saving.ts';
export * from './trace/event-data.ts';
export * from './trace/event-line.ts';
export * from './trace/prevention.ts';
export * from './url-credentials.ts';
