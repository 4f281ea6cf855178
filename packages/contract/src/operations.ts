import { advanceClock, getClock, resetClock, setClock } from './account-clock.ts';
import {
  changePassword,
  deleteAccount,
  exchangeToken,
  loginApi,
  loginConsole,
  refreshApiToken,
  registerAccount,
  registerConsoleAccount,
} from './accounts.ts';
import { createAgreement, createSplitReceiptAgreement, listAgreements } from './agreements.ts';
import { clearChaos, getChaos, setChaos } from './chaos.ts';
import { removeTrainee, renewJoinCode, resetTraineePassword, updateClass } from './class-trainer.ts';
import { createClass, getClass, getClassProgress, joinClass, leaveClass, listClasses } from './classes.ts';
import { getKeys, getSettings, getTrace, listSessions, receiveHook, updateSettings } from './console.ts';
import { forceOutcome, resetAccount } from './control.ts';
import { resendDelivery } from './deliveries.ts';
import { createConsoleMerchant, issueMerchantToken, loginMerchant, registerMerchant } from './merchants.ts';
import type { Operation } from './operation.ts';
import { createPartner, listPartners } from './partners.ts';
import { showPaymentPage, submitPayment } from './payment-page.ts';
import { sendProbe } from './probes.ts';
import { getProgress } from './progress.ts';
import { clearScript, getScript, setScript } from './script.ts';
import {
  getAuthority,
  getFidelity,
  getHealth,
  getMetrics,
  getOpenApi,
  getReadiness,
  showApiPage,
} from './service-info.ts';
import {
  createButtonSession,
  createRequestBatch,
  createRequestSession,
  expireSession,
  getSessionStatus,
} from './sessions.ts';
import { createSettlement, getSettlement, listMerchantSettlements, listSettlements } from './settlements.ts';
import { getSnapshot, loadSnapshot } from './snapshot.ts';
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
} from './stops.ts';
import { showTerminalPage } from './terminal-page.ts';
import { activateTerminal, listTerminals, pairTerminal, unpairTerminal } from './terminals.ts';
import { listTokens, revokeToken } from './tokens.ts';
import {
  cancelTransaction,
  commitTransaction,
  commitVoid,
  createTransaction,
  getTerminalTransaction,
  getTransaction,
  listTerminalTransactions,
  listTransactions,
} from './transactions.ts';
import { getWebhookSecret, replaceWebhookSecret } from './webhook-secret.ts';

/**
 * Every operation of the contract. Of two whose paths overlap, the one with fewer parameters comes first, so that a
 * router that takes the first match serves the right one.
 */
export const operations: readonly Operation[] = [
  registerConsoleAccount,
  registerAccount,
  loginConsole,
  exchangeToken,
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
  getKeys,
  listTokens,
  revokeToken,
  changePassword,
  deleteAccount,
  getWebhookSecret,
  replaceWebhookSecret,
  getTrace,
  listSessions,
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
