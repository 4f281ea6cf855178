import { webhookHeaders } from '@svc-simulator/contract';
import { type Clock, isAccepted, sleep } from '@svc-simulator/core';
import { type ReceiverAnswer, TIMED_OUT } from '@svc-simulator/outbound';
import type { Check } from './checks.ts';
import {
  BODY_LIMIT,
  CRASHED,
  causeVerdict,
  coldStartVerdict,
  crashVerdict,
  experimentVerdict,
  type FailedVerdict,
  hasAccepted,
  isRefused,
  isWorthExperiments,
  LOW_CONCURRENCY,
  periodOf,
  SAME_SESSION,
  TOO_MANY_REQUESTS,
  TOO_SLOW,
  tlsPortVerdict,
  type UnsteadyState,
  unsteadyVerdict,
  type Verdict,
  withEventName,
} from './finding.ts';
import type { TestedReceiver } from './tested-receiver.ts';
import { WRONG_SIGNATURE, withSignature } from './webhook-factory.ts';

/** Time that a receiver which crashed gets to start again. */
const RESTART_MS = 2000;
const RESTART_POLL_MS = 250;
/** Pauses before a webhook is sent again to a receiver that may be starting. */
const START_PAUSES_MS = [1000, 1000];

/** After this time, a webhook has another timestamp. */
const NEXT_SECOND_MS = 1100;
const TIMING_ROUNDS = 2;
/** Number of valid webhooks that show whether a receiver rejects some of them. */
const VALID_WEBHOOKS = 8;
/** Maximum number of valid webhooks that show whether a receiver rejects every nth of them. */
const MAX_VALID_WEBHOOKS = 16;
/** Fewer rejections could be equally far apart by chance. */
const MIN_REJECTIONS = 3;

/** Codes of responses that a receiver gives while it starts, or that only some of its instances give. */
const startingCodes = ['gateway', 'maintenance', 'connection_cut'];
const silentCodes = ['no_answer', 'connection_cut', TOO_SLOW, LOW_CONCURRENCY];

type DoctorClock = Pick<Clock, 'after' | 'elapsed'>;

/**
 * Runs the first check. If a gateway, a closed connection or a timeout fails it, the receiver may be starting,
 * or one of its instances may be down, so valid webhooks are sent again.
 */
export async function runFirst(check: Check, receiver: TestedReceiver, clock: DoctorClock): Promise<Verdict> {
  const startMs = clock.elapsed();
  const verdict = await check.run(receiver);
  if (verdict.outcome !== 'failed') return verdict;
  if (verdict.code === TOO_SLOW) return judgeTimeout(receiver, verdict);
  if (!startingCodes.includes(verdict.code)) return verdict;
  const { attempt } = await receiver.firstWebhook();
  if (verdict.code === 'connection_cut' && (await receiver.findsTls())) return tlsPortVerdict(attempt);
  const answers: ReceiverAnswer[] = [attempt];
  for (const pauseMs of START_PAUSES_MS) {
    await sleep(clock, pauseMs);
    answers.push(await receiver.sendNew());
    if (answers.some(hasAccepted)) {
      const seconds = Math.round((clock.elapsed() - startMs) / 1000);
      return (await findUnsteadiness(receiver, answers)) ?? coldStartVerdict(attempt, seconds);
    }
  }
  if (verdict.code !== 'connection_cut' && (await acceptsRetries(receiver)))
    return causeVerdict('retry_passes', attempt);
  const hasCrashed = attempt.error === 'ECONNRESET' && answers.at(-1)?.error?.startsWith('ECONNREFUSED');
  return hasCrashed ? crashVerdict(CRASHED, check.id) : verdict;
}

/** Returns true if the receiver refuses each webhook and accepts its copy, except with a wrong signature. */
async function acceptsRetries(receiver: TestedReceiver): Promise<boolean> {
  const webhooks = [await receiver.newWebhook(), await receiver.newWebhook()];
  for (const webhook of [...webhooks, withSignature(await receiver.newWebhook(), WRONG_SIGNATURE)]) {
    if (hasAccepted(await receiver.send(webhook))) return false;
    if (hasAccepted(await receiver.send(webhook)) !== webhooks.includes(webhook)) return false;
  }
  return true;
}

/** Finds out whether a receiver that didn't respond in time works too long, or only this time. */
async function judgeTimeout(receiver: TestedReceiver, verdict: FailedVerdict): Promise<Verdict> {
  const { attempt } = await receiver.firstWebhook();
  const wrongWebhook = withSignature(await receiver.newWebhook(), WRONG_SIGNATURE);
  if (!isRefused(await receiver.send(wrongWebhook))) return verdict;
  const answer = await receiver.sendNew();
  if (!hasAccepted(answer)) return answer.error === TIMED_OUT ? causeVerdict(TOO_SLOW, attempt) : verdict;
  return (await findUnsteadiness(receiver, [attempt, answer])) ?? coldStartVerdict(attempt, 0);
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
  const refusal = { status, error: null };
  const answers: ReceiverAnswer[] = [];
  const isLimited = () => [refusal, ...answers].some((answer) => answer.status === TOO_MANY_REQUESTS);
  while (answers.length < VALID_WEBHOOKS && !isLimited()) answers.push(await receiver.sendNew());
  if (isLimited()) return causeVerdict('limited', { ...refusal, status: TOO_MANY_REQUESTS });
  if (!answers.every(hasAccepted)) {
    const rareMistake = await findRareMistake(check, receiver);
    if (rareMistake) return rareMistake;
    const isFirstOnly = !answers.some(hasAccepted) && (await acceptsOnlyFirst(check, receiver, clock));
    const isIrregular = periodOf(answers.map((answer) => answer.status)) === undefined;
    const state = isFirstOnly
      ? 'first_only'
      : isRefused(refusal) && isIrregular
        ? await findTimingRule(receiver, clock)
        : undefined;
    // The first webhook was accepted, so not all were rejected.
    if (!answers.some(hasAccepted)) answers.unshift((await receiver.firstWebhook()).attempt);
    return describeUnsteadiness(receiver, answers, state);
  }
  if (check.isRace) return verdict;
  receiver.forgetEvents();
  const repetition = await check.run(receiver);
  if (repetition.outcome === 'passed')
    return unsteadyVerdict(refusal, { rejected: 1, count: VALID_WEBHOOKS + 2 });
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
  const answers = [await receiver.sendNew()];
  for (let waitedMs = 0; waitedMs < RESTART_MS && !answers.some(hasAccepted); waitedMs += RESTART_POLL_MS) {
    if (answers.some(({ error }) => error === TIMED_OUT)) return verdict;
    await sleep(clock, RESTART_POLL_MS);
    answers.push(await receiver.sendNew());
  }
  if (!answers.some(hasAccepted)) return crashVerdict(CRASHED, id);
  const wasDown = answers.length > 1 && !isRace;
  return (await findUnsteadiness(receiver, answers)) ?? (wasDown ? crashVerdict('restarted', id) : verdict);
}

/** Sends more valid webhooks. Returns a verdict if the receiver rejects one after it has accepted one. */
async function findUnsteadiness(
  receiver: TestedReceiver,
  answers: ReceiverAnswer[],
): Promise<Verdict | undefined> {
  const isUnsteady = () => !answers.slice(answers.findIndex(hasAccepted)).every(hasAccepted);
  while (answers.length < VALID_WEBHOOKS && !isUnsteady()) answers.push(await receiver.sendNew());
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
    answers.push(await receiver.sendNew());
  const [answer = { status: null, error: null }] = rejected();
  const isPeriodic = rejected().length >= MIN_REJECTIONS;
  const period = isPeriodic ? periodOf(answers.map(({ status }) => status)) : undefined;
  return unsteadyVerdict(answer, { rejected: rejected().length, count: answers.length }, { state, period });
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
  return !hasAccepted(await receiver.sendNew());
}

/**
 * Sends webhooks with the same timestamp a second apart, and webhooks with different timestamps right after
 * one another. Returns the cause if both rounds show the same one.
 */
async function findTimingRule(
  receiver: TestedReceiver,
  clock: Pick<Clock, 'after'>,
): Promise<'replay' | 'lock' | 'process'> {
  const pause = () => sleep(clock, NEXT_SECOND_MS);
  const rounds: string[] = [];
  while (rounds.length < TIMING_ROUNDS) {
    await pause();
    const webhooks = [await receiver.newWebhook(), await receiver.newWebhook()] as const;
    const [timestamp, other] = webhooks.map(({ headers }) => headers[webhookHeaders.timestamp]);
    if (timestamp !== other) continue;
    const answers = [await receiver.send(webhooks[0])];
    await pause();
    const laterWebhook = await receiver.newWebhook();
    answers.push(await receiver.send(webhooks[1]), await receiver.send(laterWebhook));
    rounds.push(answers.map((answer) => (hasAccepted(answer) ? 'a' : 'r')).join(''));
  }
  if (rounds.every((round) => round === 'ara')) return 'replay';
  return rounds.every((round) => round === 'aar') ? 'lock' : 'process';
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
