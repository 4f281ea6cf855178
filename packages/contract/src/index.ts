export * from './accounts/account-clock.ts';
export {
  type AccountSettings,
  creditForms,
  initialSettings,
  type SettingName,
} from './accounts/account-settings.ts';
export {
  changePassword,
  createLoginLink,
  deleteAccount,
  EXCHANGED_TOKEN_MS,
  exchangeToken,
  LOGIN_LINK_MS,
  loginApi,
  loginConsole,
  refreshApiToken,
  registerAccount,
  registerConsoleAccount,
} from './accounts/accounts.ts';
export { createAgreement, createSplitReceiptAgreement, listAgreements } from './accounts/agreements.ts';
export * from './accounts/calls.ts';
export * from './accounts/class-trainer.ts';
export {
  createClass,
  getClass,
  getClassProgress,
  joinClass,
  leaveClass,
  listClasses,
} from './accounts/classes.ts';
export {
  getKeys,
  getSettings,
  getTrace,
  listSessions,
  RECEIVED_BYTES,
  type ReceiverName,
  receiveHook,
  receiverNames,
  type SessionWebhookState,
  sessionWebhookStates,
  updateSettings,
} from './accounts/console.ts';
export * from './accounts/partners.ts';
export * from './accounts/progress.ts';
export * from './accounts/quotas.ts';
export * from './accounts/token-form.ts';
export * from './accounts/tokens.ts';
export * from './envelope.ts';
export type { Difference } from './fidelity/difference.ts';
export * from './fidelity/differences.ts';
export { currencies, hundredthsOf, MAX_AMOUNT } from './fields/amounts.ts';
export * from './fields/banks.ts';
export * from './fields/durations.ts';
export { faultsOf, pathOf, pointerOf } from './fields/faults.ts';
export { EXAMPLE_AGREEMENT_ID, listed } from './fields/fields.ts';
export { instantOf, signedInstantOf } from './fields/instants.ts';
export * from './fields/objects.ts';
export { OWNER_RECIPIENT } from './fields/split.ts';
export { isUrl, refusedSchemes, writtenOrigin } from './fields/urls.ts';
export * from './fields/utf8.ts';
export { isOfOlderForm, newerPathOf } from './older-forms.ts';
export { openToPages, pageRequestHeaders, pageResponseHeaders } from './open-to-pages.ts';
export * from './openapi/document.ts';
export * from './openapi/field-meanings.ts';
export {
  type AttemptRule,
  type Auth,
  type BodyOf,
  type Family,
  lazy,
  type Method,
  type Operation,
  type QueryOf,
} from './operation.ts';
export * from './operations.ts';
export { SOUGHT_LIMIT } from './pages.ts';
export {
  ACCESS_TOKEN_SECONDS,
  createConsoleMerchant,
  issueMerchantToken,
  loginMerchant,
  registerMerchant,
} from './pos/merchants.ts';
export {
  createSettlement,
  getSettlement,
  listMerchantSettlements,
  listSettlements,
} from './pos/settlements.ts';
export * from './pos/terminal-device.ts';
export * from './pos/terminal-page.ts';
export * from './pos/terminal-signature.ts';
export {
  activateTerminal,
  listTerminals,
  PAIRING_CODE_MS,
  PAIRING_TRIES,
  pairTerminal,
  unpairTerminal,
} from './pos/terminals.ts';
export { statusFilterOf, type TransactionStatus, transactionStatuses } from './pos/transaction-data.ts';
export * from './pos/transactions.ts';
export * from './problem.ts';
export {
  getAuthority,
  getFidelity,
  getHealth,
  getMetrics,
  getOpenApi,
  getReadiness,
  showApiPage,
  showDocs,
} from './service-info.ts';
export * from './sessions/payment-failures.ts';
export { openPaymentPage, showPaymentPage, showStartPage, submitPayment } from './sessions/payment-page.ts';
export {
  sessionData,
  sessionOrigins,
  sessionStatuses,
  statusData,
} from './sessions/session-data.ts';
export {
  DEFAULT_DURATION_MINUTES,
  type SessionFieldName,
  type SessionFields,
  titledFields,
} from './sessions/session-fields.ts';
export {
  createButtonSession,
  createRequestBatch,
  createRequestSession,
  expireSession,
  getSessionStatus,
} from './sessions/sessions.ts';
export * from './sessions/stop-examples.ts';
export * from './simulation/chaos.ts';
export * from './simulation/control.ts';
export * from './simulation/script.ts';
export * from './simulation/script-magic-amounts.ts';
export type { ScriptMatch, ScriptOutcome, ScriptRule } from './simulation/script-rules.ts';
export * from './snapshot/snapshot.ts';
export { checkSnapshot } from './snapshot/snapshot-check.ts';
export {
  type AccountSnapshot,
  type KeptChaos,
  type KeptMerchant,
  type KeptRecord,
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type SnapshotFile,
  type SnapshotRecord,
} from './snapshot/snapshot-file.ts';
export * from './snapshot/snapshot-lists.ts';
export { SNAPSHOT_LIST_MAX } from './snapshot/snapshot-parts.ts';
export {
  type DeliveryStateName,
  deliveryStates,
  listDeliveries,
  RESEND_MAX,
  resendDeliveries,
  resendDelivery,
} from './webhooks/deliveries.ts';
export * from './webhooks/events.ts';
export {
  FUTURE_EVENT,
  type ProbeExpectation,
  type ProbeKind,
  probeKinds,
  sendProbe,
} from './webhooks/probes.ts';
export * from './webhooks/relay-frames.ts';
export * from './webhooks/signature-checks.ts';
export * from './webhooks/webhook-data.ts';
export * from './webhooks/webhook-headers.ts';
export * from './webhooks/webhook-secret.ts';
export * from './webhooks/webhook-signature.ts';
