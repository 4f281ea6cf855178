import { type Clock, isAccepted, sleep } from '@svc-simulator/core';
import type { ReceiverAnswer } from '@svc-simulator/outbound';
import type { Check } from './checks.ts';
import {
  BODY_LIMIT,
  CRASHED,
  crashVerdict,
  experimentVerdict,
  hasAccepted,
  isAlternating,
  isWorthExperiments,
  limitedVerdict,
  SAME_SESSION,
  TOO_MANY_REQUESTS,
  unsteadyVerdict,
  type Verdict,
  withEventName,
} from './finding.ts';
import type { TestedReceiver } from './tested-receiver.ts';

/** Time that a receiver which crashed gets to start again. */
const RESTART_MS = 2000;
const RESTART_POLL_MS = 250;

/** After this time, a webhook has another timestamp. */
const NEXT_SECOND_MS = 1100;
/** Number of valid webhooks that show whether a receiver rejects some of them. */
const VALID_WEBHOOKS = 8;

/**
 * Runs a check of a receiver that has accepted a valid webhook. A failed check proves its cause only if the
 * receiver still accepts every valid webhook, and if the check fails again.
 */
export async function runConfirmed(
  check: Check,
  receiver: TestedReceiver,
  clock: Pick<Clock, 'after'>,
): Promise<Verdict> {
  const verdict = await check.run(receiver);
  if (verdict.outcome !== 'failed') return verdict;
  const { status = null } = verdict;
  if (verdict.code === 'no_answer' && !check.isRace) return judgeCrash(check, receiver, { verdict, clock });
  if (status === null || isAccepted(status)) return verdict;
  const answer = { status, error: null };
  const answers: ReceiverAnswer[] = [];
  while (answers.length < VALID_WEBHOOKS && !isLimited([answer, ...answers]))
    answers.push(await receiver.send(await receiver.newWebhook()));
  if (isLimited([answer, ...answers])) return limitedVerdict({ ...answer, status: TOO_MANY_REQUESTS });
  const rejectedCount = answers.filter((each) => each.status !== null && !hasAccepted(each)).length;
  // Also counts the webhook of the failed check, and the first webhook, which was accepted.
  const counts = { rejected: rejectedCount + 1, count: answers.length + 2 };
  if (rejectedCount > 0) {
    const rareMistake = await findRareMistake(check, receiver);
    if (rareMistake) return rareMistake;
    if (isAlternating(answers.map((each) => each.status)))
      return unsteadyVerdict(answer, counts, 'alternating');
    const isFirstOnly = rejectedCount === answers.length && (await acceptsOnlyFirst(check, receiver, clock));
    return unsteadyVerdict(answer, counts, isFirstOnly ? 'first_only' : undefined);
  }
  if (check.isRace) return verdict;
  receiver.forgetEvents();
  const repetition = await check.run(receiver);
  if (repetition.outcome === 'passed') return unsteadyVerdict(answer, counts);
  const isExplained = verdict.code === BODY_LIMIT || verdict.code === SAME_SESSION;
  return (!isExplained && (await findRareMistake(check, receiver))) || verdict;
}

/**
 * Returns `verdict` unless the receiver has crashed. A receiver that accepts the next valid webhook at once
 * hasn't crashed.
 */
async function judgeCrash(
  { id }: Check,
  receiver: TestedReceiver,
  { verdict, clock }: { readonly verdict: Verdict; readonly clock: Pick<Clock, 'after'> },
): Promise<Verdict> {
  for (let waitedMs = 0; waitedMs <= RESTART_MS; waitedMs += RESTART_POLL_MS) {
    const answer = await receiver.send(await receiver.newWebhook());
    if (hasAccepted(answer)) return waitedMs === 0 ? verdict : crashVerdict('restarted', id);
    if (answer.error === 'timeout') return verdict;
    await sleep(clock, RESTART_POLL_MS);
  }
  return crashVerdict(CRASHED, id);
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

/**
 * Looks for a mistake that affects only some signatures or bodies. With such a mistake, a receiver can accept
 * the first webhook and refuse a later one.
 */
async function findRareMistake({ id }: Check, receiver: TestedReceiver): Promise<Verdict | undefined> {
  if (id !== 'all_events') return undefined;
  const refusedWebhook = (await receiver.sentEvents()).find(({ attempt }) => isWorthExperiments(attempt));
  if (!refusedWebhook) return undefined;
  const experiment = await receiver.experiment(refusedWebhook);
  return experiment && experiment.certainty !== 'unknown' && experiment.code !== 'after_signature'
    ? withEventName(refusedWebhook.event, experimentVerdict(refusedWebhook.attempt, experiment))
    : undefined;
}
