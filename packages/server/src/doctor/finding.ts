import type { DataOf, runExperiments, WebhookSignatureVariant } from '@svc-simulator/contract';
import {
  type AttemptResult,
  type AttemptVia,
  attemptError,
  deliveryDiagnosis,
  diagnosisTexts,
  isAccepted,
  isUnusableAnswer,
} from '@svc-simulator/core';
import type { ReceiverAnswer } from '@svc-simulator/outbound';
import type { LazyText, NameIn, Texts } from '@svc-simulator/texts/texts.ts';

/**
 * The catalogs have the expected behavior (`title`), the reason that follows `The receiver responded with 500:`
 * (`because`) and the fix.
 */
export type CheckId = NameIn<'examination.check', 'title'>;

export type Verdict =
  | { readonly outcome: 'passed'; readonly note?: Finding }
  | { readonly outcome: 'skipped'; readonly because: LazyText }
  | ({ readonly outcome: 'failed' } & Finding);

export interface Finding {
  /** A diagnosis of the response such as `redirect`, or the check's id. */
  readonly code: string;
  readonly why: LazyText;
  readonly fix: LazyText;
  readonly experiment?: ReceiverExperiment;
}

/** The result of the experiments on a receiver, in the language of the request. */
export type ReceiverExperiment = DataOf<typeof runExperiments>;

export const passedVerdict: Verdict = { outcome: 'passed' };

export function findingOf(verdict: Verdict): Finding | undefined {
  if (verdict.outcome === 'failed') return verdict;
  return verdict.outcome === 'passed' ? verdict.note : undefined;
}

/** Temporary refusals; they don't prove that the receiver checks anything. */
const putOff: readonly number[] = [408, 425, 429];

export function hasAccepted({ status }: ReceiverAnswer): boolean {
  return isAccepted(status);
}

export function isRefused({ status }: ReceiverAnswer): boolean {
  return status !== null && status >= 400 && status <= 499 && !putOff.includes(status);
}

/** Passes if every response is as expected, else returns a finding about the first that isn't. */
export function judge(
  id: CheckId,
  answers: readonly ReceiverAnswer[],
  isRight: (answer: ReceiverAnswer) => boolean,
): Verdict {
  const wrong = answers.find((answer) => !isRight(answer));
  if (!wrong) return passedVerdict;
  return wrong.status === null ? unanswered(wrong) : failedVerdict(id, wrong);
}

/** Returns a finding about a missing response, which proves nothing about the check's own topic. */
export function unanswered({ error }: Pick<ReceiverAnswer, 'error'>): Verdict {
  return withoutAnswer(isUnusableAnswer(error) ? 'unusable_answer' : 'no_answer', error);
}

export const FEW_AT_ONCE = 'few_at_once';

/**
 * Returns a finding about missing responses to simultaneous webhooks, if all others were right. That isn't a
 * fault of the webhook handler.
 */
export function fewAtOnce({ error }: Pick<ReceiverAnswer, 'error'>): Verdict {
  return withoutAnswer(FEW_AT_ONCE, error);
}

/**
 * Returns a finding about a receiver that closes the connection on incomplete JSON but still accepts the next
 * webhook.
 */
export function cutAndAlive({ error }: Pick<ReceiverAnswer, 'error'>): Verdict {
  return withoutAnswer('cut_and_alive', error);
}

function withoutAnswer(
  code: 'no_answer' | 'unusable_answer' | 'cut_and_alive' | typeof FEW_AT_ONCE,
  error: string | null,
): Verdict {
  return {
    outcome: 'failed',
    code,
    why: (t) => t(`examination.${code}.why`, { error: attemptError(error, t) }),
    fix: (t) => t(`examination.${code}.fix`),
  };
}

export function failedVerdict(id: CheckId, answer: ReceiverAnswer): Verdict {
  return {
    outcome: 'failed',
    code: id,
    why: (t) => seen(t, answer, t(`examination.check.${id}.because`)),
    fix: (t) => t(`examination.check.${id}.fix`),
  };
}

/** Returns a finding about a receiver that refuses accented letters, whether or not two chunks split one. */
export function badEncoding(answer: ReceiverAnswer): Verdict {
  const code = 'mistake.body_encoding';
  return {
    outcome: 'failed',
    code,
    why: (t) =>
      seen(t, answer, `${t('examination.body_encoding.because')} ${diagnosisTexts(t, code).reason}`),
    fix: (t) => diagnosisTexts(t, code).advice,
  };
}

function seen(
  t: Texts,
  { status, error }: Pick<ReceiverAnswer, 'status' | 'error'>,
  because: string,
): string {
  if (status !== null) return t('examination.seen.status', { status, because });
  const seenInstead = isUnusableAnswer(error) ? 'unusable' : 'nothing';
  return t(`examination.seen.${seenInstead}`, { error: attemptError(error, t), because });
}

/** Returns a passed verdict, with a note if the response looks like a web page. */
export function acceptedVerdict(attempt: Attempt, variant: WebhookSignatureVariant): Verdict {
  const isPage = deliveryDiagnosis({ attempts: [attempt], probe: null, variant }).some(
    ({ code }) => code === 'html_page',
  );
  if (!isPage) return passedVerdict;
  const textsIn = (t: Texts) => diagnosisTexts(t, 'html_page');
  return {
    outcome: 'passed',
    note: { code: 'html_page', why: (t) => textsIn(t).reason, fix: (t) => textsIn(t).advice },
  };
}

/** Returns a finding about a refused genuine webhook with all likely reasons that the response gives. */
export function diagnosed(id: CheckId, attempt: Attempt, variant: WebhookSignatureVariant): Verdict {
  const reasons = deliveryDiagnosis({ attempts: [attempt], probe: null, variant });
  const likely = reasons.filter(({ severity }) => severity === 'likely');
  const listed = (t: Texts, part: 'reason' | 'advice') =>
    likely
      .map(
        ({ code, detail }, at) =>
          `${likely.length > 1 ? `${at + 1}) ` : ''}${diagnosisTexts(t, code, detail)[part]}`,
      )
      .join(' ');
  return {
    outcome: 'failed',
    code: reasons[0]?.code ?? id,
    why: (t) => seen(t, attempt, `${t(`examination.check.${id}.because`)} ${listed(t, 'reason')}`),
    fix: (t) => listed(t, 'advice'),
  };
}

/** Statuses of receivers that may have refused the signature; others have reasons of their own. */
const refusalStatuses: readonly (number | null)[] = [400, 401, 403, 422, 500];

export function isWorthExperiments({ status }: Pick<Attempt, 'status'>): boolean {
  return refusalStatuses.includes(status);
}

/** Returns the finding of the experiments on a receiver that refused a genuine webhook. */
export function experimentVerdict(attempt: Attempt, experiment: ReceiverExperiment): Verdict {
  const { code, why, fix } = experiment;
  return { outcome: 'failed', code, why: (t) => seen(t, attempt, why), fix: () => fix, experiment };
}

export interface Attempt
  extends ReceiverAnswer,
    Pick<AttemptResult, 'responseHeaders' | 'timestampOffMs' | 'mistake'> {
  readonly via: AttemptVia;
  readonly responseBody: string | null;
}
