import type { WebhookSignatureVariant } from '@svc-simulator/contract';
import type { NameIn, Said, Texts } from '@svc-simulator/texts/texts.ts';
import { attemptError, isUnusableAnswer } from '../delivery/attempt-errors.ts';
import type { AttemptResult, AttemptVia } from '../delivery/attempt-result.ts';
import { deliveryDiagnosis, diagnosisTexts } from '../delivery/diagnosis/diagnosis.ts';

/**
 * What the catalogues say of it: what a good receiver does (`title`), why a fault matters, going on after
 * `The receiver answered 500:` (`because`), and how to mend it (`mend`).
 */
export type CheckId = NameIn<'examination.check', 'title'>;

/** How one check ended. */
export type Verdict =
  | { readonly outcome: 'passed'; readonly note?: Finding }
  | { readonly outcome: 'skipped'; readonly because: Said }
  | ({ readonly outcome: 'failed' } & Finding);

export interface Finding {
  /** What was seen: a diagnosis of the answer such as `redirect`, or the check's own id. */
  readonly code: string;
  /** What the receiver did, and why it matters. */
  readonly why: Said;
  readonly mend: Said;
}

/** How the receiver answered a webhook: with a status, or not, with an error. */
export interface ReceiverAnswer {
  readonly status: number | null;
  /** Why no answer came: `timeout` or the system's code. */
  readonly error: string | null;
  readonly durationMs: number;
}

export const passed: Verdict = { outcome: 'passed' };

/** Returns why a check failed, or the note of one that passed. */
export function findingOf(verdict: Verdict): Finding | undefined {
  if (verdict.outcome === 'failed') return verdict;
  return verdict.outcome === 'passed' ? verdict.note : undefined;
}

/** Refusals that only put off, whatever was sent: they show no check. */
const putOff: readonly number[] = [408, 425, 429];

export function isAccepted({ status }: ReceiverAnswer): boolean {
  return status !== null && status >= 200 && status <= 299;
}

export function isRefused({ status }: ReceiverAnswer): boolean {
  return status !== null && status >= 400 && status <= 499 && !putOff.includes(status);
}

/** Passed when every answer is as it should be, else a finding about the first that is not. */
export function judge(
  id: CheckId,
  answers: readonly ReceiverAnswer[],
  isRight: (answer: ReceiverAnswer) => boolean,
): Verdict {
  const wrong = answers.find((answer) => !isRight(answer));
  if (!wrong) return passed;
  return wrong.status === null ? unanswered(wrong) : failed(id, wrong);
}

/** Without an answer that can be read nothing can be said of what a check looks at. */
export function unanswered({ error }: Pick<ReceiverAnswer, 'error'>): Verdict {
  return withoutAnswer(isUnusableAnswer(error) ? 'unusable_answer' : 'no_answer', error);
}

/** The code of `fewAtOnce`. */
export const FEW_AT_ONCE = 'few_at_once';

/** Of several at once some got no answer in time, and no answer was wrong: that is no fault of what the receiver does with a webhook. */
export function fewAtOnce({ error }: Pick<ReceiverAnswer, 'error'>): Verdict {
  return withoutAnswer(FEW_AT_ONCE, error);
}

/** The connection of a broken body was cut, and the next webhook was answered: a server's thread ended, and not the receiver. */
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
    mend: (t) => t(`examination.${code}.mend`),
  };
}

/** A check's own finding, about an answer. */
export function failed(id: CheckId, answer: ReceiverAnswer): Verdict {
  return {
    outcome: 'failed',
    code: id,
    why: (t) => seen(t, answer, t(`examination.check.${id}.because`)),
    mend: (t) => t(`examination.check.${id}.mend`),
  };
}

/** An accented letter is refused, in whatever pieces it comes. */
export function badEncoding(answer: ReceiverAnswer): Verdict {
  const code = 'mistake.body_encoding';
  return {
    outcome: 'failed',
    code,
    why: (t) =>
      seen(t, answer, `${t('examination.body_encoding.because')} ${diagnosisTexts(t, code).reason}`),
    mend: (t) => diagnosisTexts(t, code).advice,
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

/** Returns that a genuine webhook was accepted, with a note when the answer shows that a web page may have done so. */
export function accepted(attempt: Attempt, variant: WebhookSignatureVariant): Verdict {
  const isPage = deliveryDiagnosis({ attempts: [attempt], probe: null, variant }).some(
    ({ code }) => code === 'html_page',
  );
  if (!isPage) return passed;
  const textsIn = (t: Texts) => diagnosisTexts(t, 'html_page');
  return {
    outcome: 'passed',
    note: { code: 'html_page', why: (t) => textsIn(t).reason, mend: (t) => textsIn(t).advice },
  };
}

/** A finding about a genuine webhook that was not taken: the likeliest reasons that the answer gives, all of them. */
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
    mend: (t) => listed(t, 'advice'),
  };
}

/** One attempt of a genuine webhook, as the trace tells it. */
export interface Attempt
  extends ReceiverAnswer,
    Pick<AttemptResult, 'responseHeaders' | 'timestampOffMs' | 'mistake'> {
  readonly via: AttemptVia;
  readonly responseBody: string | null;
}
