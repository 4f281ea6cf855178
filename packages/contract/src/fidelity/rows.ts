import type { KeyOf, PlainKey, Said } from '@svc-simulator/texts/texts.ts';
import { accountSettings, type SettingName } from '../accounts/account-settings.ts';
import { olderForms } from '../older-forms.ts';
import type { Provenance } from '../operation.ts';
import { DEFAULT_DURATION_MINUTES } from '../sessions/session-fields.ts';
import { ATTEMPT_TIMEOUT_MS, RETRY_WAITS_MS } from '../webhooks/retry-ladder.ts';

/** A difference from production, or a decision, with its text in the catalogs. */
export interface FidelityRow {
  readonly provenance: Provenance;
  readonly operationId: string | null;
  /** Stable and unique: `chapter.name`. */
  readonly id: string;
  readonly say: Said;
}

type Told = KeyOf<'fidelity'> & PlainKey extends `fidelity.${infer Id}` ? Id : never;

const rowsOf =
  (provenance: Provenance) =>
  (operationId: string | null, ...ids: readonly Told[]): readonly FidelityRow[] =>
    ids.map((id) => row(provenance, operationId, id, (t) => t(`fidelity.${id}`)));
/** Differences named by the specification. */
const spec = rowsOf('spec');
const field = rowsOf('field');
/** Decisions where the specification is silent. */
const decided = rowsOf('decided');

function row(provenance: Provenance, operationId: string | null, id: string, say: Said): FidelityRow {
  return { provenance, operationId, id, say };
}

const dashed = (name: string) => name.replaceAll('_', '-');

/** Settings from the specification need no row. */
const toldSettings = (Object.keys(accountSettings) as SettingName[]).filter(
  (name) => accountSettings[name].provenance !== 'spec',
) as readonly Exclude<SettingName, 'throttle_per_minute'>[];

export const fidelityRows: readonly FidelityRow[] = [
  // Contract sections 1 and 9.1.
  ...field(null, 'conventions.success-field', 'conventions.success-false', 'conventions.flat-credentials'),
  ...decided(
    null,
    'conventions.problem-type',
    'conventions.problem-language',
    'conventions.request-id',
    'conventions.account-time',
    'conventions.unknown-path',
    'conventions.not-json',
    'conventions.not-utf8',
    'conventions.body-limit',
    'conventions.all-faults',
    'conventions.unknown-fields',
    'conventions.null-is-absent',
    'conventions.blank-texts',
    'conventions.text-limits',
    'conventions.amounts',
    'conventions.times',
  ),
  ...field(null, 'conventions.ids'),
  ...decided(null, 'conventions.other-ids', 'conventions.lists', 'conventions.wrong-token'),
  ...spec(null, 'conventions.foreign-404'),
  ...field(null, 'conventions.pages-log-in'),
  ...decided(
    null,
    'conventions.pages-call',
    'conventions.order-of-checks',
    'conventions.no-body',
    'conventions.unavailable',
  ),
  // Contract sections 2 and 9.2.
  ...decided(null, 'accounts.form'),
  ...decided('registerConsoleAccount', 'accounts.class-code'),
  ...spec('registerConsoleAccount', 'accounts.registrations'),
  ...spec('registerAccount', 'accounts.historical'),
  ...field('loginApi', 'accounts.login-body'),
  ...decided('loginApi', 'accounts.console-token'),
  ...decided('loginConsole', 'accounts.kept-token'),
  ...decided(null, 'accounts.login-form'),
  ...spec('refreshApiToken', 'accounts.undeclared-refresh', 'accounts.old-refresh'),
  ...spec(null, 'accounts.no-expiry', 'accounts.token-kinds'),
  ...decided(null, 'accounts.attempts', 'accounts.merchant-token', 'accounts.one-key'),
  ...decided('listTokens', 'accounts.last-use'),
  ...decided('revokeToken', 'accounts.revoked', 'accounts.own-key'),
  ...decided('changePassword', 'accounts.password-change'),
  ...decided('deleteAccount', 'accounts.deletion'),
  ...decided('loginConsole', 'accounts.one-time-password'),
  ...decided('registerMerchant', 'accounts.merchant-account'),
  ...decided('createConsoleMerchant', 'accounts.merchant-profile'),
  ...decided('issueMerchantToken', 'accounts.merchant-token-exchange'),
  // Contract sections 3 and 9.3: agreements, partners, splits and sessions.
  ...field(null, 'sessions.amounts'),
  ...field('createRequestSession', 'sessions.older-names'),
  ...Object.entries(olderForms.names).map(([older, newer]) =>
    row('decided', null, `sessions.refused-name-${dashed(older)}`, (t) =>
      t('fidelity.sessions.refused-name', { older, newer }),
    ),
  ),
  ...decided('createRequestSession', 'sessions.seventeenth'),
  ...spec('createAgreement', 'sessions.agreement-status'),
  ...decided('createAgreement', 'sessions.agreement-form', 'sessions.agreement-answer'),
  ...decided('createPartner', 'sessions.partner-form'),
  ...decided('createSplitReceiptAgreement', 'sessions.recipients'),
  ...decided(
    null,
    'sessions.owner-entry',
    'sessions.session-split',
    'sessions.unknown-recipient',
    'sessions.unknown-agreement',
    'sessions.cents',
    'sessions.currencies',
    'sessions.return-urls',
    'sessions.webhook-url',
  ),
  row('field', 'createButtonSession', 'sessions.duration', (t) =>
    t('fidelity.sessions.duration', { minutes: DEFAULT_DURATION_MINUTES }),
  ),
  ...field(null, 'sessions.internal-reference'),
  ...spec('createButtonSession', 'sessions.undeclared-fields'),
  ...decided('createButtonSession', 'sessions.config'),
  ...decided(null, 'sessions.session-answer'),
  ...decided('createRequestSession', 'sessions.request-form'),
  ...field('createRequestSession', 'sessions.due-date-optional'),
  ...field('createRequestBatch', 'sessions.batch-worth', 'sessions.batch-form'),
  ...spec('createRequestBatch', 'sessions.batch-whole'),
  ...field('getSessionStatus', 'sessions.payment-fields', 'sessions.user-message', 'sessions.failure-reason'),
  ...field('forceOutcome', 'sessions.forced-reason'),
  ...field(
    'getSessionStatus',
    'sessions.payer-fields',
    'sessions.crypto-details',
    'sessions.credit-fields',
    'sessions.credit-id',
  ),
  ...decided('getSessionStatus', 'sessions.status-fields'),
  ...spec(null, 'sessions.fee'),
  ...decided(null, 'sessions.rates'),
  ...decided('submitPayment', 'sessions.banks'),
  ...field(null, 'sessions.idempotency'),
  ...spec(null, 'sessions.throttle'),
  ...decided(null, 'sessions.throttle-window'),
  ...spec(null, 'sessions.stops-fixed'),
  ...field(null, 'sessions.stops-paths', 'sessions.stops-shapes'),
  ...decided(null, 'sessions.stops-fields'),
  // Contract sections 3 and 9.3: how a session moves.
  ...decided(null, 'states.final'),
  ...spec('expireSession', 'states.expire-paid'),
  ...decided('expireSession', 'states.expire-again'),
  ...field('submitPayment', 'states.request-retry'),
  ...decided(null, 'states.expiry', 'states.leg-2', 'states.failed-credits'),
  ...spec(null, 'states.delay', 'states.no-money'),
  ...decided(null, 'states.idempotency-refusals', 'states.split-rules'),
  // Contract sections 5 and 10: the settings of an account.
  ...toldSettings.map((name) =>
    row(accountSettings[name].provenance, 'updateSettings', `settings.${dashed(name)}`, (t) =>
      t(`fidelity.settings.${name}`),
    ),
  ),
  // Contract sections 4, 7 and 9: webhooks and the relay.
  ...decided(null, 'webhooks.created', 'webhooks.payload'),
  ...field(null, 'webhooks.data', 'webhooks.whole-seconds', 'webhooks.data-top'),
  ...field('updateSettings', 'webhooks.signature-prefix'),
  ...decided(null, 'webhooks.failed-payload', 'webhooks.quiet-outcomes', 'webhooks.extra-events'),
  ...field(null, 'webhooks.failed-reason'),
  ...decided(null, 'webhooks.same-bytes', 'webhooks.resend', 'webhooks.user-agent', 'webhooks.redirects'),
  row('spec', null, 'webhooks.ladder', (t) =>
    t('fidelity.webhooks.ladder', { waits: RETRY_WAITS_MS.join(', '), timeout: ATTEMPT_TIMEOUT_MS }),
  ),
  ...decided(null, 'webhooks.order'),
  ...spec(null, 'webhooks.routes'),
  ...decided('receiveHook', 'webhooks.captura'),
  ...decided(
    null,
    'webhooks.own-address',
    'webhooks.ranges',
    'webhooks.local',
    'webhooks.hosted-relay',
    'webhooks.address-guard',
  ),
  ...spec(null, 'webhooks.no-url'),
  ...decided(
    null,
    'webhooks.answers',
    'webhooks.answer-limits',
    'webhooks.answer-decoding',
    'webhooks.connections',
    'webhooks.own-share',
    'webhooks.host-pace',
    'webhooks.url-credentials',
    'webhooks.localhost-names',
    'webhooks.restart',
  ),
  ...spec(null, 'relay.exists'),
  ...decided(
    null,
    'relay.frames',
    'relay.answer',
    'relay.duration',
    'relay.silence',
    'relay.displaced',
    'relay.reconnect',
    'relay.target',
    'relay.sequence',
    'relay.lenient',
    'relay.replay',
    'relay.missed',
    'relay.events',
  ),
  // Contract sections 5 and 9.5: the simulator's own surfaces.
  ...decided(null, 'simulator.console-pages', 'simulator.cookie-names', 'simulator.agents'),
  ...spec(null, 'simulator.surfaces', 'simulator.test-alias'),
  ...decided('forceOutcome', 'simulator.outcomes'),
  ...spec('forceOutcome', 'simulator.outcome-500', 'simulator.forced-paid', 'simulator.forced-leg-2'),
  ...decided('resetAccount', 'simulator.reset', 'simulator.reset-demo'),
  ...decided('setClock', 'simulator.clock', 'simulator.clock-follows', 'simulator.clock-set'),
  ...decided(null, 'simulator.machine-clock'),
  ...decided('advanceClock', 'simulator.clock-advance'),
  ...decided(
    'setChaos',
    'simulator.chaos',
    'simulator.chaos-draws',
    'simulator.chaos-webhooks',
    'simulator.chaos-copies',
    'simulator.chaos-order',
    'simulator.chaos-attempts',
    'simulator.chaos-calls',
  ),
  ...decided('resetAccount', 'simulator.clock-reset'),
  ...decided(
    'setScript',
    'simulator.script',
    'simulator.script-method',
    'simulator.script-page',
    'simulator.script-after',
  ),
  ...decided('forceOutcome', 'simulator.script-forced'),
  ...decided('setScript', 'simulator.script-strict', 'simulator.script-magic'),
  ...decided('resetAccount', 'simulator.script-reset'),
  ...decided('getKeys', 'simulator.keys'),
  ...decided('getTrace', 'simulator.trace-event', 'simulator.trace-query', 'simulator.trace-live'),
  ...decided('listSessions', 'simulator.sessions-query', 'simulator.made-by'),
  ...decided('getProgress', 'simulator.progress', 'simulator.practices-by', 'simulator.practice-receivers'),
  ...decided('updateSettings', 'simulator.settings'),
  ...spec('receiveHook', 'simulator.fail'),
  ...decided(
    'receiveHook',
    'simulator.fail-problem',
    'simulator.programmed-receiver',
    'simulator.received-body',
  ),
  ...decided('getProgress', 'simulator.progress-page'),
  ...decided(null, 'simulator.parser-problems', 'simulator.served-hosts'),
  ...decided('getHealth', 'simulator.health'),
  ...decided(null, 'simulator.hosted-limits', 'simulator.quotas'),
  ...decided('getReadiness', 'simulator.drain'),
  ...decided('getFidelity', 'simulator.fidelity-form'),
  ...spec(null, 'simulator.retention'),
  ...decided(null, 'simulator.retention-rule'),
  ...decided('getSnapshot', 'snapshots.content', 'snapshots.bare', 'snapshots.limits'),
  ...decided(
    'loadSnapshot',
    'snapshots.load',
    'snapshots.times',
    'snapshots.ids',
    'snapshots.terminals',
    'snapshots.classes',
  ),
  ...decided(null, 'snapshots.seed'),
  ...decided('joinClass', 'classes.join-code', 'classes.one-class'),
  ...decided(null, 'classes.nothing-to-show'),
  ...decided('getClassProgress', 'classes.who-sees-what', 'classes.stuck', 'classes.csv', 'classes.live'),
  ...decided('updateClass', 'classes.closed'),
  ...decided('getTrainee', 'classes.trainee'),
  ...decided('removeTrainee', 'classes.removal'),
  ...decided('resetTraineePassword', 'classes.password-reset'),
  ...decided(null, 'classes.lasting'),
  // Contract sections 5 and 9.5: the payment page.
  ...spec('submitPayment', 'payment-page.key'),
  ...field('submitPayment', 'payment-page.keys', 'payment-page.form'),
  ...spec('submitPayment', 'payment-page.accreditation-choice'),
  ...decided('submitPayment', 'payment-page.needed-fields', 'payment-page.redirects'),
  ...field('submitPayment', 'payment-page.return-session'),
  ...decided('submitPayment', 'payment-page.closed', 'payment-page.once', 'payment-page.problems'),
  ...field('openPaymentPage', 'payment-page.page-address'),
  ...decided('showPaymentPage', 'payment-page.language'),
  ...decided('submitPayment', 'payment-page.no-csrf'),
  // Contract sections 6 and 9.6: the merchant and POS API.
  ...decided('registerMerchant', 'merchants.active', 'merchants.email-taken'),
  ...decided('loginMerchant', 'merchants.token'),
  ...decided(null, 'merchants.wrong-merchant'),
  ...decided('pairTerminal', 'terminals.code'),
  ...decided('unpairTerminal', 'terminals.unpair-code'),
  ...decided('pairTerminal', 'terminals.serial'),
  ...decided('listTerminals', 'terminals.list'),
  ...decided(null, 'terminals.serial-scope'),
  ...field(null, 'terminals.signature'),
  ...decided(
    null,
    'terminals.signature-get',
    'terminals.signature-key',
    'terminals.signature-case',
    'terminals.timestamp-forms',
    'terminals.signature-age',
    'terminals.refused-calls',
  ),
  ...decided(
    'createTransaction',
    'transactions.names',
    'transactions.currency',
    'transactions.terminal',
    'transactions.order-once',
  ),
  ...decided(null, 'transactions.answer'),
  ...decided('cancelTransaction', 'transactions.cancel'),
  ...decided(null, 'transactions.cancellation-data'),
  ...decided('commitTransaction', 'transactions.commit', 'transactions.commit-amount'),
  ...field('commitTransaction', 'transactions.card-type', 'transactions.card-name'),
  ...decided('commitVoid', 'transactions.void'),
  ...field(null, 'transactions.status-filter'),
  ...decided('listTerminalTransactions', 'transactions.list-body'),
  ...field(null, 'closings.batch-number', 'closings.either-credential', 'closings.total'),
  ...field('createSettlement', 'closings.form'),
  ...decided('createSettlement', 'closings.batch-once', 'closings.count'),
  ...field('listMerchantSettlements', 'closings.pages'),
  ...Object.entries(olderForms.values).map(([older, newer]) =>
    row('decided', null, `older.value-${dashed(older)}`, (t) => t('fidelity.older.value', { older, newer })),
  ),
  ...Object.entries(olderForms.paths).map(([older, newer]) =>
    row('decided', null, `older.path${older.replaceAll(/[^a-zA-Z0-9]+/g, '-').replace(/-$/, '')}`, (t) =>
      t('fidelity.older.path', { older, newer }),
    ),
  ),
  // Contract section 12, Older forms: refused values; the rows of sessions cover field names.
  ...decided('createAgreement', 'older.split'),
  ...decided(null, 'older.sdk'),
  ...decided('createTransaction', 'older.order-id'),
  ...decided('activateTerminal', 'older.serial'),
  // Contract sections 8 and 9.8.
  ...decided(
    null,
    'command-line.demo',
    'command-line.options',
    'command-line.public-url',
    'command-line.run-file',
  ),
];
