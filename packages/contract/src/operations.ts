import * as accountClock from './accounts/account-clock.ts';
import * as accounts from './accounts/accounts.ts';
import * as agreements from './accounts/agreements.ts';
import { listCalls } from './accounts/calls.ts';
import * as classTrainer from './accounts/class-trainer.ts';
import * as classes from './accounts/classes.ts';
import * as consoleApi from './accounts/console.ts';
import * as partners from './accounts/partners.ts';
import { getProgress } from './accounts/progress.ts';
import * as tokens from './accounts/tokens.ts';
import type { Operation } from './operation.ts';
import * as merchants from './pos/merchants.ts';
import * as batches from './pos/settlements.ts';
import * as settlements from './pos/settlements.ts';
import { showTerminalPage } from './pos/terminal-page.ts';
import * as terminals from './pos/terminals.ts';
import * as transactions from './pos/transactions.ts';
import * as serviceInfo from './service-info.ts';
import * as paymentPage from './sessions/payment-page.ts';
import * as sessions from './sessions/sessions.ts';
import * as stops from './sessions/stops.ts';
import * as chaos from './simulation/chaos.ts';
import * as control from './simulation/control.ts';
import * as script from './simulation/script.ts';
import * as snapshot from './snapshot/snapshot.ts';
import * as deliveries from './webhooks/deliveries.ts';
import { sendProbe } from './webhooks/probes.ts';
import * as webhookSecret from './webhooks/webhook-secret.ts';

/**
 * Every operation of the contract. Of two whose paths overlap, the one with fewer parameters comes first, so that a
 * router that takes the first match serves the right one.
 */
export const operations: readonly Operation[] = [
  accounts.registerConsoleAccount,
  accounts.registerAccount,
  accounts.loginConsole,
  accounts.exchangeToken,
  accounts.createLoginLink,
  accounts.loginApi,
  accounts.refreshApiToken,
  agreements.createAgreement,
  agreements.createSplitReceiptAgreement,
  agreements.listAgreements,
  partners.createPartner,
  partners.listPartners,
  sessions.createButtonSession,
  sessions.createRequestSession,
  sessions.createRequestBatch,
  sessions.getSessionStatus,
  sessions.expireSession,
  stops.listStops,
  stops.createStop,
  stops.createStopBatch,
  stops.queryStops,
  stops.reorderStops,
  stops.getStop,
  stops.updateStop,
  stops.deleteStop,
  stops.listStopLinks,
  control.forceOutcome,
  control.resetAccount,
  accountClock.getClock,
  accountClock.setClock,
  accountClock.resetClock,
  accountClock.advanceClock,
  chaos.getChaos,
  chaos.setChaos,
  chaos.clearChaos,
  script.getScript,
  script.setScript,
  script.clearScript,
  snapshot.getSnapshot,
  snapshot.loadSnapshot,
  sendProbe,
  deliveries.resendDelivery,
  deliveries.resendDeliveries,
  consoleApi.getKeys,
  tokens.listTokens,
  tokens.revokeToken,
  accounts.changePassword,
  accounts.deleteAccount,
  webhookSecret.getWebhookSecret,
  webhookSecret.replaceWebhookSecret,
  consoleApi.getTrace,
  listCalls,
  consoleApi.listSessions,
  deliveries.listDeliveries,
  getProgress,
  consoleApi.getSettings,
  consoleApi.updateSettings,
  classes.createClass,
  classes.listClasses,
  classes.getClassProgress,
  classTrainer.updateClass,
  classTrainer.renewJoinCode,
  classTrainer.getTrainee,
  classTrainer.removeTrainee,
  classTrainer.resetTraineePassword,
  classes.joinClass,
  classes.getClass,
  classes.leaveClass,
  merchants.createConsoleMerchant,
  merchants.getConsoleMerchant,
  merchants.issueMerchantToken,
  consoleApi.receiveHook,
  paymentPage.showStartPage,
  paymentPage.showPaymentPage,
  paymentPage.submitPayment,
  showTerminalPage,
  serviceInfo.getHealth,
  serviceInfo.getReadiness,
  serviceInfo.getMetrics,
  serviceInfo.getFidelity,
  serviceInfo.getAuthority,
  serviceInfo.getOpenApi,
  serviceInfo.showApiPage,
  serviceInfo.showDocs,
  merchants.registerMerchant,
  merchants.loginMerchant,
  terminals.listTerminals,
  terminals.pairTerminal,
  terminals.unpairTerminal,
  terminals.activateTerminal,
  transactions.createTransaction,
  transactions.listTransactions,
  transactions.getTransaction,
  transactions.cancelTransaction,
  transactions.listTerminalTransactions,
  transactions.getTerminalTransaction,
  transactions.commitTransaction,
  transactions.commitVoid,
  settlements.createSettlement,
  settlements.listSettlements,
  settlements.getSettlement,
  settlements.listMerchantSettlements,
  batches.listBatches,
  // Its path has the form of every other one of a single part.
  paymentPage.openPaymentPage,
];
