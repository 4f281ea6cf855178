import diagnosis from 'texts:diagnosis';
import examination from 'texts:examination';
import signature from 'texts:signature';
import { accept, type Outcome, type ReceiverFramework, runExperiments } from '@svc-simulator/contract';
import {
  type AccountRecord,
  accountTime,
  type DeliveryModel,
  deliveryDiagnosis,
  isAccepted,
} from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { readDelivery } from '../deliveries/delivery-reading.ts';
import type { Admission } from '../http/limits/admission.ts';
import type { LargeReads } from '../http/limits/large-reads.ts';
import { conflict, notFound } from '../refusals.ts';
import { presentOutcome, type Route, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { bearer } from '../tokens/account-tokens.ts';
import type { Transports } from '../webhooks/transports.ts';
import { experimentTexts } from './experiment-texts.ts';
import type { ExperimentRequest, ExperimentVerdict } from './experiments.ts';
import { isWorthExperiments } from './finding.ts';
import { WebhookFactory } from './webhook-factory.ts';

/** The time zone of the country where receivers run, if the simulator's machine uses UTC. */
const VENEZUELA_MS = 4 * 60 * 60 * 1000;
/** A receiver may refuse a webhook that is further from the machine's time. */
const MAX_CLOCK_OFFSET_MS = 60_000;

export type AttemptSender = Pick<Transports, 'send'>;

const experimentTextsIn = textsByLanguage(examination, signature, diagnosis);

export function experimentRoutes(
  runtime: Runtime,
  sender: AttemptSender,
  { experiments: turns }: Pick<Admission, 'experiments'>,
): readonly Route[] {
  /** Accounts with running experiments; one run at a time each. */
  const busyIds = new Set<string>();
  return [
    route(runExperiments, async ({ account, body, header }) => {
      if (busyIds.has(account.id)) return conflict(message('problem.experiment.busy'));
      busyIds.add(account.id);
      try {
        const token = runtime.known.find(account.id)?.token ?? bearer(header('authorization') ?? '');
        const signing = { account, deliveryId: body.delivery_id, token, turns };
        const outcome = await experimentOn(runtime, sender, signing);
        const t = experimentTextsIn(pickLanguage(header('accept-language')));
        return presentOutcome(outcome, (experiment) => presentExperiment(t, experiment, body.framework));
      } finally {
        busyIds.delete(account.id);
      }
    }),
  ];
}

interface ExperimentOn {
  readonly account: AccountRecord;
  readonly deliveryId: string;
  readonly token: string | undefined;
  readonly turns: LargeReads | null;
}

interface FinishedExperiment {
  readonly delivery: DeliveryModel;
  readonly verdict: ExperimentVerdict;
}

/** Refusals: 404 for an unknown delivery; 409 for one that isn't a refused webhook to the account's receiver. */
async function experimentOn(
  runtime: Runtime,
  sender: AttemptSender,
  { account, deliveryId, token, turns }: ExperimentOn,
): Promise<Outcome<FinishedExperiment>> {
  const { store, clock, random } = runtime;
  const [record, delivery] = await Promise.all([
    store.get('delivery', deliveryId),
    readDelivery(runtime, account, deliveryId),
  ]);
  const { emission } = delivery ?? {};
  if (!record || !delivery || !emission) return notFound('delivery');
  const attempt = delivery.attempts.findLast(({ status }) => !isAccepted(status));
  if (!attempt || delivery.probe || record.route === 'loopback')
    return conflict(message('problem.experiment.not_refused', { delivery: deliveryId }));
  const mode = emission.signature.variant;
  const isClockMoved = Math.abs(accountTime(account.clock, clock.now()) - clock.now()) > MAX_CLOCK_OFFSET_MS;
  if (!isWorthExperiments(attempt) || isClockMoved) {
    const [first] = deliveryDiagnosis({ attempts: [attempt], probe: null, variant: mode });
    const code = isClockMoved ? 'clock_moved' : (first?.code ?? 'undetermined');
    return accept({ delivery, verdict: { code, certainty: 'likely', requests: [] } });
  }
  const { webhookSecret, previousWebhookSecret: previous } = account;
  const now = () => accountTime(account.clock, clock.now());
  const newId = () => random.uuid();
  const experimentId = newId();
  let attempts = 0;
  const send = async ({ method, headers, body }: ExperimentRequest) => {
    // Number 0 doesn't move the place from which a relay asks for missed webhooks.
    const outgoing = { ...record, id: experimentId, attempts: attempts++, emittedEventId: 0 };
    const answer = await sender.send(outgoing, { headers, rawBody: body, method }).answer;
    return { status: answer.status, error: answer.error, body: answer.body.toString() };
  };
  // Loaded only here, because few simulators run experiments.
  const { findMistake } = await import('./experiments.ts');
  const verdict = await findMistake({
    attempt,
    sessionId: record.sessionId,
    rawBody: emission.rawBody,
    secret: webhookSecret,
    factory: new WebhookFactory(webhookSecret, mode, { now, newId }),
    mode,
    otherSecrets: {
      ...(token && { 'API token': token }),
      ...(previous && { 'previous webhook_secret': previous.secret }),
    },
    zoneMs: new Date(clock.now()).getTimezoneOffset() * 60_000 || VENEZUELA_MS,
    clock,
    newId,
    send,
    inTurn: async (work) => (turns ? turns.inTurn(account.id, work) : work()),
  });
  return accept({ delivery, verdict });
}

function presentExperiment(
  t: Texts,
  { delivery: { id, url, emission }, verdict }: FinishedExperiment,
  framework: ReceiverFramework | undefined,
) {
  const { code, certainty, requests } = verdict;
  const mode = emission?.signature.variant ?? 'timestamp';
  return {
    delivery_id: id,
    url,
    code,
    certainty,
    ...experimentTexts(t, verdict, { mode, framework }),
    requests,
  };
}
