import { webhookHeaders } from '@svc-simulator/contract';
import { isAccepted, isUnusableAnswer } from '@svc-simulator/core';
import { type ReceiverAnswer, TIMED_OUT } from '@svc-simulator/outbound';
import {
  acceptedVerdict,
  BODY_LIMIT,
  type CheckId,
  causeVerdict,
  connectionVerdict,
  crashVerdict,
  damageVerdict,
  diagnosedVerdict,
  experimentVerdict,
  failedVerdict,
  hasAccepted,
  IRREGULAR_ORDER,
  isRefused,
  isWorthExperiments,
  judge,
  LOW_CONCURRENCY,
  passedVerdict,
  rareMistakeVerdict,
  SAME_SESSION,
  unansweredVerdict,
  unsteadyVerdict,
  type Verdict,
  withEventName,
} from './finding.ts';
import type { AttemptedWebhook } from './simulated-webhooks.ts';
import type { TestedReceiver } from './tested-receiver.ts';
import {
  addManyCredits,
  fragileTexts,
  replaceSessionId,
  signaturePatterns,
  signUntil,
  WRONG_SIGNATURE,
  withBankName,
  withoutSignature,
  withSignature,
} from './webhook-factory.ts';

const CONCURRENT_WEBHOOKS = 20;
const COPIES = 5;
const FIRST_PIECE_BYTES = 100;
const ACCENTED_NAME = 'Venezolano de Crédito';

export interface Check {
  readonly id: CheckId;
  /** Checks that must pass first; without them, the result of this check proves nothing. */
  readonly needs?: readonly CheckId[];
  /** True if a receiver that refuses the second event of a session would fail for that reason. */
  readonly isLaterEvent?: boolean;
  /** True if the result can differ each time, because the receiver handles several webhooks at once. */
  readonly isRace?: boolean;
  run(receiver: TestedReceiver): Promise<Verdict>;
}

const SLOW_RESPONSE_MS = 1000;

/** Number of correct digits at the beginning of a signature; the other 48 are wrong. */
const CORRECT_DIGITS = 16;

/**
 * All checks in order. The first check creates the webhook that the others use. The last check can crash the
 * receiver, because some receivers don't expect incomplete JSON.
 */
export const checks: readonly Check[] = [
  {
    id: 'genuine_webhook',
    async run(receiver) {
      const webhook = await receiver.firstWebhook();
      const { attempt } = webhook;
      const variant = await receiver.detectVariant();
      if (hasAccepted(attempt)) return (await findLostZeros(receiver)) ?? acceptedVerdict(attempt, variant);
      const experiment = isWorthExperiments(attempt) ? await receiver.experiment(webhook) : undefined;
      return experiment
        ? experimentVerdict(attempt, experiment)
        : diagnosedVerdict('genuine_webhook', attempt, variant);
    },
  },
  {
    id: 'all_events',
    async run(receiver) {
      const webhooks = await receiver.sentEvents();
      const verdict = await judgeWebhooks('all_events', webhooks, receiver);
      if (verdict.outcome !== 'failed' || verdict.status === null) return verdict;
      return (
        (await findBodyLimit(webhooks, receiver)) ?? (await findSessionLimit(webhooks, receiver)) ?? verdict
      );
    },
  },
  {
    id: 'fast_answers',
    needs: ['all_events'],
    async run(receiver) {
      const isSlow = ({ attempt }: AttemptedWebhook) => attempt.durationMs > SLOW_RESPONSE_MS;
      const slowWebhook = (await receiver.sentEvents()).find(isSlow);
      if (!slowWebhook) return passedVerdict;
      // The machine may be slow or the receiver may have just started, so only a repeated slow response
      // counts.
      const repeatedWebhook = (await receiver.sendEvents()).find(
        (webhook) => webhook.event === slowWebhook.event && isSlow(webhook),
      );
      return repeatedWebhook
        ? withEventName(repeatedWebhook.event, failedVerdict('fast_answers', repeatedWebhook.attempt))
        : passedVerdict;
    },
  },
  {
    id: 'bad_signature',
    async run(receiver) {
      const verdict = await receiver.probe('bad_signature');
      if (verdict.outcome !== 'failed' || !isAccepted(verdict.status ?? null)) return verdict;
      const unsigned = await receiver.send(withoutSignature(await receiver.newWebhook()));
      const short = await receiver.send(withSignature(await receiver.newWebhook(), 'a'));
      // A receiver that doesn't respond rejects nothing.
      if (unsigned.status === null || short.status === null) return verdict;
      const kind = hasAccepted(unsigned) ? 'nothing' : hasAccepted(short) ? 'presence' : 'length';
      return { ...verdict, why: (t) => `${verdict.why(t)} ${t(`examination.forged.${kind}`)}` };
    },
  },
  {
    id: 'missing_signature',
    needs: ['bad_signature'],
    async run(receiver) {
      const webhook = await receiver.newWebhook();
      const answers = [
        await receiver.send(withoutSignature(webhook)),
        await receiver.send(withSignature(webhook, '')),
      ];
      return judge('missing_signature', answers, isRefused);
    },
  },
  {
    id: 'partial_signature',
    needs: ['bad_signature'],
    async run(receiver) {
      const webhook = await receiver.newWebhook();
      const signature = webhook.headers[webhookHeaders.signature] ?? '';
      const correctPart = signature.slice(0, CORRECT_DIGITS);
      const wrongPart = signature.slice(CORRECT_DIGITS).replace(/./g, (digit) => (digit === '0' ? '1' : '0'));
      const answers = [
        await receiver.send(withSignature(webhook, correctPart + wrongPart)),
        await receiver.send(withSignature(webhook, correctPart)),
      ];
      return judge('partial_signature', answers, isRefused);
    },
  },
  { id: 'stale_timestamp', run: (receiver) => receiver.probe('stale_timestamp') },
  {
    id: 'raw_bytes',
    needs: ['all_events'],
    async run(receiver) {
      const body = JSON.stringify(JSON.parse(await receiver.newBody()), null, 2);
      const verdict = judge('raw_bytes', [await receiver.sendBody(body)], hasAccepted);
      return verdict.outcome === 'passed' ? findDamage(receiver) : verdict;
    },
  },
  {
    id: 'header_case',
    async run(receiver) {
      const { headers, ...webhook } = await receiver.newWebhook();
      const capitalizedHeaders = Object.entries(headers).map(([name, value]) => [capitalize(name), value]);
      const answer = await receiver.send({ ...webhook, headers: Object.fromEntries(capitalizedHeaders) });
      return judge('header_case', [answer], hasAccepted);
    },
  },
  { id: 'unknown_event', isLaterEvent: true, run: (receiver) => receiver.probe('unknown_event') },
  { id: 'extra_fields', isLaterEvent: true, run: (receiver) => receiver.probe('extra_fields') },
  {
    id: 'any_order',
    needs: ['all_events'],
    async run(receiver) {
      const id = receiver.newId();
      const answers: ReceiverAnswer[] = [];
      for (const event of ['payment_session.accredited', 'payment_session.paid'] as const)
        answers.push(await receiver.sendBody(replaceSessionId(await receiver.findEmission(event), id)));
      return judge('any_order', answers, hasAccepted);
    },
  },
  {
    id: 'large_body',
    needs: ['all_events'],
    async run(receiver) {
      const emission = await receiver.findEmission('payment_session.accredited');
      const answer = await receiver.sendBody(addManyCredits(emission, receiver.newId));
      return judge('large_body', [answer], hasAccepted);
    },
  },
  {
    id: 'concurrency',
    isRace: true,
    async run(receiver) {
      const webhooks = await Promise.all(
        Array.from({ length: CONCURRENT_WEBHOOKS }, () => receiver.newWebhook()),
      );
      // No webhook is complete before all have begun, so the receiver must handle them at the same time.
      const answers = await receiver.sendInPieces(webhooks, FIRST_PIECE_BYTES);
      const isConclusive = ({ status, error }: ReceiverAnswer) =>
        status !== null || isUnusableAnswer(error) || error?.startsWith('ECONNREFUSED');
      const verdict = judge('concurrency', answers.filter(isConclusive), hasAccepted);
      if (verdict.outcome === 'failed') {
        const alone = await receiver.sendAloneInPieces(await receiver.newWebhook(), FIRST_PIECE_BYTES);
        if (alone && isRefused(alone)) return causeVerdict('single_read', alone);
        const { status = null } = verdict;
        if (status === 409 || status === 423) return causeVerdict('locked', { status, error: null });
      }
      const firstSilence = answers.find((answer) => !isConclusive(answer));
      return verdict.outcome === 'passed' && firstSilence
        ? connectionVerdict(LOW_CONCURRENCY, firstSilence.error)
        : verdict;
    },
  },
  {
    id: 'body_in_pieces',
    needs: ['all_events', 'concurrency'],
    async run(receiver) {
      const { rawBody } = await receiver.findEmission('payment_session.paid');
      const body = withBankName(rawBody, ACCENTED_NAME);
      const webhook = await receiver.sign(body);
      const splitAt = webhook.body.indexOf('é') + 1;
      const verdict = judge('body_in_pieces', await receiver.sendInPieces([webhook], splitAt), hasAccepted);
      if (verdict.outcome === 'passed') return passedVerdict;
      const wholeAnswer = await receiver.sendBody(body);
      if (!isRefused(wholeAnswer)) return verdict;
      // A receiver that takes the length in bytes for a number of characters, or the other way round, signs one
      // of these texts.
      const bytes = Buffer.from(body);
      for (const text of [body.padEnd(bytes.length, '\0'), bytes.subarray(0, body.length).toString()]) {
        const { status } = await receiver.send({ ...(await receiver.sign(text)), body: bytes });
        // After its signature check, the receiver can refuse the wrong text with another status.
        if (![null, wholeAnswer.status].includes(status))
          return rareMistakeVerdict('body_length', wholeAnswer);
      }
      return rareMistakeVerdict('body_encoding', wholeAnswer);
    },
  },
  { id: 'duplicate', run: (receiver) => receiver.probe('duplicate') },
  {
    id: 'duplicates_at_once',
    isRace: true,
    needs: ['duplicate', 'concurrency'],
    async run(receiver) {
      const webhook = await receiver.newWebhook();
      const copies = Array.from({ length: COPIES }, () => webhook);
      const answers = await receiver.sendInPieces(copies, FIRST_PIECE_BYTES);
      return judge('duplicates_at_once', answers, hasAccepted);
    },
  },
  {
    id: 'retry_after_failure',
    needs: ['duplicate', 'concurrency'],
    async run(receiver) {
      const webhook = await receiver.newWebhook();
      await receiver.cutOff(webhook);
      return judge('retry_after_failure', [await receiver.send(webhook)], hasAccepted);
    },
  },
  {
    id: 'broken_body',
    // `retry_after_failure` cuts a connection. A receiver that crashes on a cut would fail this check for the
    // wrong reason.
    needs: ['bad_signature', 'retry_after_failure'],
    async run(receiver) {
      const body = await receiver.newBody();
      const brokenWebhook = await receiver.sign(body.slice(0, body.length / 2));
      const answer = await receiver.send(withSignature(brokenWebhook, WRONG_SIGNATURE));
      if (answer.status !== null && !isRefused(answer)) return failedVerdict('broken_body', answer);
      if (isUnusableAnswer(answer.error)) return unansweredVerdict(answer);
      // The receiver accepted valid webhooks before, so it fails now only because the broken body crashed it.
      const nextAnswer = await receiver.sendBody(body);
      if (!hasAccepted(nextAnswer)) return failedVerdict('broken_body', nextAnswer);
      return answer.status === null ? connectionVerdict('cut_and_alive', answer.error) : passedVerdict;
    },
  },
];

function capitalize(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Endings of a session that only the simulator itself can cause. */
export interface SessionEnds {
  /** Returns all webhooks of a session whose accreditation follows long after its payment. */
  accreditLate(): Promise<readonly AttemptedWebhook[]>;
  /** Returns the webhook of an expired session; undefined if the setting `extra_events` is off. */
  expire(): Promise<AttemptedWebhook | undefined>;
}

export function sessionEndChecks(ends: SessionEnds): readonly Check[] {
  return [
    {
      id: 'late_accreditation',
      run: async (receiver) => judgeWebhooks('late_accreditation', await ends.accreditLate(), receiver),
    },
    {
      id: 'expired_session',
      async run(receiver) {
        const webhook = await ends.expire();
        return webhook ? judgeWebhooks('expired_session', [webhook], receiver) : unsentVerdict;
      },
    },
  ];
}

const unsentVerdict: Verdict = { outcome: 'skipped', because: (t) => t('examination.expired_unsent') };

/**
 * Returns a verdict if the receiver rejects exactly the valid webhooks whose signatures have zeros. Without
 * this test, such a receiver would fail other checks at random.
 */
async function findLostZeros(receiver: TestedReceiver): Promise<Verdict | undefined> {
  const { emission } = await receiver.firstWebhook();
  const signBody = await receiver.createSigner();
  const sign = () => signBody(replaceSessionId(emission, receiver.newId()));
  const send = (pattern: RegExp) => receiver.send(signUntil(pattern, sign));
  const { noZero, firstZero } = signaturePatterns;
  const answer = await send(firstZero);
  if (answer.error === TIMED_OUT) return unsteadyVerdict(answer, { rejected: 1, count: 2 });
  if (answer.error?.startsWith('ECONNREFUSED')) return crashVerdict('exited', 'genuine_webhook');
  if (!isRefused(answer)) return undefined;
  for (const letter of IRREGULAR_ORDER) {
    const isAccepted = hasAccepted(await send(letter === 'a' ? noZero : firstZero));
    if (isAccepted !== (letter === 'a')) return undefined;
  }
  return rareMistakeVerdict('padding', answer);
}

/** Finds characters in the texts of a valid webhook for which the receiver rejects it. */
async function findDamage(receiver: TestedReceiver): Promise<Verdict> {
  const emission = await receiver.findEmission('payment_session.paid');
  const send = (name: string) =>
    receiver.sendBody(withBankName(replaceSessionId(emission, receiver.newId()), name));
  const answer = await send(fragileTexts.map(({ text }) => text).join(' '));
  if (hasAccepted(answer)) return passedVerdict;
  if (answer.status === null) return unansweredVerdict(answer);
  // `body_in_pieces` explains a receiver that rejects every letter outside ASCII.
  if (!hasAccepted(await send(ACCENTED_NAME))) return passedVerdict;
  const changedTexts: (typeof fragileTexts)[number][] = [];
  for (const fragileText of fragileTexts)
    if (!hasAccepted(await send(fragileText.text))) changedTexts.push(fragileText);
  return damageVerdict(answer, changedTexts.length > 0 ? changedTexts : fragileTexts);
}

/**
 * Finds the length of the longest body that the receiver accepts; undefined if the length doesn't explain its
 * refusals. The webhooks differ only in the number of spaces at the end, so nothing else can be the reason.
 */
async function findBodyLimit(
  webhooks: readonly AttemptedWebhook[],
  receiver: TestedReceiver,
): Promise<Verdict | undefined> {
  const bytesOf = ({ emission }: AttemptedWebhook) => Buffer.byteLength(emission.rawBody);
  const acceptedWebhook = webhooks
    .filter(({ attempt }) => hasAccepted(attempt))
    .toSorted((a, b) => bytesOf(b) - bytesOf(a))[0];
  if (!acceptedWebhook) return undefined;
  let longestAccepted = bytesOf(acceptedWebhook);
  let shortestRefused = Math.min(...webhooks.filter(({ attempt }) => !hasAccepted(attempt)).map(bytesOf));
  if (longestAccepted >= shortestRefused) return undefined;
  const send = (bytes: number) => {
    const body = replaceSessionId(acceptedWebhook.emission, receiver.newId());
    return receiver.sendBody(body + ' '.repeat(bytes - Buffer.byteLength(body)));
  };
  if (!hasAccepted(await send(longestAccepted + 1))) return undefined;
  let answer = await send(shortestRefused);
  if (!isRefused(answer)) return undefined;
  while (shortestRefused - longestAccepted > 1) {
    const middle = Math.floor((longestAccepted + shortestRefused) / 2);
    const middleAnswer = await send(middle);
    if (hasAccepted(middleAnswer)) longestAccepted = middle;
    else [shortestRefused, answer] = [middle, middleAnswer];
  }
  return causeVerdict(BODY_LIMIT, answer, { bytes: longestAccepted });
}

/**
 * Returns a verdict if the receiver refuses every event but the first of its session, and accepts the same
 * event in a session of its own.
 */
async function findSessionLimit(
  webhooks: readonly AttemptedWebhook[],
  receiver: TestedReceiver,
): Promise<Verdict | undefined> {
  const seenSessions = new Set<string>();
  let laterWebhook: AttemptedWebhook | undefined;
  for (const webhook of webhooks) {
    const { emission, attempt } = webhook;
    if (hasAccepted(attempt) === seenSessions.has(emission.sessionId)) return undefined;
    if (seenSessions.has(emission.sessionId)) laterWebhook ??= webhook;
    seenSessions.add(emission.sessionId);
  }
  if (!laterWebhook) return undefined;
  const body = replaceSessionId(laterWebhook.emission, receiver.newId());
  if (!hasAccepted(await receiver.sendBody(body))) return undefined;
  return withEventName(laterWebhook.event, causeVerdict(SAME_SESSION, laterWebhook.attempt));
}

async function judgeWebhooks(
  id: CheckId,
  webhooks: readonly AttemptedWebhook[],
  receiver: TestedReceiver,
): Promise<Verdict> {
  const refusedWebhook = webhooks.find(({ attempt }) => !hasAccepted(attempt));
  if (!refusedWebhook) return passedVerdict;
  return withEventName(
    refusedWebhook.event,
    diagnosedVerdict(id, refusedWebhook.attempt, await receiver.detectVariant()),
  );
}
