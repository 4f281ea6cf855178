import { advanceClock, getClock, resetClock, setClock } from './accounts/account-clock.ts';
import {
  changePassword,
  createLoginLink,
  deleteAccount,
  exchangeToken,
  loginApi,
  loginConsole,
  refreshApiToken,
  registerAccount,
  registerConsoleAccount,
} from './accounts/accounts.ts';
import { createAgreement, createSplitReceiptAgreement, listAgreements } from './accounts/agreements.ts';
import { listCalls } from './accounts/calls.ts';
import { removeTrainee, renewJoinCode, resetTraineePassword, updateClass } from './accounts/class-trainer.ts';
import {
  createClass,
  getClass,
  getClassProgress,
  joinClass,
  leaveClass,
  listClasses,
} from './accounts/classes.ts';
import {
  getKeys,
  getSettings,
  getTrace,
  listSessions,
  receiveHook,
  updateSettings,
} from './accounts/console.ts';
import { createPartner, listPartners } from './accounts/partners.ts';
import { getProgress } from './accounts/progress.ts';
import { search } from './accounts/search.ts';
import { listTokens, revokeToken } from './accounts/tokens.ts';
import type { Operation } from './operation.ts';
import {
  createConsoleMerchant,
  issueMerchantToken,
  loginMerchant,
  registerMerchant,
} from './pos/merchants.ts';
import {
  createSettlement,
  getSettlement,
  listMerchantSettlements,
  listSettlements,
} from './pos/settlements.ts';
import { showTerminalPage } from './pos/terminal-page.ts';
import { activateTerminal, listTerminals, pairTerminal, unpairTerminal } from './pos/terminals.ts';
import {
  cancelTransaction,
  commitTransaction,
  commitVoid,
  createTransaction,
  getTerminalTransaction,
  getTransaction,
  listTerminalTransactions,
  listTransactions,
} from './pos/transactions.ts';
import {
  getAuthority,
  getFidelity,
  getHealth,
  getMetrics,
  getOpenApi,
  getReadiness,
  showApiPage,
  showDocs,
} from './service-info.ts';
import { showPaymentPage, submitPayment } from './sessions/payment-page.ts';
import {
  createButtonSession,
  createRequestBatch,
  createRequestSession,
  expireSession,
  getSessionStatus,
} from './sessions/sessions.ts';
import {
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
import { clearChaos, getChaos, setChaos } from './simulation/chaos.ts';
import { forceOutcome, resetAccount } from './simulation/control.ts';
import { clearScript, getScript, setScript } from './simulation/script.ts';
import { getSnapshot, loadSnapshot } from './snapshot/snapshot.ts';
import { listDeliveries, resendDeliveries, resendDelivery } from './webhooks/deliveries.ts';
import { sendProbe } from './webhooks/probes.ts';
import { getWebhookSecret, replaceWebhookSecret } from './webhooks/webhook-secret.ts';

/**
 * Every operation of the contract. Of two whose paths overlap, the one with fewer parameters comes first, so that a
 * router that takes the first match serves the right one.
 */
export const operations: readonly Operation[] = [
  registerConsoleAccount,
  registerAccount,
  loginConsole,
  exchangeToken,
  createLoginLink,
  loginApi,
  refreshApiToken,
  createAgreement,
  createSplitReceiptAgreement,
  listAgreements,
  createPartner,
  listPartners,
  createButtonSession,
  createRequestSession,
  createRequestBatch,
  getSessionStatus,
  expireSession,
  listStops,
  createStop,
  createStopBatch,
  queryStops,
  reorderStops,
  getStop,
  updateStop,
  deleteStop,
  listStopLinks,
  forceOutcome,
  resetAccount,
  getClock,
  setClock,
  resetClock,
  advanceClock,
  getChaos,
  setChaos,
  clearChaos,
  getScript,
  setScript,
  clearScript,
  getSnapshot,
  loadSnapshot,
  sendProbe,
  resendDelivery,
  resendDeliveries,
  getKeys,
  listTokens,
  revokeToken,
  changePassword,
  deleteAccount,
  getWebhookSecret,
  replaceWebhookSecret,
  getTrace,
  listCalls,
  listSessions,
  listDeliveries,
  search,
  getProgress,
  getSettings,
  updateSettings,
  createClass,
  listClasses,
  getClassProgress,
  updateClass,
  renewJoinCode,
  removeTrainee,
  resetTraineePassword,
  joinClass,
  getClass,
  leaveClass,
  createConsoleMerchant,
  issueMerchantToken,
  receiveHook,
  showPaymentPage,
  submitPayment,
  showTerminalPage,
  getHealth,
  getReadiness,
  getMetrics,
  getFidelity,
  getAuthority,
  getOpenApi,
  showApiPage,
  showDocs,
  registerMerchant,
  loginMerchant,
  listTerminals,
  pairTerminal,
  unpairTerminal,
  activateTerminal,
  createTransaction,
  listTransactions,
  getTransaction,
  cancelTransaction,
  listTerminalTransactions,
  getTerminalTransaction,
  commitTransaction,
  commitVoid,
  createSettlement,
  listSettlements,
  getSettlement,
  listMerchantSettlements,
];
