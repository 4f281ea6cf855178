import { type Clock, isAccepted, sleep } from '@svc-simulator/core';
import { type ReceiverAnswer, TIMED_OUT } from '@svc-simulator/outbound';
import type { Check } from './checks.ts';
import {
  BODY_LIMIT,
  CRASHED,
  coldStartVerdict,
  crashVerdict,
  experimentVerdict,
  hasAccepted,
  isRefused,
  isWorthExperiments,
  LOW_CONCURRENCY,
  limitedVerdict,
  periodOf,
  SAME_SESSION,
  slowWorkVerdict,
  TOO_MANY_REQUESTS,
  TOO_SLOW,
  tlsPortVerdict,
  type UnsteadyState,
  unsteadyVerdict,
  type Verdict,
  withEventName,
} from './finding.ts';
import type { TestedReceiver } from './tested-receiver.ts';

/** Time that a receiver which crashed gets to start again. */
const RESTART_MS = 2000;
const RESTART_POLL_MS = 250;
/** Pauses before a webhook is sent again to a receiver that may be starting. */
const START_PAUSES_MS = [1000, 1000];

/** After this time, a webhook has another timestamp. */
const NEXT_SECOND_MS = 1100;
/** Number of valid webhooks that show whether a receiver rejects some of them. */
const VALID_WEBHOOKS = 8;
/** Maximum number of valid webhooks that show whether a receiver rejects every nth of them. */
const MAX_VALID_WEBHOOKS = 16;
/** Fewer rejections could be equally far apart by chance. */
const MIN_REJECTIONS = 3;

/** Codes of responses that a receiver gives while it starts, or that only some of its instances give. */
const startingCodes = ['gateway', 'connection_cut'];
const silentCodes = ['no_answer', 'connection_cut', TOO_SLOW, LOW_CONCURRENCY];

type DoctorClock = Pick<Clock, 'after' | 'elapsed'>;
type FailedVerdict = Extract<Verdict, { outcome: 'failed' }>;

/**
 * Runs the first check. If a gateway, a closed connection or a timeout fails it, the receiver may be starting,
 * or one of its instances may be down, so valid webhooks are sent again.
 */
export async function runFirst(check: Check, receiver: TestedReceiver, clock: DoctorClock): Promise<Verdict> {
  const startMs = clock.elapsed();
  const verdict = await check.run(receiver);
  if (verdict.outcome !== 'failed' || ![TOO_SLOW, ...startingCodes].includes(verdict.code)) return verdict;
  const { attempt } = await receiver.firstWebhook();
  if (verdict.code === TOO_SLOW) {
    const factory = await receiver.createFactory();
    const wrongWebhook = factory.withSignature(await receiver.newWebhook(), '0'.repeat(64));
    if (!isRefused(await receiver.send(wrongWebhook))) return verdict;
    const answer = await sendValid(receiver);
    if (!hasAccepted(answer)) return answer.error === TIMED_OUT ? slowWorkVerdict(attempt) : verdict;
    return (await findUnsteadiness(receiver, [attempt, answer])) ?? coldStartVerdict(attempt, 0);
  }
  if (verdict.code === 'connection_cut' && (await receiver.findsTls())) return tlsPortVerdict(attempt);
  const answers: ReceiverAnswer[] = [attempt];
  for (const pauseMs of START_PAUSES_MS) {
    await sleep(clock, pauseMs);
    answers.push(await sendValid(receiver));
    if (answers.some(hasAccepted)) {
      const seconds = Math.round((clock.elapsed() - startMs) / 1000);
      return (await findUnsteadiness(receiver, answers)) ?? coldStartVerdict(attempt, seconds);
    }
  }
  const hasCrashed = attempt.error === 'ECONNRESET' && answers.at(-1)?.error?.startsWith('ECONNREFUSED');
  return hasCrashed ? crashVerdict(CRASHED, check.id) : verdict;
}

/**
 * Runs a check of a receiver that has accepted a valid webhook. A failed check proves its cause only if the
 * receiver still accepts every valid webhook, and if the check fails again.
 */
export async function runConfirmed(
  check: Check,
  receiver: TestedReceiver,
  clock: DoctorClock,
): Promise<Verdict> {
  const verdict = await check.run(receiver);
  if (verdict.outcome !== 'failed') return verdict;
  const { status = null } = verdict;
  if (status === null) return judgeSilence(check, receiver, verdict, clock);
  if (isAccepted(status)) return verdict;
  const answer = { status, error: null, durationMs: 0 };
  const answers: ReceiverAnswer[] = [];
  while (answers.length < VALID_WEBHOOKS && !isLimited([answer, ...answers]))
    answers.push(await sendValid(receiver));
  if (isLimited([answer, ...answers])) return limitedVerdict({ ...answer, status: TOO_MANY_REQUESTS });
  if (!answers.every(hasAccepted)) {
    const rareMistake = await findRareMistake(check, receiver);
    if (rareMistake) return rareMistake;
    const isFirstOnly = !answers.some(hasAccepted) && (await acceptsOnlyFirst(check, receiver, clock));
    return describeUnsteadiness(receiver, answers, isFirstOnly ? 'first_only' : undefined);
  }
  if (check.isRace) return verdict;
  receiver.forgetEvents();
  const repetition = await check.run(receiver);
  if (repetition.outcome === 'passed')
    return unsteadyVerdict(answer, { rejected: 1, count: VALID_WEBHOOKS + 2 });
  const isExplained = verdict.code === BODY_LIMIT || verdict.code === SAME_SESSION;
  return (!isExplained && (await findRareMistake(check, receiver))) || verdict;
}

/**
 * Returns `verdict` if the receiver accepts valid webhooks at once, and each of them. Otherwise it has crashed,
 * or it leaves some webhooks without a response.
 */
async function judgeSilence(
  { id, isRace }: Check,
  receiver: TestedReceiver,
  verdict: FailedVerdict,
  clock: DoctorClock,
): Promise<Verdict> {
  if (!silentCodes.includes(verdict.code)) return verdict;
  const answers = [await sendValid(receiver)];
  for (let waitedMs = 0; waitedMs < RESTART_MS && !answers.some(hasAccepted); waitedMs += RESTART_POLL_MS) {
    if (answers.some(({ error }) => error === TIMED_OUT)) return verdict;
    await sleep(clock, RESTART_POLL_MS);
    answers.push(await sendValid(receiver));
  }
  if (!answers.some(hasAccepted)) return crashVerdict(CRASHED, id);
  const wasDown = answers.length > 1 && !isRace;
  return (await findUnsteadiness(receiver, answers)) ?? (wasDown ? crashVerdict('restarted', id) : verdict);
}

async function sendValid(receiver: TestedReceiver): Promise<ReceiverAnswer> {
  return receiver.send(await receiver.newWebhook());
}

/** Sends more valid webhooks. Returns a verdict if the receiver rejects one after it has accepted one. */
async function findUnsteadiness(
  receiver: TestedReceiver,
  answers: ReceiverAnswer[],
): Promise<Verdict | undefined> {
  const isUnsteady = () => !answers.slice(answers.findIndex(hasAccepted)).every(hasAccepted);
  while (answers.length < VALID_WEBHOOKS && !isUnsteady()) answers.push(await sendValid(receiver));
  return isUnsteady() ? describeUnsteadiness(receiver, answers) : undefined;
}

/** Describes the pattern of the rejections. After a timeout, no more webhooks are sent to find the pattern. */
async function describeUnsteadiness(
  receiver: TestedReceiver,
  answers: ReceiverAnswer[],
  state?: UnsteadyState,
): Promise<Verdict> {
  const rejected = () => answers.filter((answer) => !hasAccepted(answer));
  const isTimedOut = () => answers.some(({ error }) => error === TIMED_OUT);
  while (rejected().length < MIN_REJECTIONS && answers.length < MAX_VALID_WEBHOOKS && !isTimedOut())
    answers.push(await sendValid(receiver));
  const [answer = { status: null, error: null }] = rejected();
  const isPeriodic = rejected().length >= MIN_REJECTIONS;
  const period = isPeriodic ? periodOf(answers.map(({ status }) => status)) : undefined;
  return unsteadyVerdict(answer, { rejected: rejected().length, count: answers.length }, { state, period });
}

function isLimited(answers: readonly Pick<ReceiverAnswer, 'status'>[]): boolean {
  return answers.some(({ status }) => status === TOO_MANY_REQUESTS);
}

/**
 * Returns true if the receiver accepted only the first webhook. A replay check can reject the others because
 * they have the same timestamp, so another webhook is sent a second later.
 */
async function acceptsOnlyFirst(
  { id }: Check,
  receiver: TestedReceiver,
  clock: Pick<Clock, 'after'>,
): Promise<boolean> {
  if (id !== 'all_events') return false;
  const events = await receiver.sentEvents();
  if (events.some(({ attempt }) => hasAccepted(attempt))) return false;
  await sleep(clock, NEXT_SECOND_MS);
  return !hasAccepted(await receiver.send(await receiver.newWebhook()));
}

/** Verdicts on what the receiver does after its signature check, which the failed check explains better. */
const lateCodes = ['after_signature', 'event_refused'];

/**
 * Looks for a mistake that affects only some signatures or bodies. With such a mistake, a receiver can accept
 * the first webhook and refuse a later one.
 */
async function findRareMistake({ id }: Check, receiver: TestedReceiver): Promise<Verdict | undefined> {
  if (id !== 'all_events') return undefined;
  const refusedWebhook = (await receiver.sentEvents()).find(({ attempt }) => isWorthExperiments(attempt));
  if (!refusedWebhook) return undefined;
  const experiment = await receiver.experiment(refusedWebhook);
  return experiment && experiment.certainty !== 'unknown' && !lateCodes.includes(experiment.code)
    ? withEventName(refusedWebhook.event, experimentVerdict(refusedWebhook.attempt, experiment))
    : undefined;
}
