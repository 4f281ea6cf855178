export {
  ADVANCE_MAX_MS,
  advanceClock,
  CLOCK_END_MS,
  CLOCK_FIRST_MS,
  getClock,
  resetClock,
  setClock,
} from './accounts/account-clock.ts';
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
export { type CallData, callsKept, listCalls } from './accounts/calls.ts';
export {
  ONE_TIME_PASSWORD_MS,
  removeTrainee,
  renewJoinCode,
  resetTraineePassword,
  updateClass,
} from './accounts/class-trainer.ts';
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
export { createPartner, listPartners } from './accounts/partners.ts';
export { getProgress } from './accounts/progress.ts';
export {
  addsToAccount,
  defaultQuotas,
  parseQuotas,
  type QuotaName,
  type Quotas,
} from './accounts/quotas.ts';
export { SEARCH_LIMIT, type SearchedKind, search, searchedKinds } from './accounts/search.ts';
export {
  LAST_USE_MS,
  listTokens,
  type RevocableKind,
  revocableKinds,
  revokeToken,
} from './accounts/tokens.ts';
export type { ProblemEnvelope, SuccessEnvelope } from './envelope.ts';
export type { Difference } from './fidelity/difference.ts';
export { differences } from './fidelity/differences.ts';
export { type CurrencyCode, currencies, hundredthsOf, MAX_AMOUNT } from './fields/amounts.ts';
export { type Bank, bankOf, banks } from './fields/banks.ts';
export { durationMsOf, durationTextOf } from './fields/durations.ts';
export { faultsOf, pathOf, pointerOf } from './fields/faults.ts';
export { EXAMPLE_AGREEMENT_ID, listed } from './fields/fields.ts';
export { instantOf } from './fields/instants.ts';
export {
  fromNames,
  isNameOf,
  isObject,
  isOneOf,
  mapValues,
  membersOf,
  namesOf,
} from './fields/objects.ts';
export { OWNER_RECIPIENT, type SplitType } from './fields/split.ts';
export { isUrl, refusedSchemes } from './fields/urls.ts';
export { type DocumentOptions, openApiDocument } from './openapi/document.ts';
export { fieldMeanings } from './openapi/field-meanings.ts';
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
  SETTLEMENT_PAGE_MAX,
} from './pos/settlements.ts';
export { showTerminalPage } from './pos/terminal-page.ts';
export {
  type ReceivedTerminalRequest,
  type SignedTerminalRequest,
  signTerminalRequest,
  terminalHeaders,
  verifyTerminalRequest,
} from './pos/terminal-signature.ts';
export {
  activateTerminal,
  listTerminals,
  PAIRING_CODE_MS,
  PAIRING_TRIES,
  pairTerminal,
  unpairTerminal,
} from './pos/terminals.ts';
export { statusFilterOf, type TransactionStatus, transactionStatuses } from './pos/transaction-data.ts';
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
} from './pos/transactions.ts';
export { accept, type Fault, type Outcome, type Refusal, type Refused, refuse } from './problem.ts';
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
export { isOfRefusedName } from './sessions/older-names.ts';
export { type FailureReason, failureReasons } from './sessions/payment-failures.ts';
export { showPaymentPage, submitPayment } from './sessions/payment-page.ts';
export {
  type SessionStatusName,
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
  BATCH_MAX,
  createButtonSession,
  createRequestBatch,
  createRequestSession,
  expireSession,
  getSessionStatus,
} from './sessions/sessions.ts';
export { stopExamples } from './sessions/stop-examples.ts';
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
} from './sessions/stops.ts';
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
} from './simulation/chaos.ts';
export {
  type ForcedOutcome,
  forceOutcome,
  legOutcomes,
  outcomes,
  resetAccount,
} from './simulation/control.ts';
export { clearScript, getScript, type ReadyScript, setScript } from './simulation/script.ts';
export { magicAmounts } from './simulation/script-magic-amounts.ts';
export type { ScriptMatch, ScriptOutcome, ScriptRule } from './simulation/script-rules.ts';
export { getSnapshot, loadSnapshot, snapshotLimitBytes } from './snapshot/snapshot.ts';
export { checkSnapshot } from './snapshot/snapshot-check.ts';
export {
  type AccountSnapshot,
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type SnapshotFile,
  type SnapshotRecord,
} from './snapshot/snapshot-file.ts';
export { type SnapshotList, snapshotListNames, snapshotRecordLists } from './snapshot/snapshot-lists.ts';
export { SNAPSHOT_LIST_MAX } from './snapshot/snapshot-parts.ts';
export {
  type DeliveryStateName,
  deliveryStates,
  listDeliveries,
  RESEND_MAX,
  resendDeliveries,
  resendDelivery,
} from './webhooks/deliveries.ts';
export {
  extraWebhookEvents,
  type Route,
  type TraceEvent,
  type TraceType,
  traceTypes,
  type WebhookEvent,
  webhookEvents,
} from './webhooks/events.ts';
export {
  FUTURE_EVENT,
  type ProbeExpectation,
  type ProbeKind,
  probeKinds,
  sendProbe,
} from './webhooks/probes.ts';
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
} from './webhooks/relay-frames.ts';
export { isFresh, SIGNATURE_TOLERANCE_MS, sameText } from './webhooks/signature-checks.ts';
export { webhookData } from './webhooks/webhook-data.ts';
export { WEBHOOK_USER_AGENT, webhookHeaders } from './webhooks/webhook-headers.ts';
export { getWebhookSecret, replaceWebhookSecret, SECRET_GRACE_MS } from './webhooks/webhook-secret.ts';
export {
  type ReceivedWebhook,
  type SignedWebhook,
  signatureVariantOf,
  signWebhook,
  verifyWebhook,
  type WebhookSignatureVariant,
  webhookSignatures,
} from './webhooks/webhook-signature.ts';
