export {
  ADVANCE_MAX_MS,
  advanceClock,
  CLOCK_END_MS,
  CLOCK_FIRST_MS,
  getClock,
  resetClock,
  setClock,
} from './account-clock.ts';
export { type AccountSettings, creditForms, initialSettings, type SettingName } from './account-settings.ts';
export {
  changePassword,
  deleteAccount,
  EXCHANGED_TOKEN_MS,
  exchangeToken,
  loginApi,
  loginConsole,
  refreshApiToken,
  registerAccount,
  registerConsoleAccount,
} from './accounts.ts';
export { createAgreement, createSplitReceiptAgreement, listAgreements } from './agreements.ts';
export { type CurrencyCode, currencies, hundredthsOf, MAX_AMOUNT } from './amounts.ts';
export { type Bank, bankOf, banks } from './banks.ts';
export {
  type AttemptFault,
  type ChaosFault,
  type ChaosRate,
  chaosFaults,
  chaosRates,
  clearChaos,
  type EmissionFault,
  getChaos,
  setChaos,
} from './chaos.ts';
export {
  ONE_TIME_PASSWORD_MS,
  removeTrainee,
  renewJoinCode,
  resetTraineePassword,
  updateClass,
} from './class-trainer.ts';
export {
  createClass,
  getClass,
  getClassProgress,
  joinClass,
  leaveClass,
  listClasses,
} from './classes.ts';
export {
  getKeys,
  getSettings,
  getTrace,
  listSessions,
  RECEIVED_BYTES,
  type ReceiverName,
  receiveHook,
  receiverNames,
  updateSettings,
} from './console.ts';
export { type ForcedOutcome, forceOutcome, legOutcomes, outcomes, resetAccount } from './control.ts';
export { resendDelivery } from './deliveries.ts';
export { durationMsOf, durationTextOf } from './durations.ts';
export type { ProblemEnvelope, SuccessEnvelope } from './envelope.ts';
export {
  extraWebhookEvents,
  type Route,
  type TraceEvent,
  type TraceType,
  traceTypes,
  type WebhookEvent,
  webhookEvents,
} from './events.ts';
export { faultsOf, pointerOf } from './faults.ts';
export type { Difference } from './fidelity/difference.ts';
export { differences } from './fidelity/differences.ts';
export { EXAMPLE_AGREEMENT_ID, listed } from './fields.ts';
export { instantOf } from './instants.ts';
export {
  ACCESS_TOKEN_SECONDS,
  createConsoleMerchant,
  issueMerchantToken,
  loginMerchant,
  registerMerchant,
} from './merchants.ts';
export { isOfRefusedName } from './older-names.ts';
export { type DocumentOptions, openApiDocument } from './openapi/document.ts';
export {
  type AttemptRule,
  type Auth,
  type BodyOf,
  type Family,
  lazy,
  type Method,
  type Operation,
  operation,
  type Provenance,
  type QueryOf,
  type SchemaThunk,
} from './operation.ts';
export { operations } from './operations.ts';
export { createPartner, listPartners } from './partners.ts';
export { type FailureReason, failureReasons } from './payment-failures.ts';
export { showPaymentPage, submitPayment } from './payment-page.ts';
export {
  FUTURE_EVENT,
  type ProbeExpectation,
  type ProbeKind,
  probeKinds,
  sendProbe,
} from './probes.ts';
export { accept, type Fault, type Outcome, type Refusal, type Refused, refuse } from './problem.ts';
export { getProgress } from './progress.ts';
export {
  addsToAccount,
  defaultQuotas,
  parseQuotas,
  type QuotaName,
  type Quotas,
} from './quotas.ts';
export {
  encodeFrame,
  parseResultFrame,
  parseServerFrame,
  RELAY_DISPLACED,
  RELAY_PATH,
  RELAY_PING_MS,
  RELAY_RESPONSE_LIMIT,
  RELAY_SILENCE_MS,
  RELAY_SINCE,
  type ReadyFrame,
  type RelayFrame,
  type ReplayedFrame,
  type ReplayFrame,
  type ResultFrame,
  type ServerFrame,
  type WebhookFrame,
} from './relay-frames.ts';
export { clearScript, getScript, type ReadyScript, setScript } from './script.ts';
export { magicAmounts } from './script-magic-amounts.ts';
export type { ScriptMatch, ScriptOutcome, ScriptRule } from './script-rules.ts';
export {
  getAuthority,
  getFidelity,
  getHealth,
  getMetrics,
  getOpenApi,
  getReadiness,
  showApiPage,
} from './service-info.ts';
export {
  type SessionStatusName,
  sessionData,
  sessionOrigins,
  sessionStatuses,
  statusData,
} from './session-data.ts';
export { DEFAULT_DURATION_MINUTES } from './session-fields.ts';
export {
  BATCH_MAX,
  createButtonSession,
  createRequestBatch,
  createRequestSession,
  expireSession,
  getSessionStatus,
} from './sessions.ts';
export {
  createSettlement,
  getSettlement,
  listMerchantSettlements,
  listSettlements,
  SETTLEMENT_PAGE_MAX,
} from './settlements.ts';
export { SIGNATURE_TOLERANCE_MS, sameText } from './signature-checks.ts';
export { getSnapshot, loadSnapshot, snapshotLimitBytes } from './snapshot.ts';
export { checkSnapshot } from './snapshot-check.ts';
export {
  type AccountSnapshot,
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type SnapshotFile,
  type SnapshotRecord,
} from './snapshot-file.ts';
export { type SnapshotList, snapshotListNames, snapshotRecordLists } from './snapshot-lists.ts';
export { SNAPSHOT_LIST_MAX } from './snapshot-parts.ts';
export { OWNER_RECIPIENT, type SplitType } from './split.ts';
export { stopExamples } from './stop-examples.ts';
export {
  createStop,
  createStopBatch,
  deleteStop,
  getStop,
  listStopLinks,
  listStops,
  queryStops,
  reorderStops,
  updateStop,
} from './stops.ts';
export { showTerminalPage } from './terminal-page.ts';
export {
  type ReceivedTerminalRequest,
  type SignedTerminalRequest,
  signTerminalRequest,
  terminalHeaders,
  verifyTerminalRequest,
} from './terminal-signature.ts';
export {
  activateTerminal,
  listTerminals,
  PAIRING_CODE_MS,
  PAIRING_TRIES,
  pairTerminal,
  unpairTerminal,
} from './terminals.ts';
export { LAST_USE_MS, listTokens, type RevocableKind, revocableKinds, revokeToken } from './tokens.ts';
export { statusFilterOf, type TransactionStatus, transactionStatuses } from './transaction-data.ts';
export {
  cancelTransaction,
  commitTransaction,
  commitVoid,
  createTransaction,
  getTerminalTransaction,
  getTransaction,
  listTerminalTransactions,
  listTransactions,
  transactionNames,
} from './transactions.ts';
export { isUrl, refusedSchemes } from './urls.ts';
export { webhookData } from './webhook-data.ts';
export { WEBHOOK_USER_AGENT, webhookHeaders } from './webhook-headers.ts';
export { getWebhookSecret, replaceWebhookSecret, SECRET_GRACE_MS } from './webhook-secret.ts';
export {
  type ReceivedWebhook,
  type SignedWebhook,
  signatureVariantOf,
  signWebhook,
  verifyWebhook,
  type WebhookSignatureVariant,
  webhookSignatures,
} from './webhook-signature.ts';
