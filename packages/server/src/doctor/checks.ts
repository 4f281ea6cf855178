import { webhookHeaders } from '@svc-simulator/contract';
import { isUnusableAnswer } from '@svc-simulator/core';
import type { ReceiverAnswer } from '@svc-simulator/outbound';
import {
  acceptedVerdict,
  badEncoding,
  type CheckId,
  cutAndAlive,
  diagnosed,
  experimentVerdict,
  failedVerdict,
  fewAtOnce,
  hasAccepted,
  isRefused,
  isWorthExperiments,
  judge,
  passedVerdict,
  unanswered,
  type Verdict,
} from './finding.ts';
import type { Sent, TestedReceiver } from './tested-receiver.ts';
import { accented, ofAnotherSession, splitAmongMany } from './webhook-factory.ts';

const AT_ONCE = 20;
const COPIES = 5;
/** Shorter than any body. */
const FIRST_PIECE_BYTES = 100;

export const deliveryChecks: readonly Check[] = [
  { id: 'unknown_event', run: (receiver) => receiver.probe('unknown_event') },
  { id: 'extra_fields', run: (receiver) => receiver.probe('extra_fields') },
  {
    id: 'any_order',
    needs: ['all_events'],
    async run(receiver) {
      const factory = await receiver.factory();
      const id = receiver.newId();
      const paid = (await receiver.event('payment_session.paid')).emission;
      const accredited = (await receiver.event('payment_session.accredited')).emission;
      const answers = [
        await receiver.send(factory.sign({ body: ofAnotherSession(accredited, id) })),
        await receiver.send(factory.sign({ body: ofAnotherSession(paid, id) })),
      ];
      return judge('any_order', answers, hasAccepted);
    },
  },
  {
    id: 'large_body',
    needs: ['all_events'],
    async run(receiver) {
      const body = splitAmongMany(
        (await receiver.event('payment_session.accredited')).emission,
        receiver.newId,
      );
      const webhook = (await receiver.factory()).sign({ body });
      return judge('large_body', [await receiver.send(webhook)], hasAccepted);
    },
  },
  {
    id: 'concurrency',
    async run(receiver) {
      const webhooks = await Promise.all(Array.from({ length: AT_ONCE }, () => receiver.another()));
      // In two pieces, so each is still being read when the others arrive.
      const answers = await receiver.sendInPieces(webhooks, FIRST_PIECE_BYTES);
      const isAnswered = ({ status, error }: ReceiverAnswer) =>
        status !== null || isUnusableAnswer(error) || error?.startsWith('ECONNREFUSED');
      const wrong = judge('concurrency', answers.filter(isAnswered), hasAccepted);
      const silent = answers.find((answer) => !isAnswered(answer));
      return wrong.outcome === 'passed' && silent ? fewAtOnce(silent) : wrong;
    },
  },
  {
    id: 'body_in_pieces',
    needs: ['all_events', 'concurrency'],
    async run(receiver) {
      const body = accented((await receiver.event('payment_session.paid')).emission);
      const factory = await receiver.factory();
      const webhook = factory.sign({ body });
      const splitAt = webhook.body.indexOf('é') + 1;
      const verdict = judge('body_in_pieces', await receiver.sendInPieces([webhook], splitAt), hasAccepted);
      if (verdict.outcome === 'passed') return passedVerdict;
      const whole = await receiver.send(factory.sign({ body }));
      return isRefused(whole) ? badEncoding(whole) : verdict;
    },
  },
  { id: 'duplicate', run: (receiver) => receiver.probe('duplicate') },
  {
    id: 'duplicates_at_once',
    needs: ['duplicate', 'concurrency'],
    async run(receiver) {
      const webhook = await receiver.another();
      const copies = Array.from({ length: COPIES }, () => webhook);
      const answers = await receiver.sendInPieces(copies, FIRST_PIECE_BYTES);
      return judge('duplicates_at_once', answers, hasAccepted);
    },
  },
  {
    id: 'retry_after_failure',
    needs: ['duplicate', 'concurrency'],
    async run(receiver) {
      const webhook = await receiver.another();
      await receiver.cutOff(webhook);
      return judge('retry_after_failure', [await receiver.send(webhook)], hasAccepted);
    },
  },
];

/** Correct digits of the signature; the other 48 are wrong. */
const RIGHT_DIGITS = 16;

export const signatureChecks: readonly Check[] = [
  { id: 'bad_signature', run: (receiver) => receiver.probe('bad_signature') },
  {
    id: 'missing_signature',
    needs: ['bad_signature'],
    async run(receiver) {
      const factory = await receiver.factory();
      const webhook = await receiver.another();
      return judge(
        'missing_signature',
        [await receiver.send(factory.signedAs(webhook, undefined))],
        isRefused,
      );
    },
  },
  {
    id: 'partial_signature',
    needs: ['bad_signature'],
    async run(receiver) {
      const factory = await receiver.factory();
      const webhook = await receiver.another();
      const right = webhook.headers[webhookHeaders.signature] ?? '';
      const beginning = right.slice(0, RIGHT_DIGITS);
      const wrong = right.slice(RIGHT_DIGITS).replace(/./g, (digit) => (digit === '0' ? '1' : '0'));
      const answers = [
        await receiver.send(factory.signedAs(webhook, beginning + wrong)),
        await receiver.send(factory.signedAs(webhook, beginning)),
      ];
      return judge('partial_signature', answers, isRefused);
    },
  },
  { id: 'stale_timestamp', run: (receiver) => receiver.probe('stale_timestamp') },
  {
    id: 'raw_bytes',
    async run(receiver) {
      const genuine = JSON.parse(ofAnotherSession((await receiver.created()).emission, receiver.newId()));
      const webhook = (await receiver.factory()).sign({ body: JSON.stringify(genuine, null, 2) });
      return judge('raw_bytes', [await receiver.send(webhook)], hasAccepted);
    },
  },
  {
    id: 'header_case',
    async run(receiver) {
      const { headers, ...webhook } = await receiver.another();
      const capitals = Object.entries(headers).map(([name, value]) => [capitalised(name), value]);
      const answer = await receiver.send({ ...webhook, headers: Object.fromEntries(capitals) });
      return judge('header_case', [answer], hasAccepted);
    },
  },
];

/** Runs last, because a receiver with this fault may crash. */
export const brokenBody: Check = {
  id: 'broken_body',
  // A receiver that a cut connection has crashed is already gone.
  needs: ['bad_signature', 'retry_after_failure'],
  async run(receiver) {
    const factory = await receiver.factory();
    const body = ofAnotherSession((await receiver.created()).emission, receiver.newId());
    const broken = factory.sign({ body: body.slice(0, body.length / 2) });
    const refusal = await receiver.send(factory.signedAs(broken, '0'.repeat(64)));
    if (refusal.status !== null && !isRefused(refusal)) return failedVerdict('broken_body', refusal);
    if (isUnusableAnswer(refusal.error)) return unanswered(refusal);
    // The receiver responded just before, so a missing response now means that the broken body crashed it.
    const next = await receiver.send(factory.sign({ body }));
    if (!hasAccepted(next)) return failedVerdict('broken_body', next);
    return refusal.status === null ? cutAndAlive(refusal) : passedVerdict;
  },
};

function capitalised(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** A slower receiver probably works before it responds. */
const SLOW_MS = 1000;

const genuineChecks: readonly Check[] = [
  {
    id: 'genuine_webhook',
    async run(receiver) {
      const sent = await receiver.created();
      const { attempt } = sent;
      const variant = await receiver.variant();
      if (hasAccepted(attempt)) return acceptedVerdict(attempt, variant);
      const experiment = isWorthExperiments(attempt) ? await receiver.experiment(sent) : undefined;
      return experiment
        ? experimentVerdict(attempt, experiment)
        : diagnosed('genuine_webhook', attempt, variant);
    },
  },
  {
    id: 'all_events',
    async run(receiver) {
      return allTaken('all_events', await receiver.events(), receiver);
    },
  },
  {
    id: 'fast_answers',
    needs: ['all_events'],
    async run(receiver) {
      const isSlow = ({ attempt }: Sent) => attempt.durationMs > SLOW_MS;
      const slow = (await receiver.events()).find(isSlow);
      if (!slow) return passedVerdict;
      // A single slow response may be the fault of the machine or of a receiver that has just started.
      const again = (await receiver.furtherEvents()).find(
        (sent) => sent.event === slow.event && isSlow(sent),
      );
      return again ? about(again.event, failedVerdict('fast_answers', again.attempt)) : passedVerdict;
    },
  },
];

/** All checks in order: the first creates the webhook for the others, the last may crash the receiver. */
export const checks: readonly Check[] = [...genuineChecks, ...signatureChecks, ...deliveryChecks, brokenBody];

/** Ends of sessions that only the operator of the simulator can cause. */
export interface SessionEnds {
  /** Returns all webhooks of a session whose accreditation comes long after its payment. */
  accreditLate(): Promise<readonly Sent[]>;
  /** Returns the webhook of an expired session, which is sent only with `extra_events`. */
  expire(): Promise<Sent | undefined>;
}

export function endChecks(ends: SessionEnds): readonly Check[] {
  return [
    {
      id: 'late_accreditation',
      run: async (receiver) => allTaken('late_accreditation', await ends.accreditLate(), receiver),
    },
    {
      id: 'expired_session',
      async run(receiver) {
        const sent = await ends.expire();
        return sent ? allTaken('expired_session', [sent], receiver) : toldNobody;
      },
    },
  ];
}

const toldNobody: Verdict = { outcome: 'skipped', because: (t) => t('examination.expired_unsent') };

async function allTaken(id: CheckId, sent: readonly Sent[], receiver: TestedReceiver): Promise<Verdict> {
  const lost = sent.find(({ attempt }) => !hasAccepted(attempt));
  if (!lost) return passedVerdict;
  return about(lost.event, diagnosed(id, lost.attempt, await receiver.variant()));
}

function about(event: string, verdict: Verdict): Verdict {
  if (verdict.outcome !== 'failed') return verdict;
  return { ...verdict, why: (t) => `${event}: ${verdict.why(t)}` };
}

export interface Check {
  readonly id: CheckId;
  /** Checks that must pass first, because without them this one proves nothing. */
  readonly needs?: readonly CheckId[];
  run(receiver: TestedReceiver): Promise<Verdict>;
}
