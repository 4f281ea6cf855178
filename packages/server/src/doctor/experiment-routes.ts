import {
  accept,
  DAY_MS,
  MINUTE_MS,
  type Outcome,
  type ReceiverFramework,
  runExperiments,
} from '@svc-simulator/contract';
import { type AccountRecord, accountTime, deliveryDiagnosis, isAccepted } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { accountEnvironment } from '../accounts/known-accounts.ts';
import { readDelivery } from '../deliveries/delivery-reading.ts';
import type { Admission } from '../http/limits/admission.ts';
import { KeyedBudget } from '../http/limits/keyed-budget.ts';
import type { LargeReads } from '../http/limits/large-reads.ts';
import { budgets } from '../http/limits/limit-table.ts';
import { conflict, notFound, refuseWith } from '../refusals.ts';
import { presentOutcome, type Route, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { bearer } from '../tokens/account-tokens.ts';
import type { Transports } from '../webhooks/transports.ts';
import type { FinishedExperiment } from './experiment-view.ts';
import type { ExperimentRequest } from './experiments.ts';
import { isWorthExperiments } from './finding.ts';
import { bodySigner } from './webhook-factory.ts';

/**
 * Offset of Venezuela's time zone, which receivers are assumed to use if the simulator's machine uses UTC.
 */
const VENEZUELA_MS = 4 * 60 * 60 * 1000;
/**
 * No experiments run if the account's clock differs more from the machine's, because a receiver could then
 * refuse every webhook.
 */
const MAX_CLOCK_OFFSET_MS = 60_000;

export type AttemptSender = Pick<Transports, 'send'>;

export function experimentRoutes(
  runtime: Runtime,
  sender: AttemptSender,
  { experiments: turns }: Pick<Admission, 'experiments'>,
): readonly Route[] {
  /** Ids of accounts with running experiments. A second run of an account at the same time is refused. */
  const busyIds = new Set<string>();
  const { experiments: budget } = budgets;
  const runs = new KeyedBudget(budget);
  return [
    route(runExperiments, async ({ account, body, header }) => {
      if (busyIds.has(account.id)) return conflict(message('problem.experiment.busy'));
      const waitMs = turns ? runs.take(account.id, runtime.clock.elapsed()) : 0;
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1000);
        const detail = message('problem.experiment.too_many', { limit: budget.limit, seconds });
        return refuseWith(429, 'problem.title.over_quota', detail, {
          headers: { 'retry-after': `${seconds}` },
        });
      }
      busyIds.add(account.id);
      try {
        const token = runtime.knownAccounts.find(account.id)?.token ?? bearer(header('authorization') ?? '');
        const target = { account, deliveryId: body.delivery_id, framework: body.framework, token, turns };
        const outcome = await runExperiment(runtime, sender, target);
        const { presentExperiment } = await import('./experiment-view.ts');
        const options = { language: pickLanguage(header('accept-language')), framework: body.framework };
        return presentOutcome(outcome, (experiment) => presentExperiment(experiment, options));
      } finally {
        busyIds.delete(account.id);
      }
    }),
  ];
}

interface ExperimentTarget {
  readonly account: AccountRecord;
  readonly deliveryId: string;
  readonly framework: ReceiverFramework | undefined;
  readonly token: string | undefined;
  readonly turns: LargeReads | null;
}

/**
 * Finds out by experiments why a receiver refused a delivery. 404 for an unknown delivery; 409 if no attempt
 * was refused, for test webhooks, and for webhooks to the simulator's built-in receivers.
 */
async function runExperiment(
  runtime: Runtime,
  sender: AttemptSender,
  { account, deliveryId, framework, token, turns }: ExperimentTarget,
): Promise<Outcome<FinishedExperiment>> {
  const { store, clock, random, knownAccounts } = runtime;
  const knownAccount = knownAccounts.find(account.id);
  const [record, delivery] = await Promise.all([
    store.get('delivery', deliveryId),
    readDelivery(runtime, account, deliveryId),
  ]);
  const { emission } = delivery ?? {};
  if (!record || !delivery || !emission) return notFound('delivery');
  const attempt = delivery.attempts.findLast(({ status }) => !isAccepted(status));
  if (!attempt || delivery.probe || record.route === 'loopback')
    return conflict(message('problem.experiment.not_refused', { delivery: deliveryId }));
  const variant = emission.signature.variant;
  const isClockMoved = Math.abs(accountTime(account.clock, clock.now()) - clock.now()) > MAX_CLOCK_OFFSET_MS;
  if (!isWorthExperiments(attempt) || isClockMoved) {
    const [first] = deliveryDiagnosis({ attempts: [attempt], probe: null, variant });
    const code = isClockMoved ? 'clock_moved' : (first?.code ?? 'undetermined');
    return accept({ delivery, verdict: { code, certainty: 'likely', requests: [] } });
  }
  const { webhookSecret, previousWebhookSecret: previous } = account;
  const now = () => accountTime(account.clock, clock.now());
  const newId = () => random.uuid();
  const experimentId = newId();
  let attempts = 0;
  const send = async ({ method, headers, body, path }: ExperimentRequest) => {
    const url = path === undefined ? record.url : new URL(path, record.url).href;
    // The event id 0 makes a relay ignore the webhook when it stores its position.
    const outgoing = { ...record, url, id: experimentId, attempts: attempts++, emittedEventId: 0 };
    const answer = await sender.send(outgoing, { headers, rawBody: body, method }).answer;
    return { ...answer, body: answer.body.toString() };
  };
  // Loaded only when needed, because few simulators run experiments.
  const { findMistake } = await import('./experiments.ts');
  const verdict = await findMistake({
    attempt,
    sessionId: record.sessionId,
    rawBody: emission.rawBody,
    url: record.url,
    secret: webhookSecret,
    signBody: bodySigner(webhookSecret, variant, { now, newId }),
    mode: variant,
    otherSecrets: {
      ...(token && { 'API token': token }),
      ...(previous && { 'previous webhook_secret': previous.secret }),
    },
    accountValues: {
      SIM_ACCOUNT_ID: account.id,
      ...(account.merchantId && { SIM_MERCHANT_ID: account.merchantId }),
      ...(account.demoAgreementId && { SIM_AGREEMENT_ID: account.demoAgreementId }),
      ...(knownAccount && accountEnvironment(record.url, knownAccount)),
    },
    zoneMs: new Date(clock.now()).getTimezoneOffset() * 60_000 || VENEZUELA_MS,
    clock,
    newId,
    nowMs: now,
    framework,
    send,
    runInTurn: async (work) => (turns ? turns.runInTurn(account.id, work) : work()),
  });
  const replacedMs = await findSecretReplacement(runtime, account.id);
  const ageMs = replacedMs === undefined ? DAY_MS : now() - replacedMs;
  const secretMinutes = Math.max(1, Math.round(ageMs / MINUTE_MS));
  return accept({ delivery, verdict: { ...verdict, ...(ageMs < DAY_MS && { secretMinutes }) } });
}

/** Returns the account's time at which its webhook secret was replaced last; undefined if the trace has none. */
async function findSecretReplacement({ store }: Runtime, accountId: string): Promise<number | undefined> {
  const query = { types: ['webhook_secret.replaced'], limit: 1, order: 'desc' } as const;
  const [event] = (await store.trace.page(accountId, query)).items;
  return event && Date.parse(JSON.parse(event.json).at);
}
